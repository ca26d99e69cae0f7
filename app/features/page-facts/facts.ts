// What a page's HTML says, read once for the publish checks, the site check and the audit of other websites.
import type { StructuredData } from "./structured-data.ts";

/** Facts about a page. Texts and lists are limited in size, so hostile HTML can't make them large. */
export type PageFacts = {
  /** elements are nested so deep that the rest of the page wasn't read */
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
  /** the element in which scripts build the page is empty */
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
    /** those a crawler follows */
    hrefs: string[];
  };
  /** URLs that the page loads over plain HTTP */
  insecure: string[];
  /** JSON-LD as written */
  blocks: string[];
  data: StructuredData;
  own: OwnFacts;
};

/** Facts that only matter on pages of this site. */
export type OwnFacts = {
  /** all links, as the owner wrote them */
  links: Set<string>;
  /** the links inside `main`, without the header and footer that all pages share */
  mainLinks: Set<string>;
  /** URLs of images that aren't from the media library */
  images: Set<string>;
  /** paths of images from the media library */
  mediaPaths: Set<string>;
  /** library images in frames: `words` is the alt text, `isHero` means above a text */
  libraryImages: { id: string; words: string; isHero: boolean }[];
  /** images without alt text; in the owner's text an empty one counts as missing */
  unnamed: string[];
  /** how many images were deleted from the library but are still used here */
  lost: number;
};

/** Returns the content of the page's robots meta tag, the one for all search engines. */
export const robotsOf = ({ robots }: Pick<PageFacts, "robots">): string =>
  robots.find(({ agent }) => agent === "robots")?.content ?? "";

/** Returns the texts of the main headings. */
export const mainHeadingsOf = ({ headings }: Pick<PageFacts, "headings">): string[] =>
  headings.filter(({ level }) => level === 1).map(({ text }) => text);
