// Reads robots.txt: what it forbids to which agents, and which lines no search engine understands.
import robotsParser from "robots-parser";

/** Google reads this much of it. */
export const ROBOTS_BYTES = 500 * 1024;
/** Limits: a hostile file could make each question take seconds. */
const LINES_MAX = 10_000;
const RULE_CHARACTERS = 300;
const WILDCARDS_MAX = 8;
const PATH_CHARACTERS = 500;

/** The directives that search engines understand, including those that only some do. */
const DIRECTIVES =
  /^(user-agent|allow|disallow|sitemap|crawl-delay|host|clean-param|request-rate|visit-time|noindex|content-signal|content-usage)$/i;

export type RobotsQuestion = { url: string; agent: string };

export type Robots = {
  /** there's a web page in place of the file */
  isHtml: boolean;
  /** lines that no search engine understands, at most 5 */
  unknown: string[];
  /** URLs as written, at most 20 */
  sitemaps: string[];
  /** whether a group names the agent itself */
  namesAgent: boolean;
  /** for each question, in order: the line that forbids it, null if it's allowed */
  forbidden: (string | null)[];
};

/**
 * Reads a robots.txt.
 * @param address its URL; it applies only to its own scheme, host and port
 * @param agent the agent whose own group is looked for
 * @param questions which agent asks about which URL
 */
export function readRobots(
  text: string,
  address: string,
  agent: string,
  questions: readonly RobotsQuestion[],
): Robots {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/, LINES_MAX);
  const usual = lines.map((line) => (isUsual(line) ? line : ""));
  const parsed = robotsParser(address, usual.join("\n"));
  const directives = lines.map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);
  return {
    isHtml: /^\s*<(!doctype|html|head|body|script|\?xml)/i.test(text.slice(0, 500)),
    unknown: directives
      .filter((line) => !/^[^:]+:/.test(line) || !DIRECTIVES.test(line.split(":")[0]!.trim()))
      .slice(0, 5)
      .map((line) => line.slice(0, 100)),
    sitemaps: parsed.getSitemaps().slice(0, 20),
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

/** Long URLs are checked by their beginning: each further character costs time. */
function cutPath(address: string): string {
  const url = new URL(address);
  return url.origin + (url.pathname + url.search).slice(0, PATH_CHARACTERS);
}
