// When to try again.
import type { Verdict } from "../../app/features/webhooks/queue.server.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const STEPS = [5, 300, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY];
/** Retries of many sites at once would be the next outage. */
const JITTER = 0.1;
/** These say that the endpoint can't take anything now, not that this delivery is wrong. */
const DOWN = [408, 425, 429];

/**
 * Returns the seconds until the next try.
 * @param failures so far, from 1
 * @param retryAfter the response's header: seconds, or a date
 */
export function secondsUntilRetry(failures: number, retryAfter = "", now = Date.now()): number {
  const asked = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(/ GMT$/.test(retryAfter) ? retryAfter : "") - now) / 1_000;
  if (Number.isFinite(asked)) return Math.min(Math.max(asked, STEPS[0]!), DAY);
  const step = STEPS[Math.min(failures, STEPS.length) - 1] ?? DAY;
  return step * (1 + JITTER * Math.random());
}

/**
 * Returns what a response means. Redirects count as an outage, because they aren't followed.
 * @param status null if there was no response
 * @param failures the endpoint's outages in a row, and this delivery's attempts, before this one
 */
export function judgeResponse(
  status: number | null,
  retryAfter: string | undefined,
  failures: { endpoint: number; delivery: number },
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { is: "done" };
  if (status === 410) return { is: "gone" };
  const isRejected = status !== null && status >= 400 && status < 500 && !DOWN.includes(status);
  return isRejected
    ? { is: "rejected", seconds: secondsUntilRetry(failures.delivery + 1, retryAfter) }
    : { is: "down", seconds: secondsUntilRetry(failures.endpoint + 1, retryAfter) };
}
