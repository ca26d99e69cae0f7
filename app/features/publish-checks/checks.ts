// What there is to say of a page that was read: what is good, what could be better, what is broken.
import { META_DESCRIPTION_MIN_CHARS } from "../../copy/business.ts";
import { ruleWords } from "../../copy/site/audit-rules.ts";
import { picturePath } from "../../platform/picture.ts";
import { mainHeadingsOf, type OwnFacts, type PageFacts, robotsOf } from "../page-facts/facts.ts";
import {
  hidingRule,
  judgeCanonical as judgeAddress,
  judgeMainHeadings,
  judgeDescription as judgeSnippet,
  judgeTitle as judgeTitleTag,
} from "../page-facts/rules.ts";
import { cutResult } from "../page-seo/search-result.ts";

/** `improve` and `broken` are advice: nothing of it keeps a record from being published. */
export type CheckState = "good" | "improve" | "broken" | "unchecked";

export type CheckId =
  | "title"
  | "description"
  | "heading"
  | "images"
  | "links"
  | "linked"
  | "canonical"
  | "robots"
  | "data"
  | "weight";

/** One line of the report; `about` names the addresses at fault, where it is about some. */
export type Check = { id: CheckId; label: string; state: CheckState; text: string; about?: string[] };

/** What the page itself does not tell. */
export type Known = {
  /** its keywords are its own, of which the first is what it wants to be found for */
  hasOwnKeywords?: boolean;
  /** a post's excerpt, which lists and search results show */
  excerpt?: string;
  /** how many other texts link to an address that the page had before */
  outdated?: number;
};

const LABELS: Record<CheckId, string> = {
  title: ruleWords.title.name,
  description: ruleWords.description.name,
  heading: ruleWords.h1.name,
  images: "Pictures",
  links: "Links to this site",
  linked: "Links from elsewhere",
  canonical: ruleWords.canonical.name,
  robots: "Search engines",
  data: "Structured data",
  weight: "Weight",
};

/** What is said of every page; `linked` needs an address that it had before. */
const CHECK_IDS = (Object.keys(LABELS) as CheckId[]).filter((id) => id !== "linked");

const say = (id: CheckId, state: CheckState, text: string): Check => ({ id, label: LABELS[id], state, text });

/**
 * What a link's target answers: a page, one redirect to a page, several of them, nothing (also at the end of redirects),
 * or it could not be asked.
 */
export type LinkState = "good" | "moved" | "chained" | "broken" | "unchecked";

/** How heavy a page may be before it is worth a word, compressed. */
const WEIGHT_MAX_KB = 50;

/** A report on a page that could not be read. */
export const unchecked = (why: string): Check[] => CHECK_IDS.map((id) => say(id, "unchecked", why));

/** A picture above a text needs this many pixels in width to be sharp on a phone. */
const HERO_MIN_WIDTH = 640;

/**
 * @param page.own the owner's pictures on the page, by their ids
 * @param page.url the page's own absolute address
 * @param page.links each internal link of the page with its state
 * @param page.images each picture of this site likewise
 * @param page.bytes of its HTML, as it is and compressed
 */
export function judgePage(
  facts: PageFacts,
  page: {
    url: string;
    links: ReadonlyMap<string, LinkState>;
    images: ReadonlyMap<string, LinkState>;
    own: OwnPictures;
    bytes: { plain: number; compressed: number };
    known?: Known;
  },
): Check[] {
  const { known = {} } = page;
  const robots = robotsOf(facts);
  const isHidden = hidingRule(robots, new Date()) !== null;
  return [
    judgeTitle(facts.titles.first),
    judgeDescription(facts.description ?? "", known.excerpt),
    judgeHeadings(mainHeadingsOf(facts), known.hasOwnKeywords ? mainKeyword(facts.keywords) : ""),
    judgeImages(facts.own, page.images, page.own),
    judgeLinks(page.links),
    ...judgeLinked(known.outdated),
    judgeCanonical(facts.canonicals, page.url),
    isHidden
      ? say("robots", "improve", "Search engines are asked not to list this page.")
      : say("robots", "good", `${robots || "index, follow"}: search engines may list this page.`),
    judgeData(facts.data, isHidden),
    judgeWeight(page.bytes),
  ];
}

