// Facts about a page's HTML, for the publish checks, the site check and the audit of other websites.
import type { StructuredData } from "./structured-data.ts";

/** Sizes are limited because the HTML may be hostile. */
export type PageFacts = {
  isTooDeep: boolean;
  titles: { count: number; first: string };
  description: string | null;
  keywords: string | null;
  /** meta robots and meta googlebot */
  robots: { agent: string; content: string }[];
  viewport: string | null;
  lang: string | null;
  /** as written, in order */
  canonicals: string[];
  alternates: { lang: string; href: string }[];
  share: { title: string; image: string };
  base: string | null;
  headings: { level: number; text: string }[];
  words: number;
  /** whether the element that scripts would fill is empty */
  hasEmptyRoot: boolean;
  scripts: { all: number; blocking: number };
  images: {
    all: number;
    unnamed: string[];
    unnamedCount: number;
    unsizedCount: number;
    isFirstLazy: boolean;
  };
  links: {
    all: number;
    bad: string[];
    badCount: number;
    vague: string[];
    vagueCount: number;
    /** only links that crawlers follow */
    hrefs: string[];
  };
  /** URLs loaded over plain HTTP */
  insecure: string[];
  /** JSON-LD as written */
  blocks: string[];
  data: StructuredData;
  own: OwnFacts;
};

/** Facts that only this site's pages have. */
export type OwnFacts = {
  /** links as the owner wrote them */
  links: Set<string>;
  /** links inside `main` */
  mainLinks: Set<string>;
  /** ids, and names of anchors, that links on this page can jump to */
  targets: Set<string>;
  /** URLs of images that aren't in the library */
  images: Set<string>;
  /** absolute URLs of images in the owner's text */
  imageUrls: Set<string>;
  /** paths of library images */
  mediaPaths: Set<string>;
  /** `words` is the alt text; `isHero` is true for an image above an article's text */
  libraryImages: { id: string; words: string; isHero: boolean }[];
  /** images without alt text; in the owner's text, empty alt text counts as missing */
  unnamed: string[];
  /** number of deleted library images that are still used */
  lost: number;
};

/** Returns the content of the robots meta tag for all search engines. */
export const robotsOf = ({ robots }: Pick<PageFacts, "robots">): string =>
  robots.find(({ agent }) => agent === "robots")?.content ?? "";

/** Returns the text of main headings. */
export const mainHeadingsOf = ({ headings }: Pick<PageFacts, "headings">): string[] =>
  headings.filter(({ level }) => level === 1).map(({ text }) => text);
