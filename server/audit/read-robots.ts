import robotsParser from "robots-parser";

/** Google reads only this much of a robots.txt. */
export const ROBOTS_BYTES = 500 * 1024;
/** Without limits, a hostile file could make each question take seconds. */
const LINES_MAX = 10_000;
const RULE_CHARACTERS = 300;
const WILDCARDS_MAX = 8;
const PATH_CHARACTERS = 500;

const DIRECTIVES =
  /^(user-agent|allow|disallow|sitemap|crawl-delay|host|clean-param|request-rate|visit-time|noindex|content-signal|content-usage)$/i;

/** Other lines don't end a group (RFC 9309, 2.2.4), but they do in robots-parser. */
const RULE = /^\s*(user-agent|allow|disallow)\s*:/i;
const SITEMAP = /^\s*sitemap\s*:([^#]*)/i;

export type RobotsQuestion = { url: string; agent: string };

export type Robots = {
  /** The URL returned a web page. */
  isHtml: boolean;
  /** Lines that no search engine understands, at most 5. */
  unknown: string[];
  /** URLs as written, at most 20. */
  sitemaps: string[];
  namesAgent: boolean;
  /** For each question, the line that blocks the URL; null if allowed. */
  forbidden: (string | null)[];
};

/**
 * Reads a robots.txt.
 * @param address the file's URL; its rules apply only to the same scheme, host and port
 * @param agent the crawler that `namesAgent` is about
 */
export function readRobots(
  text: string,
  address: string,
  agent: string,
  questions: readonly RobotsQuestion[],
): Robots {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/, LINES_MAX);
  const usual = lines.map((line) => (isUsual(line) ? line : ""));
  const parsed = robotsParser(address, usual.map((line) => (RULE.test(line) ? line : "")).join("\n"));
  const directives = lines.map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);
  return {
    isHtml: /^\s*<(!doctype|html|head|body|script|\?xml)/i.test(text.slice(0, 500)),
    unknown: directives
      .filter((line) => !/^[^:]+:/.test(line) || !DIRECTIVES.test(line.split(":")[0]!.trim()))
      .slice(0, 5)
      .map((line) => line.slice(0, 100)),
    sitemaps: usual.flatMap((line) => SITEMAP.exec(line)?.[1]?.trim() || []).slice(0, 20),
    namesAgent: directives.some(
      (line) => line.toLowerCase().replace(/\s/g, "").split("/")[0] === `user-agent:${agent.toLowerCase()}`,
    ),
    forbidden: questions.map(({ url, agent: asking }) => {
      const asked = cutPath(url);
      if (parsed.isAllowed(asked, asking) !== false) return null;
      return (usual[parsed.getMatchingLineNumber(asked, asking) - 1] ?? "").trim().slice(0, 200);
    }),
  };
}

const isUsual = (line: string) =>
  line.length <= RULE_CHARACTERS && (line.match(/\*/g)?.length ?? 0) <= WILDCARDS_MAX;

/** Matching takes longer for longer URLs. */
function cutPath(address: string): string {
  const url = new URL(address);
  return url.origin + (url.pathname + url.search).slice(0, PATH_CHARACTERS);
}
