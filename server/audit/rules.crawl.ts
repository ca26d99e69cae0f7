import { hidingRule, isSameHost } from "../../app/features/page-checks/judges.ts";
import { fail, left, note, pass, unchecked, warn } from "../../app/features/page-checks/rule.ts";
import { type Judge, outcomeOf, type Seen } from "./seen.ts";

const ADDRESSES_MAX = 50_000;

/** The search engine must be first, because `robotsAllow` uses index 0. */
export const AGENTS = [
  "Googlebot",
  "GPTBot",
  "OAI-SearchBot",
  "ClaudeBot",
  "PerplexityBot",
  "Google-Extended",
];

/** Returns how Google treats robots.txt. `none` allows everything; `unseen` means that we don't know. */
function robotsOf(robots: Seen["robots"]): "file" | "none" | "error" | "unseen" {
  if (robots?.visit.failure === "loop") return "none";
  const outcome = outcomeOf(robots?.visit ?? null);
  if (outcome === "good") return robots?.read ? "file" : "unseen";
  if (outcome === "answer") return "none";
  if (outcome !== "gone") return "unseen";
  return robots!.visit.answer!.status >= 500 ? "error" : "none";
}

const robotsFile: Judge = ({ robots }) => {
  const kind = robotsOf(robots);
  if (!robots || kind === "unseen") {
    const outcome = outcomeOf(robots?.visit ?? null);
    return outcome === "good" ? unchecked("unreadable") : left(outcome);
  }
  if (kind === "none") return pass({ problem: "none" });
  if (kind === "error") return fail({ status: robots.visit.answer!.status });
  const { isHtml, unknown, sitemaps } = robots.read!;
  const relative = sitemaps.filter((address) => !/^https?:\/\//i.test(address));
  if (isHtml) return warn({ problem: "html" });
  if (robots.visit.answer?.body.isCut) return warn({ problem: "large" });
  if (unknown.length) return warn({ problem: "unknown", lines: unknown });
  return relative.length ? warn({ problem: "relative-sitemap", lines: relative }) : pass();
};

const robotsAllow: Judge = ({ robots, page }) => {
  if (!page) return unchecked("page");
  const kind = robotsOf(robots);
  if (kind === "none") return pass();
  if (kind !== "file") return left(outcomeOf(robots?.visit ?? null));
  const line = robots?.read?.forbidden[0];
  return line == null ? pass() : fail({ line });
};

const aiAgents: Judge = ({ robots, page }) => {
  const kind = robotsOf(robots);
  if (!page || (kind !== "file" && kind !== "none")) return null;
  const forbidden = kind === "file" ? robots!.read!.forbidden : [];
  return note({ closed: AGENTS.filter((_, i) => i > 0 && forbidden[i] != null) });
};

/** These directives contain a colon, but don't name a crawler. */
const WITH_VALUE = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

/** The comma between two crawlers' directives, if a proxy joined two headers into one. */
const NEXT_AGENT = /,\s*(?=(?!unavailable_after|max-)[a-z][\w-]*\s*:)/i;

const indexable: Judge = ({ page, now }) => {
  if (!page) return unchecked("page");
  for (const line of page.answer.robotsTags.flatMap((tag) => tag.split(NEXT_AGENT))) {
    const [, name = "", rest = ""] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const isForOne = Boolean(name) && !WITH_VALUE.test(name);
    if (isForOne && name.toLowerCase() !== "googlebot") continue;
    if (hidingRule(isForOne ? rest : line, now)) return fail({ where: "header", text: line });
  }
  if (!page.read) return unchecked("unreadable");
  const hidden = page.read.robots.find(({ content }) => hidingRule(content, now));
  return hidden ? fail({ where: "meta", text: hidden.content }) : pass();
};

const sitemap: Judge = ({ sitemap: map, page }) => {
  if (!page) return unchecked("page");
  if (!map) return unchecked("time");
  const { url, isNamed, visit, read, part } = map;
  const outcome = outcomeOf(visit);
  if (outcome === "gone" && isNamed) return fail({ problem: "status", url, status: visit!.answer!.status });
  if (outcome === "gone" && visit!.answer!.status < 500) return warn({ problem: "none" });
  if (outcome !== "good") return left(outcome);
  if (!read) return unchecked("unreadable");
  if (read.kind === "none") return isNamed ? fail({ problem: "unreadable", url }) : warn({ problem: "none" });
  if (read.kind === "index") {
    if (outcomeOf(part) === "gone")
      return fail({ problem: "status", url: part!.url, status: part!.answer!.status });
    return pass({ url, maps: read.count });
  }
  if (read.count > ADDRESSES_MAX) return fail({ problem: "too-many", url });
  const [example] = read.first;
  const isOwn = read.first.some((address) => isSameHost(URL.parse(address)?.host ?? "", page.url.host));
  if (example && !isOwn) return warn({ problem: "other-host", url, example });
  return pass({ url, count: read.count, ...(visit!.answer!.body.isCut && { isCut: "yes" }) });
};

export const crawlRules = {
  "robots-file": robotsFile,
  "robots-allow": robotsAllow,
  indexable,
  sitemap,
  "ai-agents": aiAgents,
};
