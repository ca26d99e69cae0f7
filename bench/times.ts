import { setTimeout as delay } from "node:timers/promises";

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (times: readonly number[]): number => percentile(times, 0.5);

export const ms = (time: number): string => `${time.toFixed(1)} ms`;

export const say = (line: string) => process.stdout.write(`${line}\n`);

export async function inParallel(times: number, atOnce: number, work: (i: number) => Promise<unknown>) {
  let next = 0;
  const one = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/**
 * Starts `work` at a fixed pace until `over` settles, even if earlier runs haven't ended.
 * @param most limit on concurrent runs
 * @returns the results, once all runs have ended
 */
export async function atPace<Done>(
  everyMs: number,
  over: Promise<unknown>,
  work: (i: number) => Promise<Done>,
  most = Number.POSITIVE_INFINITY,
): Promise<Done[]> {
  let isOver = false;
  const ended = over.finally(() => {
    isOver = true;
  });
  const all: Promise<Done>[] = [];
  const running = new Set<Promise<Done>>();
  const startedAt = performance.now();
  for (let i = 0; !isOver; i++) {
    const one: Promise<Done> = work(i).finally(() => running.delete(one));
    all.push(one);
    if (running.add(one).size > most) await Promise.race(running);
    await delay(Math.max(0, startedAt + (i + 1) * everyMs - performance.now()));
  }
  await ended;
  return Promise.all(all);
}

/**
 * Requests a URL or posts a form, repeatedly.
 * @returns the median and slowest time to the end of the response, in milliseconds
 * @throws Error if a response isn't successful
 */
export async function measureAnswers(
  url: string,
  headers: HeadersInit,
  rounds: number,
  form?: URLSearchParams,
) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers, body: form, method: form ? "POST" : "GET" });
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  }
  return { median: median(times), slowest: Math.max(...times) };
}
