// Everything that an audit has seen of a website; rules judge nothing else.
import type { Outcome, Verdict } from "../../app/features/page-facts/rule.ts";
import type { Answer } from "./fetch-hop.ts";
import type { Visit } from "./follow.ts";
import type { ReadPage } from "./parse-worker.ts";
import type { Robots } from "./read-robots.ts";
import type { Sitemap } from "./read-sitemap.ts";

/** What can only be requested once the page is known is `null` if it wasn't requested, for lack of time or requests. */
export type Seen = {
  now: Date;
  /** the website by its https URL */
  home: Visit;
  /** the page to judge: by https, else by http; null if there is none */
  page: { answer: Answer; url: URL; read: ReadPage | null } | null;
  /** the same URL by http */
  http: Visit | null;
  /** the host with or without www; null if the website has no such twin */
  twin: { host: string; visit: Visit | null } | null;
  robots: { visit: Visit; read: Robots | null } | null;
  /** named in robots.txt, or at its usual path; `part` is the first sitemap that an index lists */
  sitemap: {
    url: string;
    isNamed: boolean;
    visit: Visit | null;
    read: Sitemap | null;
    part: Visit | null;
  } | null;
  /** a made-up URL; `isForbidden` if robots.txt blocks it */
  missing: { visit: Visit | null; isForbidden: boolean };
  /** the canonical URL, if it's another one on the same website */
  canonical: Visit | null;
  links: { path: string; visit: Visit | null; isForbidden: boolean }[];
};

/** A rule: returns its verdict, null if it doesn't apply to this website. */
export type Judge = (seen: Seen) => Verdict | null;

/** Returns whether the response has the status or headers of a bot wall. */
export function isProtected({ status, headers }: Answer): boolean {
  if ([202, 401, 403, 407, 429, 503].includes(status)) return true;
  return ["cf-mitigated", "sg-captcha", "x-amzn-waf-action"].some((name) => headers[name] !== undefined);
}

export function outcomeOf(visit: Visit | null): Outcome {
  if (!visit) return "time";
  const { answer, failure } = visit;
  if (!answer) {
    if (failure === "time-out") return "time";
    return failure === "refused" ? "refused" : failure === "unreadable" ? "unreadable" : "unreachable";
  }
  if (isProtected(answer)) return "protected";
  if (answer.status >= 200 && answer.status < 300) return "good";
  if (answer.status === 404 || answer.status === 410 || answer.status >= 500) return "gone";
  return "answer";
}
