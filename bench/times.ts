// How long things take, and what is said of it.

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (times: readonly number[]): number => percentile(times, 0.5);

export const ms = (time: number): string => `${time.toFixed(1)} ms`;

export const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Asks for an address again and again, one request after the other; a form is posted.
 * @returns milliseconds until the whole answer was there: the median and the slowest
 * @throws Error where an answer is no success
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
