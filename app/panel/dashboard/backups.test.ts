import { expect, test } from "vitest";
import { describeBackups } from "./backups.ts";

test("that backups are switched off is said once and is no alarm", () => {
  expect(describeBackups(null, "UTC")).toEqual({
    lines: ["Switched off by the person who runs your server (BACKUP_DIR=off)."],
    alarm: null,
  });
});
