import { pageChecks as words } from "../../copy/panel/page-checks.ts";
import { ruleWords } from "../../copy/site/audit-rules.ts";
import { imagePath } from "../../platform/text/image.ts";
import { mainHeadingsOf, type OwnFacts, type PageFacts, robotsOf } from "./facts.ts";
import { hidingRule } from "./judges.ts";
import {
  type Advice,
  broken,
  fail,
  good,
  improve,
  type LinkState,
  left,
  note,
  type OwnPage,
  pass,
  rule,
  unchecked,
  warn,
} from "./rule.ts";

/**
 * A page with fewer words than this counts as built in the browser if it also has an empty root or too many scripts.
 */
const WORDS_MIN = 50;
const SCRIPTS_MAX = 20;
/** If a larger share of images has no alt text, that's an error instead of a warning. */
const UNNAMED_PART = 0.2;
/** Google no longer shows rich results for these types. */
const RETIRED =
  /^(FAQPage|HowTo|ClaimReview|SpecialAnnouncement|EstimatedSalary|OccupationalExperienceRequirements|VehicleListing)$/;
const BUSINESS_MICRODATA = /(Organization|Business|Store|Restaurant)$/;
const BLOCKING_MAX = 2;
/** Landing pages that share a larger part of their words are too similar. */
const TWIN_MAX = 0.7;
/** Applies to the compressed size. */
const WEIGHT_MAX_KB = 50;
/** Narrower images aren't sharp on a phone. */
const HERO_MIN_WIDTH = 640;

/** Returns whether scripts build the page, so most of it couldn't be read. */
export const isScriptBuilt = ({ words: count, hasEmptyRoot, scripts }: PageFacts): boolean =>
  count < WORDS_MIN && (hasEmptyRoot || scripts.all > SCRIPTS_MAX);

const FILLERS = /^(services?|agency|agencies|company|companies|a|an|and|for|in|of|on|our|the|to|with)$/;
/** Leaves out filler words and plural endings. */
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !FILLERS.test(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ""));

function lacksKeyword(heading: string, keyword: string): boolean {
  const said = new Set(wordsOf(heading));
  return wordsOf(keyword).some((word) => !said.has(word));
}

const inState = (links: ReadonlyMap<string, LinkState>, state: LinkState) =>
  [...links].filter(([, one]) => one === state).map(([link]) => link);

function problemsOf(
  { id, words: alt, isHero }: OwnFacts["libraryImages"][number],
  own: OwnPage["own"],
): string[] {
  const image = own.get(id);
  if (!image) return [];
  const path = imagePath(id);
  const isReadyHero = isHero && image.variants.length > 0;
  return [
    alt && !image.alt && !image.isDecorative ? words.images.noDescription(path) : "",
    isReadyHero && image.width < HERO_MIN_WIDTH ? words.images.narrow(path, image.width, HERO_MIN_WIDTH) : "",
    isReadyHero && image.share === null ? words.images.noShare(path) : "",
  ].filter(Boolean);
}