function judgeTitle(title: string): Check {
  const { problem, width, max } = judgeTitleTag(title);
  const said = { title: title.trim(), problem: problem ?? "" };
  if (problem === "missing")
    return say("title", "broken", ruleWords.title.found({ state: "fail", value: {} }));
  if (problem === "short")
    return say("title", "improve", `“${said.title}” is too short to say what the page is about.`);
  if (problem === "default")
    return say("title", "improve", ruleWords.title.found({ state: "warn", value: said }));
  if (problem !== "wide") return say("title", "good", `${width} of ${max} pixels.`);
  const cut = cutResult("desktop", title, "").title;
  return say("title", "improve", `${width} of ${max} pixels: search results end it at “${cut}”.`);
}

function judgeDescription(description: string, excerpt?: string): Check {
  const { problem, width, max, length } = judgeSnippet(description);
  if (problem === "missing")
    return say("description", "improve", ruleWords.description.found({ state: "warn", value: {} }));
  if (excerpt !== undefined && !excerpt.trim())
    return say(
      "description",
      "improve",
      "There is no excerpt, so the article's first words stand in for it.",
    );
  if (problem === "short") {
    const text = `${length} characters are too few to tell why to open the page: ${META_DESCRIPTION_MIN_CHARS} to 155 are usual.`;
    return say("description", "improve", text);
  }
  if (problem === "wide")
    return say("description", "improve", `${width} of ${max} pixels: search results leave out its end.`);
  return say("description", "good", `${width} of ${max} pixels.`);
}

const mainKeyword = (keywords: string | null) => keywords?.split(",")[0]?.trim() ?? "";

/** Words that say what is for sale, and those that only join others. */
const FILLERS = /^(services?|agency|agencies|company|companies|a|an|and|for|in|of|on|our|the|to|with)$/;
/** The words of a text that count, each without the ending of a plural. */
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !FILLERS.test(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ""));

function lacksKeyword(heading: string, keyword: string): boolean {
  const said = new Set(wordsOf(heading));
  return wordsOf(keyword).some((word) => !said.has(word));
}

function judgeHeadings(all: readonly string[], keyword: string): Check {
  const { headings, problem } = judgeMainHeadings(all);
  const [only = ""] = headings;
  if (problem === "missing")
    return say("heading", "broken", ruleWords.h1.found({ state: "warn", value: {} }));
  if (problem === "several") {
    const list = headings.map((words) => `“${words}”`).join(", ");
    return say("heading", "improve", `There are ${headings.length} instead of one: ${list}.`);
  }
  if (lacksKeyword(only, keyword))
    return say("heading", "improve", `“${only}” does not name the page's main keyword, “${keyword}”.`);
  return say("heading", "good", `One: “${only}”.`);
}

const lostPictures = (count: number) =>
  count === 1
    ? "A picture in the text was deleted: choose another one, or take it out."
    : `${count} pictures in the text were deleted: choose others, or take them out.`;

/** What is asked of the owner's pictures. */
type OwnPictures = ReadonlyMap<
  string,
  { alt: string; isDecorative: boolean; width: number; share: string | null; variants: readonly unknown[] }
>;

function judgeImages(
  { unnamed, pictures, lost }: OwnFacts,
  images: ReadonlyMap<string, LinkState>,
  own: OwnPictures,
): Check {
  const broken = inState(images, "broken");
  if (broken.length)
    return { ...say("images", "broken", `Nothing is at ${broken.join(", ")}.`), about: broken };
  if (lost) return say("images", "broken", lostPictures(lost));
  const faults = [...unnamedOf(unnamed), ...pictures.flatMap((picture) => faultsOf(picture, own))];
  if (!faults.length) return say("images", "good", "Each has a text for those who do not see it.");
  return say("images", "improve", [...new Set(faults)].join(" "));
}

