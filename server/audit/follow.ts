import { Failed, type Failure, type TlsProblem } from "./connect.ts";
import { type Answer, fetchHop, type Outlet, REDIRECT } from "./fetch-hop.ts";

export type Visit = {
  redirects: { from: string; to: string; status: number }[];
  url: string;
  /** null if there was no response */
  answer: Answer | null;
  /** `loop` also means too many redirects. */
  failure: Failure | "loop" | null;
  tlsProblem?: TlsProblem;
};

const REDIRECTS_MAX = 5;

/**
 * Requests a URL and follows at most five redirects, each of which must pass the guard. Never rejects.
 * @param bytes how much of the last body to read
 * @param isEnough returns true to stop at a redirect without requesting its target
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

/** Many servers send Location in UTF-8, but Node decodes Latin-1. */
function targetOf({ url, headers }: Answer): URL | null {
  const target = URL.parse(Buffer.from(headers.location ?? "", "latin1").toString("utf8"), url);
  if (!headers.location || !target) return null;
  target.hash = "";
  return target;
}
