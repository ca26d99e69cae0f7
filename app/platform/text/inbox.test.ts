import { expect, test } from "vitest";
import { inboxOf } from "./inbox.ts";

test.each([
  ["Ada@Example.com", "ada@example.com"],
  ["ada+1@example.com", "ada@example.com"],
  ["ada+a+b@example.com", "ada@example.com"],
  ["+ada@example.com", "+ada@example.com"],
  ["ada.byron@example.com", "ada.byron@example.com"],
  ["A.d.a+news@googlemail.com", "ada@gmail.com"],
  ["ada@gmail.com", "ada@gmail.com"],
])("email to %s arrives at %s", (email, inbox) => {
  expect(inboxOf(email)).toBe(inbox);
});