function unnamedOf(unnamed: readonly string[]): string[] {
  const [one] = unnamed;
  if (!one) return [];
  return unnamed.length === 1
    ? [`One has no text for those who do not see it: ${one}`]
    : [`${unnamed.length} have no text for those who do not see them: ${unnamed.join(", ")}`];
}

function faultsOf({ id, words, isHero }: OwnFacts["pictures"][number], own: OwnPictures): string[] {
  const picture = own.get(id);
  if (!picture) return [];
  const { alt, isDecorative, width, share, variants } = picture;
  const path = picturePath(id);
  const isReady = variants.length > 0;
  return [
    words && !alt && !isDecorative
      ? `${path} has no description, so the title stands in for it: describe it on the Media tab, or mark it as decorative.`
      : "",
    isHero && isReady && width < HERO_MIN_WIDTH
      ? `${path} is ${width} pixels wide, which is too small above a text: ${HERO_MIN_WIDTH} are the least, 1920 are sharp everywhere.`
      : "",
    isHero && isReady && share === null
      ? `${path} is too small for shared links, which get a drawn picture instead.`
      : "",
  ].filter(Boolean);
}

const inState = (links: ReadonlyMap<string, LinkState>, state: LinkState) =>
  [...links].filter(([, one]) => one === state).map(([link]) => link);

function judgeLinks(links: ReadonlyMap<string, LinkState>): Check {
  const broken = inState(links, "broken");
  const moved = inState(links, "moved");
  const chained = inState(links, "chained");
  const left = inState(links, "unchecked");
  const parts = [
    broken.length && `Nothing is at ${broken.join(", ")}.`,
    moved.length && `A redirect stands at ${moved.join(", ")}.`,
    chained.length && `Several redirects, one after the other, begin at ${chained.join(", ")}.`,
    left.length && `Not checked: ${left.join(", ")}.`,
  ].filter(Boolean);
  if (!parts.length) return say("links", "good", `${links.size} of ${links.size} lead somewhere.`);
  const state = broken.length ? "broken" : moved.length + chained.length ? "improve" : "unchecked";
  return { ...say("links", state, parts.join(" ")), about: [...broken, ...moved, ...chained] };
}

/** Only a record's address changes. */
function judgeLinked(outdated: number | undefined): Check[] {
  if (outdated === undefined) return [];
  if (!outdated) return [say("linked", "good", "No text links to an address that the page had before.")];
  const texts = outdated === 1 ? "1 text links" : `${outdated} texts link`;
  return [say("linked", "improve", `${texts} to an old address. Visitors are led to the new one.`)];
}

function judgeCanonical(canonicals: readonly string[], url: string): Check {
  const { to, target, problem } = judgeAddress(canonicals.slice(0, 1).filter(Boolean), new URL(url));
  if (!problem) return say("canonical", "good", "The page's own.");
  if (problem === "other")
    return say("canonical", "improve", `Search engines are sent to ${target!.href} instead.`);
  return say("canonical", "improve", ruleWords.canonical.found({ state: "warn", value: { problem, to } }));
}

function judgeData({ blocks, problem, lacksContext, types }: PageFacts["data"], isHidden: boolean): Check {
  if (!blocks)
    return isHidden
      ? say("data", "good", "None, since the page is not listed.")
      : say("data", "improve", "There is none.");
  if (problem || lacksContext || !types.length) return say("data", "broken", "It cannot be read as JSON-LD.");
  return say("data", "good", `${types.join(", ")}.`);
}

function judgeWeight({ plain, compressed }: { plain: number; compressed: number }): Check {
  const [all, sent] = [plain, compressed].map((bytes) => Math.ceil(bytes / 1000));
  const text = `${all} kB of HTML, ${sent} kB compressed.`;
  if (sent! <= WEIGHT_MAX_KB) return say("weight", "good", text);
  return say("weight", "improve", `${text} Pages of up to ${WEIGHT_MAX_KB} kB open sooner.`);
}
