import { expect, test } from "vitest";
import { describeBackups } from "./backups.ts";

test("that backups are switched off is said once and is no alarm", () => {
  expect(describeBackups(null, "UTC")).toEqual({
    lines: ["Turned off on the server (BACKUP_DIR=off)."],
    alarm: null,
  });
});
