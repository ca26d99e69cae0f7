import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { BUILT_IN_SITE_TITLE } from "../../app/copy/business.ts";
import { checkerAgent, checkerName } from "../../app/features/audit/agent.ts";
import { type AuditResult, type Trouble, unreadResult } from "../../app/features/audit/result.ts";
import { mainHeadingsOf } from "../../app/features/page-checks/facts.ts";
import { isSameHost } from "../../app/features/page-checks/judges.ts";
import { TEXT_CHARACTERS } from "../../app/features/page-checks/rule.ts";
import type { TestNetEntry } from "../../app/platform/http/audit-network.ts";
import { readWebsite, registeredPart } from "../../app/platform/http/website.ts";
import { HOP_LIMITS, type HopLimits } from "./connect.ts";
import type { Outlet } from "./fetch-hop.ts";
import type { Visit } from "./follow.ts";
import { judge } from "./judge.ts";
import { internet, type Network, testNetwork } from "./network.ts";
import { ParserThread, TASK_MS } from "./parser-thread.ts";
import { findLinks } from "./probes.ts";
import { ROBOTS_BYTES } from "./read-robots.ts";
import { SITEMAP_BYTES } from "./read-sitemap.ts";
import { AGENTS } from "./rules.crawl.ts";
import { isProtected, outcomeOf, type Seen } from "./seen.ts";
import { Visits } from "./visits.ts";

type AuditOptions = {
  /** The audited site sees this URL in our user agent. */
  siteUrl: string;
  /** The checker is named after this title. */
  siteTitle?: string;
  testNet?: readonly TestNetEntry[];
  /** Tests use this network instead of the internet. */
  network?: Network;
  /** Tests don't depend on their machine's speed. */
  limits?: AuditLimits;
  now?: Outlet["now"];
};

/**
 * Time limits in milliseconds. Visitors wait for the result, so these aren't limits on work. The whole audit gets more
 * than its requests, which leaves time for parsing.
 */
export type AuditLimits = HopLimits & {
  wholeMs: number;
  networkMs: number;
  robotsFirstMs: number;
  taskMs: number;
};
const LIMITS: AuditLimits = {
  ...HOP_LIMITS,
  wholeMs: 9_000,
  networkMs: 8_200,
  robotsFirstMs: 2_500,
  taskMs: TASK_MS,
};
const PAGE_BYTES = 2_000_000;

/**
 * Audits a website within 9 seconds, with at most 16 requests (plus redirects), 4 at a time. Never rejects.
 * @param website as the visitor typed it
 */
export async function auditSite(website: string, options: AuditOptions): Promise<AuditResult> {
  const startedAt = performance.now();
  const url = readWebsite(website);
  const address = url?.href ?? website.trim().slice(0, 200);
  const result = unreadResult(address, url?.host ?? "", "unsupported-url");
  if (url) Object.assign(result, await look(url, options));
  result.tookMs = Math.round(performance.now() - startedAt);
  return result;
}

type Found = Pick<AuditResult, "finalUrl" | "trouble" | "title" | "description" | "h1" | "findings">;

async function look(url: URL, options: AuditOptions): Promise<Partial<Found>> {
  const network = options.network ?? (options.testNet ? testNetwork(options.testNet) : internet);
  const { origin: ownOrigin, hostname: ownHost } = new URL(options.siteUrl);
  const title = options.siteTitle ?? BUILT_IN_SITE_TITLE;
  const userAgent = checkerAgent(title, ownOrigin);
  const { limits = LIMITS, now } = options;
  const signal = AbortSignal.timeout(limits.networkMs);
  const visits = new Visits({ network, userAgent, ownHost, limits, now }, signal);
  const parser = new ParserThread(limits.taskMs);
  const late = setTimeout(() => parser.close(), limits.wholeMs);
  try {
    const { robotsFirstMs } = limits;
    return await new Audit(url, { visits, parser, robotsFirstMs, checker: checkerName(title) }).look();
  } catch {
    // No result is better than a wrong one.
    return { trouble: "unreadable" };
  } finally {
    clearTimeout(late);
    parser.close();
  }
}

const NO_VISIT: Visit = { redirects: [], url: "", answer: null, failure: "time-out" };

class Audit {
  readonly #url: URL;
  /** Whether the visitor entered an http URL. */
  readonly #isPlain: boolean;
  readonly #visits: Visits;
  readonly #parser: ParserThread;
  /** How long the page waits for robots.txt. */
  readonly #robotsFirstMs: number;
  /** Our name in robots.txt. */
  readonly #checker: string;

