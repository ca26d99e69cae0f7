// How long whole requests take, one after the other.

/**
 * Asks for an address again and again.
 * @returns milliseconds until the whole answer was there: the median and the slowest
 * @throws Error where an answer is no success
 */
export async function measureAnswers(url: string, headers: HeadersInit, rounds: number) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  }
  times.sort((a, b) => a - b);
  return { median: times[rounds >> 1] ?? Number.NaN, slowest: times.at(-1) ?? Number.NaN };
}
