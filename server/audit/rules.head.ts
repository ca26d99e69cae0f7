// The rules on the head of a page.
import { measureDescription, measureTitle } from "../../app/features/page-seo/search-result.ts";
import { isSameHost, outcomeOf } from "./seen.ts";
import { fail, type JudgePage, left, pass, warn } from "./verdict.ts";

/** Titles that systems give a page by themselves, or that say no more than that it is one. */
const DEFAULT_TITLE =
  /^(home|home ?page|main|index|untitled|untitled document|document|new page|page title|title|welcome|website|my (site|website|blog|wordpress blog)|startseite|accueil|inicio|vite app|react app)$/i;
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

const title: JudgePage = ({ read }) => {
  const { count, first } = read!.titles;
  if (!first) return fail();
  if (count > 1) return warn({ problem: "several", title: first, count });
  if (DEFAULT_TITLE.test(first)) return warn({ problem: "default", title: first });
  const { width, max } = measureTitle(first);
  return width > max ? warn({ problem: "wide", title: first, width, max }) : pass({ title: first });
};

const description: JudgePage = ({ read }) => {
  const text = read!.description;
  if (!text) return warn({ problem: "missing" });
  const { width, max } = measureDescription(text);
  return width > max ? warn({ problem: "wide", text, width, max }) : pass({ text });
};

/** An address without what makes no difference between two pages. */
const pathOf = (url: URL) => url.pathname.replace(/\/+$/, "");

const canonical: JudgePage = ({ read, url }, seen) => {
  const all = [...new Set(read!.canonicals)];
  const [to] = all;
  if (to === undefined) return warn({ problem: "none" });
  if (all.length > 1) return fail({ problem: "several", all });
  const target = URL.parse(to, url);
  if (!to || !target || !/^https?:$/.test(target.protocol)) return fail({ problem: "invalid", to });
  if (!/^https?:\/\//i.test(to)) return warn({ problem: "relative", to });
  target.hash = "";
  if (target.href === url.href) return pass({ to });
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