  constructor(
    url: URL,
    tools: { visits: Visits; parser: ParserThread; robotsFirstMs: number; checker: string },
  ) {
    this.#url = new URL(url);
    this.#isPlain = url.protocol === "http:";
    // Try https first, even if the visitor entered an http URL.
    this.#url.protocol = "https:";
    this.#visits = tools.visits;
    this.#parser = tools.parser;
    this.#robotsFirstMs = tools.robotsFirstMs;
    this.#checker = tools.checker;
  }

  async look(): Promise<Partial<Found>> {
    const robots = this.#ask(new URL("/robots.txt", this.#url), ROBOTS_BYTES);
    const first = await Promise.race([robots, delay(this.#robotsFirstMs, undefined, { ref: false })]);
    if (first && (await this.#isClosedToUs(first, this.#url))) return { trouble: "closed-to-us" };
    const plain = new URL(this.#url);
    plain.protocol = "http:";
    const twinHost = twinOf(this.#url.host);
    const [home, http, twin] = await Promise.all([
      this.#ask(this.#url, PAGE_BYTES),
      this.#ask(plain, 0, ({ protocol }) => protocol === "https:"),
      twinHost
        ? this.#visits.ask(new URL(`https://${twinHost}/`), 0, ({ host }) => host === this.#url.host)
        : null,
    ]);
    const end = await this.#findPage(home, http, plain);
    const seen: Seen = {
      ...{ now: new Date(), home, http, page: null, robots: null, sitemap: null, canonical: null, links: [] },
      twin: twinHost ? { host: twinHost, visit: twin } : null,
      missing: { visit: null, isForbidden: false },
    };
    if ("trouble" in end) {
      seen.home = end.home;
      const visit = await robots;
      seen.robots = { visit, read: await this.#readRobots(visit, this.#url, []) };
      return { trouble: end.trouble, findings: judge(seen) };
    }
    seen.page = end.page;
    return this.#lookAround(seen, end.page, robots);
  }

  async #lookAround(
    seen: Seen,
    page: NonNullable<Seen["page"]>,
    early: Promise<Visit>,
  ): Promise<Partial<Found>> {
    const { bytes } = page.answer.body;
    const contentType = page.answer.headers["content-type"] ?? "";
    const [read, robotsVisit] = await Promise.all([
      this.#parser.read({ read: "page", bytes, contentType }),
      this.#robotsOf(page.url, early),
    ]);
    page.read = read;
    const missing = new URL(`/audit-missing-page-${randomBytes(6).toString("hex")}`, page.url);
    const links = read ? findLinks(read, page.url) : [];
    const probes = [missing, ...links];
    const robots = await this.#readRobots(robotsVisit, page.url, probes);
    if (robots?.namesAgent && robots.forbidden[AGENTS.length] !== null) return { trouble: "closed-to-us" };
    seen.robots = { visit: robotsVisit, read: robots };
    const forbidden = robots?.forbidden.slice(AGENTS.length + 1) ?? [];
    const probe = (url: URL, i: number) =>
      forbidden[i] == null ? this.#visits.ask(url, 0) : Promise.resolve(null);
    const [missingVisit, sitemap, canonical, ...linkVisits] = await Promise.all([
      probe(missing, 0),
      this.#findSitemap(page.url, robots?.sitemaps ?? []),
      this.#askCanonical(read?.canonicals ?? [], page.url),
      ...links.map((link, i) => probe(link, i + 1)),
    ]);
    seen.missing = { visit: missingVisit, isForbidden: forbidden[0] != null };
    seen.sitemap = sitemap;
    seen.canonical = canonical;
    seen.links = links.map((link, i) => ({
      ...{ path: link.pathname, visit: linkVisits[i] ?? null, isForbidden: forbidden[i + 1] != null },
    }));
    const cut = (text: string | null | undefined) => (text ?? "").slice(0, TEXT_CHARACTERS);
    return {
      ...{ finalUrl: page.url.href, trouble: null, findings: judge(seen) },
      ...{ title: cut(read?.titles.first), description: cut(read?.description) },
      h1: cut(read && mainHeadingsOf(read).find(Boolean)),
    };
  }

  async #ask(url: URL, bytes: number, isEnough?: (target: URL) => boolean): Promise<Visit> {
    return (await this.#visits.ask(url, bytes, isEnough)) ?? { ...NO_VISIT, url: url.href };
  }

  /** Returns the page to judge, or why there is none. */
  async #findPage(
    home: Visit,
    http: Visit,
    plain: URL,
  ): Promise<{ page: NonNullable<Seen["page"]> } | Missed> {
    const isHttpsOff =
      home.failure === "tls" || home.failure === "unreachable" || home.failure === "time-out";
    const onHttp = http.answer && http.url.startsWith("http:") ? outcomeOf(http) : null;
    const isHttpOn = onHttp === "good";
    // Many domains forward to another host over http only. Browsers fall back to http, too.
    const isForwarded = http.answer && !onHttp && new URL(http.url).host !== new URL(home.url).host;
    const instead = isHttpOn ? plain : isForwarded ? new URL(http.url) : null;
    const visit = isHttpsOff && instead ? await this.#ask(instead, PAGE_BYTES) : home;
    const { answer } = visit;
    // Report the http URL's error or bot wall, unless https has a TLS error and the visitor didn't enter http.
    if (isHttpsOff && onHttp && !isHttpOn && (this.#isPlain || home.failure !== "tls"))
      return { trouble: onHttp === "protected" ? "protected" : "http-error", home: http };
    if (!answer) return { trouble: TROUBLES[visit.failure ?? "unreachable"], home };
    if (isProtected(answer)) return { trouble: "protected", home };
    if (answer.status < 200 || answer.status >= 300) return { trouble: "http-error", home };
    if (!isHtml(answer.headers["content-type"] ?? "", answer.body.bytes))
      return { trouble: "not-html", home };
    return { page: { answer, url: new URL(visit.url), read: null } };
  }

  async #isClosedToUs(visit: Visit, url: URL): Promise<boolean> {
    const robots = await this.#readRobots(visit, new URL(url.pathname + url.search, visit.url || url), []);
    return Boolean(robots?.namesAgent && robots.forbidden[AGENTS.length] !== null);
  }

  /** Reads from robots.txt whether each agent may fetch the page, and our checker the probes. */
  async #readRobots(visit: Visit, page: URL, probes: URL[]) {
    if (outcomeOf(visit) !== "good") return null;
    const questions = [
      ...[...AGENTS, this.#checker].map((agent) => ({ url: page.href, agent })),
      ...probes.map((url) => ({ url: url.href, agent: this.#checker })),
    ];
    const text = visit.answer!.body.bytes.toString("utf8");
    // Even after a redirect, the file applies to the origin that was requested.
    const address = new URL("/robots.txt", page).href;
    return this.#parser.read({ read: "robots", text, address, agent: this.#checker, questions });
  }

  /** Returns the robots.txt of the page's final origin. */
  async #robotsOf(page: URL, early: Promise<Visit>): Promise<Visit> {
    const visit = await early;
    const isOurs = visit.url.startsWith(`${page.origin}/`) || page.origin === this.#url.origin;
    return isOurs ? visit : this.#ask(new URL("/robots.txt", page), ROBOTS_BYTES);
  }

  async #findSitemap(page: URL, named: string[]): Promise<Seen["sitemap"]> {
    const first = named.map((address) => URL.parse(address)).find((url) => url !== null);
    const url = first ?? new URL("/sitemap.xml", page);
    const visit = await this.#visits.ask(url, SITEMAP_BYTES);
    const found = { url: url.href, isNamed: first !== undefined, visit, read: null, part: null };
    if (outcomeOf(visit) !== "good") return found;
    const read = await this.#parser.read({ read: "sitemap", bytes: visit!.answer!.body.bytes });
    const child = read?.kind === "index" ? URL.parse(read.first[0] ?? "") : null;
    return { ...found, read, part: child && (await this.#visits.ask(child, 0)) };
  }

  async #askCanonical(canonicals: string[], page: URL): Promise<Visit | null> {
    const target = URL.parse(canonicals[0] ?? "");
    if (!target || target.href === page.href || !isSameHost(target.host, page.host)) return null;
    return this.#visits.ask(target, 0);
  }
}

type Missed = { trouble: Trouble; home: Visit };

const TROUBLES: Record<NonNullable<Visit["failure"]>, Trouble> = {
  refused: "refused-address",
  "no-dns": "no-dns",
  tls: "tls",
  "time-out": "time-out",
  unreachable: "unreachable",
  unreadable: "unreadable",
  loop: "http-error",
};

/** Without a Content-Type, the body decides, as in browsers. */
const isHtml = (contentType: string, bytes: Buffer) =>
  contentType
    ? /^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)
    : /^\s*<(!doctype html|html|head|body|title|h1|p|div|!--)/i.test(bytes.toString("latin1", 0, 500));

/** Returns the host with www added or removed; null for IP addresses and other subdomains. */
function twinOf(host: string): string | null {
  if (/[:[\]]|^[\d.]+$/.test(host)) return null;
  if (host.startsWith("www.")) return host.slice(4);
  return registeredPart(host) === host ? `www.${host}` : null;
}
