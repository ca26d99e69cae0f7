// Follows a website's redirects one by one: each passes the guard like the first URL.

import { Failed, type Failure, type TlsProblem } from "./connect.ts";
import { type Answer, fetchHop, type Outlet, REDIRECT } from "./fetch-hop.ts";

/** Where a request ended up, with or without an answer. */
export type Visit = {
  /** each redirect on the way, in order */
  redirects: { from: string; to: string; status: number }[];
  /** the last URL that was requested */
  url: string;
  /** its answer, or that of the redirect that was enough; null if there was none */
  answer: Answer | null;
  /** why there's no response; `loop` for redirects that don't end */
  failure: Failure | "loop" | null;
  tlsProblem?: TlsProblem;
};

const REDIRECTS_MAX = 5;

/**
 * Requests a URL and follows at most five redirects.
 * @param bytes at most this much of the last body is read
 * @param isEnough returns true if knowing the redirect's target is all that's needed: it isn't requested anymore
 * @returns where it ended up; it never rejects
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

/** Returns a redirect's target. Node decodes headers as Latin-1, but many servers write UTF-8. */
function targetOf({ url, headers }: Answer): URL | null {
  const target = URL.parse(Buffer.from(headers.location ?? "", "latin1").toString("utf8"), url);
  if (!headers.location || !target) return null;
  target.hash = "";
  return target;
}
