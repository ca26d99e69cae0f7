import { expect, test } from "vitest";
import { openTestDatabases } from "../support/database.ts";
import { NUMBERS, runEditors, type StepNumbers } from "../support/editors.ts";
import { howMany } from "../support/faults.ts";
import { randomFrom } from "../support/random.ts";

const { owner: db } = await openTestDatabases();

const STEPS = 240;
const RUNS = howMany(3, 60);
/** `npm test` always uses the same seed. To reproduce a failure, set EDITORS_SEED to its seed. */
const FIRST_SEED = Number(process.env.EDITORS_SEED ?? howMany(20_261_123, Date.now() % 1e9));
/** The maximum number of runs for narrowing down a failure. */
const SHRINKS = howMany(30, 120);

function stepsFrom(seed: number, count: number): StepNumbers[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => Array.from({ length: NUMBERS }, random));
}

/** Returns a run's counts, or its error and log if it failed. */
async function failureOf(steps: readonly StepNumbers[]) {
  const said: string[] = [];
  const counts = await runEditors(db, steps, said).catch((error: Error) => error);
  return counts instanceof Error ? { error: counts, said } : { counts };
}

/** Removes steps that aren't needed to reproduce the failure. */
async function shrink(steps: StepNumbers[]): Promise<StepNumbers[]> {
  let left = SHRINKS;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < steps.length && left-- > 0; ) {
      const fewer = [...steps.slice(0, from), ...steps.slice(from + size)];
      if ((await failureOf(fewer)).error) steps = fewer;
      else from += size;
    }
  }
  return steps;
}

test("no edit is lost when three editors act in random order", async () => {
  const all: Record<string, number> = {};
  for (let run = 0; run < RUNS; run++) {
    const seed = FIRST_SEED + run;
    const steps = stepsFrom(seed, STEPS);
    const { counts = {}, error } = await failureOf(steps);
    if (error) {
      const { said, error: last } = await failureOf(await shrink(steps));
      throw new Error(`EDITORS_SEED=${seed}\n${said?.join("\n")}\n${last?.message}`, {
        cause: last ?? error,
      });
    }
    for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
  }
  const both = ["save", "keep", "publish", "schedule", "unschedule", "drop", "share", "undo", "restore"];
  for (const what of [...both, "restore field"])
    for (const how of ["done", "refused"])
      expect(all[`${what} ${how}`], `${what} was never ${how}`).toBeGreaterThan(0);
  for (const what of [
    ...["resolve done", "clock true", "clock false", "end done"],
    ...["took all of a schedule", "took some of a schedule"],
    ...["put back where it was", "put back on schedule"],
    // Too rare for a few runs.
    ...howMany<string[]>([], ["put back unscheduled"]),
  ])
    expect(all[what], what).toBeGreaterThan(0);
});
