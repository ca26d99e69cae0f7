import { expect, test } from "vitest";
import { replyAddress } from "./quoted-reply.ts";

const enquiry = {
  email: "ada@example.com",
  name: "Ada",
  message: "Hello\nHow much & when?",
  received: "Nov 22, 2:05 PM",
  subject: "Your message to Rank & Co",
};

test("a reply has a subject and quotes the visitor's message", () => {
  const address = new URL(replyAddress(enquiry));
  expect(address.pathname).toBe("ada@example.com");
  expect(address.searchParams.get("subject")).toBe("Your message to Rank & Co");
  expect(address.searchParams.get("body")).toBe(
    "\r\n\r\nNov 22, 2:05 PM, Ada wrote:\r\n> Hello\r\n> How much & when?",
  );
});

test("a long message is cut to the length that email programs accept", () => {
  const long = replyAddress({ ...enquiry, message: "wörd ".repeat(2000), email: "a@b.co?bcc=x@y.co&body=z" });
  expect(long.length).toBeLessThan(2000);
  expect(new URL(long).searchParams.get("body")).toMatch(/> \[…\]$/);
  expect([...new URL(long).searchParams.keys()]).toEqual(["subject", "body"]);
  expect(() => replyAddress({ ...enquiry, message: "\ud800".repeat(9000) })).not.toThrow();
});
