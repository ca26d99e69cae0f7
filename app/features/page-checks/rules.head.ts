import { pageChecks as words } from "../../copy/panel/page-checks.ts";
import { ruleWords } from "../../copy/site/audit-rules.ts";
import { cutResult } from "../../platform/text/search-result.ts";
import { robotsOf } from "./facts.ts";
import { hidingRule, isSameHost, judgeCanonical, judgeDescription, judgeTitle } from "./judges.ts";
import { broken, fail, good, improve, left, pass, rule, warn } from "./rule.ts";

const LANGUAGE = /^([a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-[a-z0-9]{5,8})*$/i;
/** Not region codes, though often used as such: the United Kingdom is GB. */
const NO_REGIONS = ["UK", "EU", "EN"];
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
/** Limiting zoom further would exclude people with low vision. */
const ZOOM_MIN = 2;

function isLanguage(code: string): boolean {
  const [, language = "", , , region = ""] = LANGUAGE.exec(code) ?? [];
  return Boolean(language && languages.of(language)) && !NO_REGIONS.includes(region.toUpperCase());
}

/** Leaves out trailing slashes, which don't make a different page. */
const pathOf = (url: URL) => url.pathname.replace(/\/+$/, "");

// Short titles and descriptions get advice on this site, but no finding on other websites.
export const headRules = {
  title: rule(({ facts: { titles } }) => ({ ...judgeTitle(titles.first, titles.count), ...titles }), {
    advice: ({ width, max, first }) => {
      // This site's pages always have exactly one title.
      const { problem } = judgeTitle(first);
      const title = first.trim();
      if (problem === "missing") return broken(ruleWords.title.found({ state: "fail", value: {} }));
      if (problem === "short") return improve(words.title.short(title));
      if (problem === "default")
        return improve(ruleWords.title.found({ state: "warn", value: { title, problem } }));
      if (problem !== "wide") return good(words.fits({ width, max }));
      return improve(words.title.wide({ width, max }, cutResult("desktop", first, "").title));
    },
    finding: ({ problem, width, max, count, first: title }) => {
      if (problem === "missing") return fail();
      if (problem === "several") return warn({ problem, title, count });
      if (problem === "default") return warn({ problem, title });
      return problem === "wide" ? warn({ problem, title, width, max }) : pass({ title });
    },
  }),

  description: rule(({ facts }) => judgeDescription(facts.description ?? ""), {
    advice: ({ problem, width, max, length }, { known: { excerpt } }) => {
      if (problem === "missing") return improve(ruleWords.description.found({ state: "warn", value: {} }));
      if (excerpt !== undefined && !excerpt.trim()) return improve(words.description.noExcerpt);
      if (problem === "short") return improve(words.description.short(length));
      return problem === "wide"
        ? improve(words.description.wide({ width, max }))
        : good(words.fits({ width, max }));
    },
    finding: ({ problem, width, max }, { facts }) => {
      const text = facts.description ?? "";
      if (problem === "missing") return warn({ problem });
      return problem === "wide" ? warn({ problem, text, width, max }) : pass({ text });
    },
  }),

  canonical: rule(({ facts }) => [...new Set(facts.canonicals)], {
    advice: (all, { url }) => {
      const { to, target, problem } = judgeCanonical(all.slice(0, 1).filter(Boolean), url);
      if (!problem) return good(words.canonical.own);
      if (problem === "other") return improve(words.canonical.other(target!.href));
      return improve(ruleWords.canonical.found({ state: "warn", value: { problem, to } }));
    },
    finding: (all, { url, canonical }) => {
      const { to, target, problem } = judgeCanonical(all, url);
      if (problem === "none") return warn({ problem });
      if (problem === "several") return fail({ problem, all });
      if (problem === "invalid" || !target) return fail({ problem: "invalid", to });
      if (problem === "relative") return warn({ problem, to });
      if (!problem) return pass({ to });
      if (!isSameHost(target.host, url.host)) return fail({ problem: "host", to });
      if (canonical.outcome === "gone") return fail({ problem: "error", to, status: canonical.status });
      if (canonical.outcome !== "good") return left(canonical.outcome);
      const isHere = canonical.url === url.href || pathOf(target) === pathOf(url);
      return isHere ? pass({ to }) : warn({ problem: "other-page", to });
    },
  }),

  robots: rule(({ facts }) => robotsOf(facts), {
    advice: (robots) =>
      hidingRule(robots, new Date()) !== null
        ? improve(words.robots.hidden)
        : good(words.robots.listed(robots)),
  }),

  viewport: rule(({ facts }) => facts.viewport, {
    finding: (content) => {
      if (content === null) return fail();
      const settings = content.toLowerCase().replace(/\s/g, "");
      if (!/width=device-width|initial-scale=/.test(settings)) return fail({ content });
      const most = /maximum-scale=([\d.]+)/.exec(settings)?.[1];
      const isFixed = /user-scalable=(no|0|false)/.test(settings) || (most && Number(most) < ZOOM_MIN);
      return isFixed ? warn({ content }) : pass({ content });
    },
  }),

  lang: rule(({ facts }) => (facts.lang ?? "").trim(), {
    finding: (lang) => (isLanguage(lang) ? pass({ lang }) : warn({ lang })),
  }),

  charset: rule(() => null, {
    finding: (_, { charset, charsetFrom }) => (charsetFrom === "guess" ? warn() : pass({ charset })),
  }),

  hreflang: rule(({ facts }) => facts.alternates, {
    finding: (all, { url }) => {
      if (!all.length) return null;
      const odd = all.filter(({ lang }) => lang.toLowerCase() !== "x-default" && !isLanguage(lang));
      if (odd.length) return warn({ problem: "codes", all: odd.map(({ lang }) => lang) });
      const relative = all.filter(({ href }) => !/^https?:\/\//i.test(href));
      if (relative.length) return warn({ problem: "relative", all: relative.map(({ href }) => href) });
      const own = all.some(({ href }) => {
        const target = URL.parse(href);
        return target && isSameHost(target.host, url.host) && pathOf(target) === pathOf(url);
      });
      return own ? pass({ count: all.length }) : warn({ problem: "self" });
    },
  }),

  share: rule(({ facts }) => facts.share, {
    finding: ({ title, image }) => {
      const isAbsolute = /^https?:\/\//i.test(image);
      const missing = [...(title ? [] : ["og:title"]), ...(isAbsolute ? [] : ["og:image"])];
      return missing.length ? warn({ missing }) : pass();
    },
  }),
};
