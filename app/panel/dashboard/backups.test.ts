import { expect, test } from "vitest";
import { describeBackups } from "./backups.ts";

test("a note says that backups are off, without an alarm", () => {
  expect(describeBackups(null, "UTC")).toEqual({
    lines: ["Turned off on the server (BACKUP_DIR=off)."],
    alarm: null,
  });
});
