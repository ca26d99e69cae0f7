// One attempt to deliver.
import type { Attempt } from "../../app/features/webhooks/queue.server.ts";
import { Failed, type HopLimits } from "../audit/connect.ts";
import { fetchHop, type Outlet } from "../audit/fetch-hop.ts";

export const LIMITS: HopLimits = { hopMs: 10_000, dnsMs: 3_000, connectMs: 5_000 };
/** How much of a response is kept. */
const ANSWER_BYTES = 1_024;

/**
 * Posts a body to a URL. Never follows a redirect.
 * @returns what to record, and the response's `Retry-After`
 */
export async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  outlet: Outlet,
  signal: AbortSignal,
): Promise<{ attempt: Attempt; retryAfter?: string }> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    // Rows could be older than the rule about https.
    const address = new URL(url);
    if (address.protocol !== "https:") throw new Failed("refused");
    const all = { "Content-Type": "application/json", ...headers };
    const answer = await fetchHop(address, ANSWER_BYTES, outlet, signal, { headers: all, body });
    return {
      attempt: { status: answer.status, trouble: "", answer: plain(answer.body.bytes), took_ms: took() },
      retryAfter: answer.headers["retry-after"],
    };
  } catch (error) {
    const trouble = error instanceof Failed ? error.failure : "unreachable";
    return { attempt: { status: null, trouble, answer: "", took_ms: took() } };
  }
}

/** PostgreSQL stores no NUL, and the others could fool a terminal. */
const plain = (bytes: Buffer) =>
  bytes
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
