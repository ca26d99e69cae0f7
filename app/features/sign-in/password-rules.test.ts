import { expect, test } from "vitest";
import { passwordChange } from "./password-rules.ts";

const problems = (form: Record<string, string>) => {
  const { error } = passwordChange.safeParse({
    current_password: "old",
    new_password: "a new password",
    ...form,
  });
  return error?.issues.map(({ path }) => path.join("."));
};

test("a new password must be repeated if it was hidden while it was typed", () => {
  expect(problems({})).toBeUndefined();
  expect(problems({ is_blind: "on", repeat_password: "a new password" })).toBeUndefined();
  expect(problems({ is_blind: "on", repeat_password: "a new passwort" })).toEqual(["repeat_password"]);
  expect(problems({ is_blind: "on" })).toEqual(["repeat_password"]);
});
