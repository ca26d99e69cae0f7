import { expect, test } from "vitest";
import { type DatedBackup, findSuperseded } from "./schedule.ts";

const ZONE = "America/New_York";

const nights = (count: number, more: Partial<DatedBackup> = {}): DatedBackup[] =>
  Array.from({ length: count }, (_, n) => {
    const made_at = new Date(Date.UTC(2026, 10, 20, 8, 17) - n * 86_400_000);
    return { id: made_at.toISOString().slice(5, 10), kind: "nightly", state: "restored", made_at, ...more };
  });

/** Returns the remaining ids if each nightly backup is followed by a cleanup. */
function remainingAfter(all: DatedBackup[]): string[] {
  let kept: DatedBackup[] = [];
  for (const one of all.toReversed()) {
    kept.push(one);
    const gone = new Set(findSuperseded(kept, ZONE));
    kept = kept.filter(({ id }) => !gone.has(id));
  }
  return kept.map(({ id }) => id).reverse();
}

test("the cleanup keeps 7 daily and 4 weekly backups", () => {
  expect(remainingAfter(nights(3))).toHaveLength(3);
  const days = ["11-20", "11-19", "11-18", "11-17", "11-16", "11-15", "11-14"];
  // 2026-11-20 is a Friday.
  expect(remainingAfter(nights(50))).toEqual([...days, "11-13", "11-08", "11-01", "10-25"]);
  expect(findSuperseded(nights(50), ZONE)).toHaveLength(50 - 11);
});

test("days without a backup don't count toward the 7 daily backups", () => {
  const gaps = nights(60).filter((_, n) => n % 3 === 0);
  expect(remainingAfter(gaps)).toHaveLength(11);
  const [first] = nights(1);
  const noon = { ...first!, id: "noon", made_at: new Date(first!.made_at.getTime() + 9 * 3_600_000) };
  expect(findSuperseded([first!, noon], ZONE)).toEqual([first!.id]);
});

test("three backups from before updates and three unrestorable ones are kept", () => {
  const updates = nights(5, { kind: "update" }).map((one) => ({ ...one, id: `u${one.id}` }));
  const unfit = nights(5, { state: "unfit" }).map((one) => ({ ...one, id: `x${one.id}` }));
  const gone = findSuperseded([...updates, ...unfit, ...nights(7)], ZONE);
  expect(gone.sort()).toEqual(["u11-16", "u11-17", "x11-16", "x11-17"]);
});
