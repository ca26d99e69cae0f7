// Three editors, every kind of record, any order: no field is lost, nothing is half published, the history is complete.
import { expect, test } from "vitest";
import { openTestDatabases } from "../support/database.ts";
import { NUMBERS, runEditors, type StepNumbers } from "../support/editors.ts";
import { howMany } from "../support/faults.ts";

const { owner: db } = await openTestDatabases();

const STEPS = 240;
const RUNS = howMany(2, 60);
/** The same in every `npm test`. Set EDITORS_SEED to try another one or to repeat a failure. */
const FIRST_SEED = Number(process.env.EDITORS_SEED ?? howMany(20_261_123, Date.now() % 1e9));
/** The maximum number of runs for shrinking a failure. */
const SHRINKS = howMany(30, 120);

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function stepsFrom(seed: number, count: number): StepNumbers[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => Array.from({ length: NUMBERS }, random));
}

/** Runs the steps. If they fail, returns the error. */
async function failureOf(steps: readonly StepNumbers[]) {
  const said: string[] = [];
  const counts = await runEditors(db, steps, said).catch((error: Error) => error);
  return counts instanceof Error ? { error: counts, said } : { counts };
}

/** Removes the steps that the failure doesn't need: halves, quarters, then single steps. */
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

test("whatever three editors do in whatever order, no field is lost, nothing is half published, and the history has every state", async () => {
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
  // Every action was actually tested.
  for (const what of ["save", "keep", "publish", "undo", "restore", "restore field", "move", "remove set"])
    for (const how of ["done", "refused"])
      expect(all[`${what} ${how}`], `${what} was never ${how}`).toBeGreaterThan(0);
  const always = ["resolve done", "drop done", "schedule done", "clock true", "clock false", "end done"];
  for (const what of [...always, "add set done", "collect done"]) expect(all[what], what).toBeGreaterThan(0);
}, 900_000);
