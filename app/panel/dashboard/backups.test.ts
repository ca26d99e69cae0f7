import { expect, test } from "vitest";
import { describeBackups } from "./backups.ts";

test("turned-off backups show a note but no alarm", () => {
  expect(describeBackups(null, "UTC")).toEqual({
    lines: ["Turned off on the server (BACKUP_DIR=off)."],
    alarm: null,
  });
});
