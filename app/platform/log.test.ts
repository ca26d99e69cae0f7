import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { loggable } from "./log.server.ts";

test("a failed query is logged with its text and its cause, without the values it carried", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ann@example.com)",
  });
  const error = new DrizzleQueryError("insert into enquiries values ($1)", ["ann@example.com"], cause);
  const logged = JSON.stringify(loggable(error));
  expect(logged).toContain("insert into enquiries");
  expect(logged).toContain("duplicate key");
  expect(logged).toContain("log.test.ts");
  expect(logged).not.toContain("ann@example.com");
});
