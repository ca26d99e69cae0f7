// Follows the redirects of a website by hand: each goes through the guard like the first address.

import { Failed, type Failure, type TlsProblem } from "./connect.ts";
import { type Answer, fetchHop, type Outlet, REDIRECT } from "./fetch-hop.ts";

/** Where a request led: to an answer, or to none. */
export type Visit = {
  /** each redirect on the way, in order */
  redirects: { from: string; to: string; status: number }[];
  /** the last address that was asked for */
  url: string;
  /** what came back from it, or the redirect to it that was enough; null where nothing did */
  answer: Answer | null;
  /** why there is no answer; `loop` for redirects that do not end */
  failure: Failure | "loop" | null;
  tlsProblem?: TlsProblem;
};

const REDIRECTS_MAX = 5;

/**
 * Asks for an address and for those that its redirects lead to, five at most.
 * @param bytes of the last body that are read at most
 * @param isEnough where a redirect leads is all that was to be known: it is not asked for any more
 * @returns where it led; it never rejects
 */
export async function visit(
  address: URL,
  bytes: number,
  outlet: Outlet,
  signal: AbortSignal,
  isEnough: (target: URL) => boolean = () => false,
): Promise<Visit> {
  const redirects: Visit["redirects"] = [];
  const seen = new Set<string>();
  for (let url = address; ; ) {
    seen.add(url.href);
    try {
      const answer = await fetchHop(url, bytes, outlet, signal);
      const target = REDIRECT.includes(answer.status) ? targetOf(answer) : null;
      if (!target) return { redirects, url: url.href, answer, failure: null };
      redirects.push({ from: url.href, to: target.href, status: answer.status });
      if (seen.has(target.href) || redirects.length > REDIRECTS_MAX)
        return { redirects, url: target.href, answer: null, failure: "loop" };
      if (isEnough(target)) return { redirects, url: target.href, answer, failure: null };
      url = target;
    } catch (error) {
      const { failure, tlsProblem } = error instanceof Failed ? error : new Failed("unreachable");
      return { redirects, url: url.href, answer: null, failure, ...(tlsProblem && { tlsProblem }) };
    }
  }
}

/** Where a redirect leads; Node hands headers over as Latin-1, and many servers write UTF-8. */
function targetOf({ url, headers }: Answer): URL | null {
  const target = URL.parse(Buffer.from(headers.location ?? "", "latin1").toString("utf8"), url);
  if (!headers.location || !target) return null;
  target.hash = "";
  return target;
}
