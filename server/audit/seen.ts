// All that an audit has seen of a website; the rules judge nothing else.
import type { Outcome, Verdict } from "../../app/features/page-facts/rule.ts";
import type { Answer } from "./fetch-hop.ts";
import type { Visit } from "./follow.ts";
import type { ReadPage } from "./parse-worker.ts";
import type { Robots } from "./read-robots.ts";
import type { Sitemap } from "./read-sitemap.ts";

/** What could be asked only with the page at hand is `null` where it was not asked, for want of time or requests. */
export type Seen = {
  now: Date;
  /** the website by its https address */
  home: Visit;
  /** the page that is judged: by https, else by http; null where there is none */
  page: { answer: Answer; url: URL; read: ReadPage | null } | null;
  /** the same address by http */
  http: Visit | null;
  /** the name with or without www; null where the website has no such twin */
  twin: { host: string; visit: Visit | null } | null;
  robots: { visit: Visit; read: Robots | null } | null;
  /** named in robots.txt, or looked for at its usual place; `part` is the first one that an index lists */
  sitemap: {
    url: string;
    isNamed: boolean;
    visit: Visit | null;
    read: Sitemap | null;
    part: Visit | null;
  } | null;
  /** an address that was made up; `isForbidden` where robots.txt keeps programs from it */
  missing: { visit: Visit | null; isForbidden: boolean };
  /** the canonical address, where it is another one of the same website */
  canonical: Visit | null;
  links: { path: string; visit: Visit | null; isForbidden: boolean }[];
};

/** A rule: what it says of what was seen; null where it asks for nothing on this website. */
export type Judge = (seen: Seen) => Verdict | null;

/** Statuses and headers of those that turn unknown programs away. */
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
