import { expect, test } from "vitest";
import { isCrowded, WorkQueue } from "./work-queue.ts";

function pieces(queue: WorkQueue, count: number) {
  const begun: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const results = ends.map(({ promise }, i) =>
    queue.run(() => {
      begun.push(i);
      return promise;
    }),
  );
  for (const result of results) result.catch(() => {});
  return { begun, ends, results };
}

test("tasks beyond the limit wait, and a full queue rejects more", async () => {
  const queue = new WorkQueue({ atOnce: 2, waiting: 2 });
  expect(queue.isIdle).toBe(true);
  const { begun, ends, results } = pieces(queue, 5);
  const refusal = await results[4]!.catch((error: unknown) => error);
  expect(isCrowded(refusal)).toBe(true);
  expect(begun).toEqual([0, 1]);
  ends[1]!.resolve();
  await results[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(results.slice(0, 4));
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(queue.isIdle).toBe(true);
});

test("a failed task makes room for the next one", async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 5 });
  const { begun, ends, results } = pieces(queue, 3);
  ends[0]!.reject(new Error("broken"));
  await expect(results[0]).rejects.toThrow("broken");
  ends[1]!.resolve();
  await results[1];
  expect(begun).toEqual([0, 1, 2]);
  ends[2]!.resolve();
  await results[2];
  await expect(queue.run(() => Promise.reject(new Error("later")))).rejects.toThrow("later");
  expect(queue.isIdle).toBe(true);
});

test("each sender can only queue a limited number of tasks", async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 5, each: 2 });
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = ends.map(({ promise }) => queue.run(() => promise, "ada"));
  expect(await queue.run(async () => {}, "ada").catch(isCrowded)).toBe(true);
  const other = queue.run(async () => "done", "bob");
  for (const { resolve } of ends) resolve();
  await Promise.all(own);
  expect(await other).toBe("done");
  expect(await queue.run(async () => "again", "ada")).toBe("again");
});