export const contentRules = {
  "script-built": rule(({ facts }) => isScriptBuilt(facts), {
    finding: (isBuilt, { facts: { words: count } }) =>
      isBuilt ? warn({ words: count }) : pass({ words: count }),
  }),

  h1: rule(({ facts }) => mainHeadingsOf(facts).filter((text) => text.trim()), {
    advice: (headings, { facts, known }) => {
      const [only] = headings;
      if (only === undefined) return broken(ruleWords.h1.found({ state: "warn", value: {} }));
      if (headings.length > 1) return improve(words.heading.several(headings));
      const keyword = (known.hasOwnKeywords && facts.keywords?.split(",")[0]?.trim()) || "";
      if (lacksKeyword(only, keyword)) return improve(words.heading.noKeyword(only, keyword));
      return good(words.heading.one(only));
    },
    // Search engines accept several main headings.
    finding: ([text]) => (text === undefined ? warn() : pass({ text })),
  }),

  headings: rule(({ facts }) => facts.headings.filter(({ text }) => text), {
    finding: (all) => {
      if (!all.length) return null;
      const i = all.findIndex((heading, at) => at > 0 && heading.level > all[at - 1]!.level + 1);
      if (i < 0) return pass();
      return warn({ text: all[i]!.text, from: `h${all[i - 1]!.level}`, to: `h${all[i]!.level}` });
    },
  }),

  alt: rule(({ facts }) => facts, {
    advice: ({ own: { unnamed, libraryImages, lost, imageUrls } }, { images, own, url }) => {
      const gone = inState(images, "broken");
      if (gone.length) return broken(words.links.broken(gone), gone);
      if (lost) return broken(words.images.lost(lost));
      const elsewhere = [...imageUrls].filter((one) => URL.parse(one)?.origin !== url.origin);
      const problems = new Set([
        ...(elsewhere.length ? [words.images.elsewhere(elsewhere)] : []),
        ...(unnamed.length ? [words.images.unnamed(unnamed)] : []),
        ...libraryImages.flatMap((image) => problemsOf(image, own)),
      ]);
      return problems.size ? improve([...problems].join(" ")) : good(words.images.good);
    },
    finding: ({ images: { all: count, unnamed: examples, unnamedCount: missing } }) => {
      if (!count) return null;
      if (!missing) return pass({ count });
      return (missing <= count * UNNAMED_PART ? warn : fail)({ count, missing, examples });
    },
  }),

  "link-text": rule(({ facts }) => facts.links, {
    finding: ({ all, vague: texts, vagueCount: count }) =>
      all ? (count ? warn({ count, texts }) : pass()) : null,
  }),

  "crawlable-links": rule(({ facts }) => facts.links, {
    finding: ({ all: count, bad: examples, badCount: bad }) =>
      count ? (bad ? warn({ bad, count, examples }) : pass({ count })) : null,
  }),

  "broken-links": rule(() => null, {
    advice: (_, { links }): Advice => {
      const states = ["broken", "moved", "chained", "unchecked"] as const;
      const found = states.map((state) => [state, inState(links, state)] as const);
      const parts = found.flatMap(([state, some]) => (some.length ? [words.links[state](some)] : []));
      if (!parts.length) return good(words.links.good(links.size));
      const about = found.flatMap(([state, some]) => (state === "unchecked" ? [] : some));
      const worst = found.find(([, some]) => some.length)![0];
      const state = worst === "moved" || worst === "chained" ? "improve" : worst;
      return { state, text: parts.join(" "), about };
    },
    finding: (_, { links }) => {
      if (!links.length) return null;
      const gone = links.filter(({ outcome }) => outcome === "gone");
      const count = gone.length + links.filter(({ outcome }) => outcome === "good").length;
      if (gone.length) return fail({ count, broken: gone.map(({ path, status }) => `${path} (${status})`) });
      return count ? pass({ count }) : left(links[0]!.outcome);
    },
  }),

  /** Only records can have a former URL. */
  linked: rule(() => null, {
    advice: (_, { known: { outdated } }) => {
      if (outdated === undefined) return null;
      return outdated ? improve(words.linked.some(outdated)) : good(words.linked.none);
    },
  }),

  /** Only landing pages start with default wording. */
  defaults: rule(() => null, {
    advice: (_, { known: { defaults } }) => {
      if (defaults === undefined) return null;
      return defaults.length ? improve(words.defaults.some(defaults)) : good(words.defaults.none);
    },
  }),

  /** Google calls near-duplicate landing pages doorways. */
  twin: rule(() => null, {
    advice: (_, { known: { twin } }) => {
      if (twin === undefined) return null;
      if (!twin || twin.share <= TWIN_MAX) return good(words.twin.none);
      return improve(words.twin.some(twin.title, Math.round(twin.share * 100)));
    },
  }),

  words: rule(({ facts }) => facts, {
    finding: (facts) => (isScriptBuilt(facts) ? null : note({ words: facts.words })),
  }),

  "data-valid": rule(({ facts }) => facts.data, {
    advice: ({ blocks, problem, lacksContext, types }, { facts }) => {
      if (!blocks)
        return hidingRule(robotsOf(facts), new Date()) !== null
          ? good(words.data.hidden)
          : improve(words.data.none);
      if (problem || lacksContext || !types.length) return broken(words.data.damaged);
      return good(words.data.types(types));
    },
    finding: ({ problem, types, microdata }) => {
      if (problem) return fail({ problem });
      if (types.length) return pass({ types });
      return microdata.length ? pass({ types: [...new Set(microdata)] }) : warn();
    },
  }),

  business: rule(({ facts }) => facts.data, {
    finding: ({ business, problem, microdata }) => {
      if (!business) {
        // The business may be in a part that couldn't be read.
        if (problem === "damaged" || microdata.some((type) => BUSINESS_MICRODATA.test(type)))
          return unchecked("answer");
        return warn();
      }
      const { type, name, hasUrl } = business;
      const missing = [...(name ? [] : ["a name"]), ...(hasUrl ? [] : ["a URL (url)"])];
      return missing.length ? warn({ missing }) : pass({ type, name });
    },
  }),

  retired: rule(({ facts }) => facts.data.types.filter((type) => RETIRED.test(type)), {
    finding: (types) => (types.length ? note({ types }) : null),
  }),

  weight: rule(() => null, {
    advice: (_, { bytes: { plain, compressed } }) => {
      const [all, sent] = [Math.ceil(plain / 1000), Math.ceil(compressed / 1000)];
      const text = words.weight.light(all, sent);
      return sent <= WEIGHT_MAX_KB ? good(text) : improve(text + words.weight.heavy(WEIGHT_MAX_KB));
    },
  }),

  blocking: rule(({ facts }) => facts.scripts.blocking, {
    finding: (count) => (count <= BLOCKING_MAX ? pass({ count }) : warn({ count })),
  }),

  "sized-images": rule(({ facts }) => facts.images, {
    finding: ({ all: count, unsizedCount: missing }) =>
      count ? (missing ? warn({ count, missing }) : pass({ count })) : null,
  }),

  "lazy-first": rule(({ facts }) => facts.images, {
    finding: ({ all, isFirstLazy }) => (all ? (isFirstLazy ? warn() : pass()) : null),
  }),

  mixed: rule(({ facts }) => facts.insecure, {
    finding: (urls, { url }) => {
      if (url.protocol !== "https:") return null;
      return urls.length ? fail({ count: urls.length, urls: urls.slice(0, 3) }) : pass();
    },
  }),
};
