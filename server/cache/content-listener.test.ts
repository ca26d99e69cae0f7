import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestDatabases } from "../../tests/support/database.ts";
import { PATIENCE } from "../../tests/support/patience.ts";
import { ContentListener } from "./content-listener.ts";

test("a listener that receives no notifications logs a single warning", async () => {
  // Notifications don't cross databases, which simulates a pooler that loses them.
  const [spoken, heard] = [await openTestDatabases(), await openTestDatabases()];
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line) => lines.push(line) });
  const listener = new ContentListener({ pool: spoken.pool, openPool: heard.openPool }, log, () => {});
  onTestFinished(() => listener.close());
  let tries = 0;
  spoken.pool.on("acquire", () => {
    tries++;
  });
  await vi.waitUntil(() => lines.length > 0, PATIENCE);
  const before = tries;
  await vi.waitUntil(() => tries > before, PATIENCE);
  expect(listener.isListening).toBe(false);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      reason: "no echo received",
      msg: expect.stringContaining("isn't receiving change notifications"),
    },
  ]);
});
