// The rules on the head of a page.
import { judgeCanonical, judgeDescription, judgeTitle } from "../../app/features/page-facts/rules.ts";
import { isSameHost, outcomeOf } from "./seen.ts";
import { fail, type JudgePage, left, pass, warn } from "./verdict.ts";

const LANGUAGE = /^([a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-[a-z0-9]{5,8})*$/i;
/** Regions that are often written and are none: the United Kingdom is GB. */
const NO_REGIONS = ["UK", "EU", "EN"];
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
/** Less, and people with weak eyes cannot read the page on a phone. */
const ZOOM_MIN = 2;

function isLanguage(code: string): boolean {
  const [, language = "", , , region = ""] = LANGUAGE.exec(code) ?? [];
  return Boolean(language && languages.of(language)) && !NO_REGIONS.includes(region.toUpperCase());
}

// A short title or description is advice to whom a page belongs, and no finding about a stranger's.
const title: JudgePage = ({ read }) => {
  const { count, first: title } = read!.titles;
  const { problem, width, max } = judgeTitle(title, count);
  if (problem === "missing") return fail();
  if (problem === "several") return warn({ problem, title, count });
  if (problem === "default") return warn({ problem, title });
  return problem === "wide" ? warn({ problem, title, width, max }) : pass({ title });
};

const description: JudgePage = ({ read }) => {
  const text = read!.description ?? "";
  const { problem, width, max } = judgeDescription(text);
  if (problem === "missing") return warn({ problem });
  return problem === "wide" ? warn({ problem, text, width, max }) : pass({ text });
};

/** An address without what makes no difference between two pages. */
const pathOf = (url: URL) => url.pathname.replace(/\/+$/, "");

const canonical: JudgePage = ({ read, url }, seen) => {
  const all = [...new Set(read!.canonicals)];
  const { to, target, problem } = judgeCanonical(all, url);
  if (problem === "none") return warn({ problem });
  if (problem === "several") return fail({ problem, all });
  if (problem === "invalid" || !target) return fail({ problem: "invalid", to });
  if (problem === "relative") return warn({ problem, to });
  if (!problem) return pass({ to });
  if (!isSameHost(target.host, url.host)) return fail({ problem: "host", to });
  const outcome = outcomeOf(seen.canonical);
  if (outcome === "gone") return fail({ problem: "error", to, status: seen.canonical!.answer!.status });
  if (outcome !== "good") return left(outcome);
  const isHere = seen.canonical!.url === url.href || pathOf(target) === pathOf(url);
  return isHere ? pass({ to }) : warn({ problem: "other-page", to });
};

const viewport: JudgePage = ({ read }) => {
  const content = read!.viewport;
  if (content === null) return fail();
  const settings = content.toLowerCase().replace(/\s/g, "");
  if (!/width=device-width|initial-scale=/.test(settings)) return fail({ content });
  const most = /maximum-scale=([\d.]+)/.exec(settings)?.[1];
  const isFixed = /user-scalable=(no|0|false)/.test(settings) || (most && Number(most) < ZOOM_MIN);
  return isFixed ? warn({ content }) : pass({ content });
};

const lang: JudgePage = ({ read }) => {
  const code = (read!.lang ?? "").trim();
  return isLanguage(code) ? pass({ lang: code }) : warn({ lang: code });
};

const charset: JudgePage = ({ read }) =>
  read!.charsetFrom === "guess" ? warn() : pass({ charset: read!.charset });

const hreflang: JudgePage = ({ read, url }) => {
  const all = read!.alternates;
  if (!all.length) return null;
  const odd = all.filter((one) => one.lang.toLowerCase() !== "x-default" && !isLanguage(one.lang));
  if (odd.length) return warn({ problem: "codes", all: odd.map((one) => one.lang) });
  const relative = all.filter(({ href }) => !/^https?:\/\//i.test(href));
  if (relative.length) return warn({ problem: "relative", all: relative.map(({ href }) => href) });
  const own = all.some(({ href }) => {
    const target = URL.parse(href);
    return target && isSameHost(target.host, url.host) && pathOf(target) === pathOf(url);
  });
  return own ? pass({ count: all.length }) : warn({ problem: "self" });
};

const share: JudgePage = ({ read }) => {
  const isAbsolute = /^https?:\/\//i.test(read!.share.image);
  const missing = [...(read!.share.title ? [] : ["og:title"]), ...(isAbsolute ? [] : ["og:image"])];
  return missing.length ? warn({ missing }) : pass();
};

export const headRules = { title, description, canonical, viewport, lang, charset, hreflang, share };
