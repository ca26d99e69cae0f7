import type { Outcome, Verdict } from "../../app/features/page-checks/rule.ts";
import type { Answer } from "./fetch-hop.ts";
import type { Visit } from "./follow.ts";
import type { ReadPage } from "./parse-worker.ts";
import type { Robots } from "./read-robots.ts";
import type { Sitemap } from "./read-sitemap.ts";

/** The evidence that rules judge. A visit is null if no time or request was left for it. */
export type Seen = {
  now: Date;
  /** The website over https. */
  home: Visit;
  /** The page to judge, over https or else http; null if there is none. */
  page: { answer: Answer; url: URL; read: ReadPage | null } | null;
  /** The same URL over http. */
  http: Visit | null;
  /** The host with www added or removed; null for IP addresses and other subdomains. */
  twin: { host: string; visit: Visit | null } | null;
  robots: { visit: Visit; read: Robots | null } | null;
  /** The sitemap named in robots.txt, or else /sitemap.xml. `part` is the first sitemap in an index. */
  sitemap: {
    url: string;
    isNamed: boolean;
    visit: Visit | null;
    read: Sitemap | null;
    part: Visit | null;
  } | null;
  /** A made-up URL. `isForbidden` if robots.txt blocks it. */
  missing: { visit: Visit | null; isForbidden: boolean };
  /** The canonical URL, if it's another URL on the same website. */
  canonical: Visit | null;
  links: { path: string; visit: Visit | null; isForbidden: boolean }[];
};

/** Judges the evidence by one rule; null if the rule doesn't apply. */
export type Judge = (seen: Seen) => Verdict | null;

/** Returns whether the response looks like a bot wall. */
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
