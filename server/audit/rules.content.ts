// The rules on what a page says, and on its structured data.
import { mainHeadingsOf } from "../../app/features/page-facts/facts.ts";
import { judgeMainHeadings } from "../../app/features/page-facts/rules.ts";
import { outcomeOf, type Seen } from "./seen.ts";
import { fail, type JudgePage, left, note, pass, unchecked, warn } from "./verdict.ts";

/** Fewer words without scripts, beside an empty root or this many scripts, and a browser builds the page. */
const WORDS_MIN = 50;
const SCRIPTS_MAX = 20;
/** So many pictures without an alternative text are a slip, more are a habit. */
const UNNAMED_PART = 0.2;
/** What Google has retired from its search results. */
const RETIRED =
  /^(FAQPage|HowTo|ClaimReview|SpecialAnnouncement|EstimatedSalary|OccupationalExperienceRequirements|VehicleListing)$/;
const BUSINESS_MICRODATA = /(Organization|Business|Store|Restaurant)$/;

/** Whether scripts build the page, so that most of it was not seen. */
export function isScriptBuilt(page: Seen["page"]): boolean {
  if (!page?.read) return false;
  const { words, hasEmptyRoot, scripts } = page.read;
  return words < WORDS_MIN && (hasEmptyRoot || scripts.all > SCRIPTS_MAX);
}

const scriptBuilt: JudgePage = (page) => {
  const { words } = page.read!;
  return isScriptBuilt(page) ? warn({ words }) : pass({ words });
};

const h1: JudgePage = ({ read }) => {
  const { headings, problem } = judgeMainHeadings(mainHeadingsOf(read!));
  // Several are fine for search engines.
  return problem === "missing" ? warn() : pass({ text: headings[0]! });
};

const headings: JudgePage = ({ read }) => {
  const all = read!.headings.filter(({ text }) => text);
  if (!all.length) return null;
  const i = all.findIndex((heading, at) => at > 0 && heading.level > all[at - 1]!.level + 1);
  if (i < 0) return pass();
  return warn({ text: all[i]!.text, from: `h${all[i - 1]!.level}`, to: `h${all[i]!.level}` });
};

const alt: JudgePage = ({ read }) => {
  const { all, unnamed, unnamedCount: missing } = read!.images;
  if (!all) return null;
  const value = { count: all, missing, examples: unnamed };
  if (!missing) return pass({ count: all });
  return missing <= all * UNNAMED_PART ? warn(value) : fail(value);
};

const linkText: JudgePage = ({ read }) => {
  const { all, vague, vagueCount } = read!.links;
  if (!all) return null;
  return vagueCount ? warn({ count: vagueCount, texts: vague }) : pass();
};

const crawlableLinks: JudgePage = ({ read }) => {
  const { all, bad, badCount } = read!.links;
  if (!all) return null;
  return badCount ? warn({ bad: badCount, count: all, examples: bad }) : pass({ count: all });
};

const brokenLinks: JudgePage = (_, { links }) => {
  if (!links.length) return null;
  const seen = links.flatMap((link) => {
    const outcome = link.isForbidden ? "robots" : outcomeOf(link.visit);
    return [{ ...link, outcome }];
  });
  const broken = seen.filter(({ outcome }) => outcome === "gone");
  const count = broken.length + seen.filter(({ outcome }) => outcome === "good").length;
  if (broken.length)
    return fail({ count, broken: broken.map(({ path, visit }) => `${path} (${visit!.answer!.status})`) });
  return count ? pass({ count }) : left(seen[0]!.outcome);
};

const words: JudgePage = (page) => (isScriptBuilt(page) ? null : note({ words: page.read!.words }));

const dataValid: JudgePage = ({ read }) => {
  const { blocks, problem, types, microdata } = read!.data;
  if (problem) return fail({ problem });
  if (blocks) return pass({ types });
  return microdata.length ? pass({ types: [...new Set(microdata)] }) : warn();
};

const business: JudgePage = ({ read }) => {
  const { business: found, problem, microdata } = read!.data;
  if (!found) {
    // It may stand in what cannot be read.
    if (problem === "damaged" || microdata.some((type) => BUSINESS_MICRODATA.test(type)))
      return unchecked("answer");
    return warn();
  }
  const { type, name, hasUrl } = found;
  const missing = [...(name ? [] : ["a name"]), ...(hasUrl ? [] : ["an address (url)"])];
  return missing.length ? warn({ missing }) : pass({ type, name });
};

const retired: JudgePage = ({ read }) => {
  const types = read!.data.types.filter((type) => RETIRED.test(type));
  return types.length ? note({ types }) : null;
};

export const contentRules = {
  "script-built": scriptBuilt,
  h1,
  headings,
  alt,
  "link-text": linkText,
  "crawlable-links": crawlableLinks,
  "broken-links": brokenLinks,
  words,
  "data-valid": dataValid,
  business,
  retired,
};
