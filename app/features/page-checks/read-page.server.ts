// The HTML may be hostile, because the audit reads other websites. Facts are limited in size, and the
// audit's thread has limits on time and memory.
import { Parser } from "htmlparser2";
import type { PageFacts } from "./facts.ts";
import { hasTextAlternative } from "./judges.ts";
import { readOwn } from "./read-own.ts";
import { readData } from "./structured-data.ts";

/** htmlparser2 takes quadratic time for deep nesting. Browsers have a similar limit. */
const DEPTH_MAX = 1_000;
const TEXT_CHARACTERS = 500;
const LIST_MAX = 300;
const DATA_BLOCKS = 20;
const DATA_CHARACTERS = 256 * 1024;

const ROOTS = /^(root|app|__next|__nuxt|___gatsby|svelte|main-app|q-app)$/i;
/** Visitors don't read these as part of the page. */
const UNREAD = /^(script|style|noscript|template|svg|title|iframe|object|textarea)$/;
const hasClass = (names: string) => {
  const pattern = new RegExp(`(^|\\s)(${names})(\\s|$)`);
  return (_: string, { class: names = "" }: Record<string, string>) => pattern.test(names);
};
/** Nested elements of the same region count once. */
const REGIONS = {
  unread: (tag: string) => UNREAD.test(tag),
  head: (tag: string) => tag === "head",
  body: (tag: string) => tag === "body",
  main: (tag: string) => tag === "main",
  noScript: (tag: string) => tag === "noscript",
  // Drawings can have their own titles and links.
  drawing: (tag: string) => tag === "svg",
  // Scripts may insert its content later. A declarative shadow root is rendered right away.
  template: (tag: string, { shadowrootmode }: Record<string, string>) =>
    tag === "template" && shadowrootmode === undefined,
  ownText: hasClass("prose"),
  frame: hasClass("frame|case__img|post__img"),
  hero: hasClass("frame"),
};
type Region = keyof typeof REGIONS;
const REGION_NAMES = Object.keys(REGIONS) as Region[];
export type Inside = Partial<Record<Region, number>>;

const VAGUE = new Set([
  ...["click here", "click this", "go", "here", "information", "learn more", "more", "more info"],
  ...["more information", "right here", "read more", "see more", "start", "this"],
]);
const SOURCES: Record<string, string> = {
  ...{ script: "src", img: "src", iframe: "src", audio: "src", video: "src", source: "src", track: "src" },
  ...{ embed: "src", object: "data" },
};
const LOADED_LINKS = /^(stylesheet|icon|shortcut icon|preload|modulepreload|manifest|apple-touch-icon)$/i;

/** Word limits for an image near the top: between the main heading and the image, and above the image in total. */
const WORDS_IN_VIEW = 60;
const WORDS_ABOVE = 400;

const HEAD_CONTENT = /^(head|base|link|meta|noscript|script|style|template|title)$/;
/** These separate words. */
const BREAKS = /^(br|div|li|p)$/;

class TooDeep extends Error {}

const cut = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, TEXT_CHARACTERS);
const add = <T>(list: T[], one: T, max = LIST_MAX) => {
  if (list.length < max) list.push(one);
};

/** Returns the facts about a page's HTML, well-formed or not. */
export function readPage(html: string): PageFacts {
  const facts: PageFacts = {
    ...{ isTooDeep: false, titles: { count: 0, first: "" }, description: null, keywords: null, robots: [] },
    ...{ viewport: null, lang: null, canonicals: [], alternates: [], share: { title: "", image: "" } },
    ...{ base: null, headings: [], words: 0, hasEmptyRoot: false, scripts: { all: 0, blocking: 0 } },
    images: { all: 0, unnamed: [], unnamedCount: 0, unsizedCount: 0, isFirstLazy: false },
    links: { all: 0, bad: [], badCount: 0, vague: [], vagueCount: 0, hrefs: [] },
    ...{ insecure: [], blocks: [], data: readData([]) },
    own: {
      ...{ links: new Set(), mainLinks: new Set(), targets: new Set() },
      ...{ images: new Set(), imageUrls: new Set(), mediaPaths: new Set() },
      ...{ libraryImages: [], unnamed: [], lost: 0 },
    },
  };
  const reader = new Reader(facts);
  const parser = new Parser({
    onopentag: (tag, attributes) => reader.open(tag, attributes),
    ontext: (text) => reader.read(text),
    onclosetag: () => reader.close(),
  });
  try {
    parser.write(html);
    parser.end();
    reader.end();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    facts.isTooDeep = true;
  }
  const { microdata } = facts.data;
  facts.data = { ...readData(facts.blocks), microdata };
  return facts;
}

type Open = { depth: number; text: string; done: (text: string) => void };

class Reader {
  readonly #facts: PageFacts;
  #depth = 0;
  /** depth of each region's outermost open element */
  readonly #inside: Inside = {};
  readonly #open: Open[] = [];
  /** number of words before the end of the first main heading */
  #headingAt: number | null = null;
  /** The parser splits text at entities, so words are counted at the next tag. */
  #text = "";

  constructor(facts: PageFacts) {
    this.#facts = facts;
  }

  open(tag: string, attributes: Record<string, string>) {
    this.end();
    if (++this.#depth > DEPTH_MAX) throw new TooDeep();
    const [inside, facts] = [this.#inside, this.#facts];
    for (const region of REGION_NAMES) if (REGIONS[region](tag, attributes)) inside[region] ??= this.#depth;
    // As in browsers, any other element ends the head.
    if (!inside.noScript && !HEAD_CONTENT.test(tag)) delete inside.head;
    if (inside.drawing || inside.template) return;
    if (BREAKS.test(tag)) for (const open of this.#open) open.text += " ";
    if (tag === "html") facts.lang ??= attributes.lang ?? null;
    else if (tag === "base") facts.base ??= attributes.href ?? null;
    else if (tag === "title")
      this.#collect((text) => {
        if (facts.titles.count++ === 0) facts.titles.first = cut(text);
      });
    else if (tag === "meta") readMeta(facts, attributes);
    else if (tag === "link") readLink(facts, attributes, inside.body !== undefined);
    else if (tag === "img" && !inside.noScript) this.#readImage(attributes);
    else if (tag === "script") this.#readScript(attributes);
    else if (tag === "a") this.#readAnchor(attributes);
    else if (/^h[1-6]$/.test(tag))
      this.#collect((text) => {
        add(facts.headings, { level: Number(tag[1]), text: cut(text) });
        if (tag === "h1") this.#headingAt ??= facts.words;
      });
    readOwn(facts.own, inside, tag, attributes);
    if (attributes.itemtype) add(facts.data.microdata, cut(attributes.itemtype).split("/").at(-1) ?? "", 20);
    this.#readRoot(attributes);
    const source = SOURCES[tag] && attributes[SOURCES[tag]];
    if (source && /^http:\/\//i.test(source)) add(facts.insecure, cut(source), 50);
  }

  read(text: string) {
    for (const open of this.#open) if (open.text.length < DATA_CHARACTERS) open.text += text;
    if (!this.#inside.unread && !this.#inside.head) this.#text += text;
  }

  /** Counts the words of the text that ends here. */
  end() {
    if (this.#text) this.#facts.words += countWords(this.#text);
    this.#text = "";
  }

  close() {
    this.end();
    for (let open = this.#open.at(-1); open && open.depth >= this.#depth; open = this.#open.at(-1)) {
      this.#open.pop();
      open.done(open.text);
    }
    for (const region of REGION_NAMES) if (this.#inside[region] === this.#depth) delete this.#inside[region];
    this.#depth--;
  }

  #collect(done: (text: string) => void) {
    this.#open.push({ depth: this.#depth, text: "", done });
  }

  #readRoot({ id = "" }: Record<string, string>) {
    if (!ROOTS.test(id)) return;
    const before = this.#facts.words;
    this.#collect(() => {
      if (this.#facts.words - before < 10) this.#facts.hasEmptyRoot = true;
    });
  }

  #readScript({ src, type = "", async, defer, nomodule }: Record<string, string>) {
    if (type.toLowerCase() === "application/ld+json") {
      this.#collect((text) => {
        if (text.length <= DATA_CHARACTERS && text.trim()) add(this.#facts.blocks, text.trim(), DATA_BLOCKS);
      });
      return;
    }
    this.#facts.scripts.all++;
    const isClassic = type === "" || /javascript/i.test(type);
    const waits = async !== undefined || defer !== undefined || nomodule !== undefined;
    if (this.#inside.head && src && isClassic && !waits) this.#facts.scripts.blocking++;
  }

  #readImage(attributes: Record<string, string>) {
    const { images } = this.#facts;
    const { alt, src = "", style = "", loading = "", width = "", height = "" } = attributes;
    const isPixel = /^[01](px)?$/.test(width) && /^[01](px)?$/.test(height);
    // Tracking pixels and hidden images don't count.
    if (isPixel || attributes.hidden !== undefined || /(display:\s*none|visibility:\s*hidden)/i.test(style))
      return;
    if (images.all === 0) images.isFirstLazy = loading.toLowerCase() === "lazy" && this.#isNearTop();
    images.all++;
    // Alt text counts as text of the link or heading around the image.
    for (const open of this.#open) open.text += ` ${alt ?? ""} `;
    if (!hasTextAlternative(attributes)) {
      images.unnamedCount++;
      add(images.unnamed, fileOf(src || attributes["data-src"] || ""), 3);
    }
    const isSized =
      (width && height) ||
      /aspect-ratio/.test(style) ||
      (/(^|[;\s])width\s*:/.test(style) && /(^|[;\s])height\s*:/.test(style));
    if (!isSized) images.unsizedCount++;
  }

  /** Guesses whether the current element is visible without scrolling. */
  #isNearTop(): boolean {
    const { words } = this.#facts;
    return words - (this.#headingAt ?? words) < WORDS_IN_VIEW && words < WORDS_ABOVE;
  }

  #readAnchor(attributes: Record<string, string>) {
    const { links } = this.#facts;
    const { href, role, name, id, rel = "" } = attributes;
    // Skips jump targets and links that act as buttons.
    if (href === undefined && (name !== undefined || id !== undefined || role !== undefined)) return;
    links.all++;
    const target = (href ?? "").replace(/\s/g, "");
    const isBad = href === undefined || /^(javascript|file):/i.test(target) || (href === "" && !role);
    if (isBad && !role) {
      links.badCount++;
      this.#collect((text) => add(links.bad, cut(attributes["aria-label"] || text) || "(no text)", 3));
    } else if (/^(mailto|tel|sms|javascript):|^#|^$/i.test(target)) return;
    else {
      if (!/nofollow/i.test(rel)) add(links.hrefs, (href ?? "").slice(0, 2_000));
      this.#collect((text) => {
        const words = cut(attributes["aria-label"] || text).toLowerCase();
        if (!VAGUE.has(words.replace(/[\s.…»›>→]+$/u, ""))) return;
        links.vagueCount++;
        if (!links.vague.includes(words)) add(links.vague, words, 5);
      });
    }
  }
}

function readMeta(facts: PageFacts, { name = "", property = "", content = "" }: Record<string, string>) {
  const called = name.toLowerCase().trim();
  const shared = (property || name).toLowerCase().trim();
  if (called === "description") facts.description ??= cut(content.slice(0, 2_000));
  else if (called === "keywords") facts.keywords ??= cut(content.slice(0, 2_000));
  else if (called === "robots" || called === "googlebot")
    add(facts.robots, { agent: called, content: cut(content) }, 20);
  else if (called === "viewport") facts.viewport ??= cut(content);
  else if (shared === "og:title") facts.share.title ||= cut(content);
  else if (shared === "og:image" || shared === "og:image:url") facts.share.image ||= cut(content);
}

function readLink(
  facts: PageFacts,
  { rel = "", href = "", hreflang }: Record<string, string>,
  isInBody: boolean,
) {
  const kinds = rel.toLowerCase().trim();
  // Search engines ignore a canonical URL in the body, where anyone's comment could add one.
  if (/(^|\s)canonical(\s|$)/.test(kinds) && !isInBody) add(facts.canonicals, href.trim().slice(0, 2_000), 5);
  if (/(^|\s)alternate(\s|$)/.test(kinds) && hreflang !== undefined)
    add(facts.alternates, { lang: cut(hreflang), href: href.trim().slice(0, 2_000) }, 100);
  if (LOADED_LINKS.test(kinds) && /^http:\/\//i.test(href)) add(facts.insecure, cut(href), 50);
}

/** Returns the last part of a URL, which the owner will recognize. */
const fileOf = (src: string) =>
  /^(data:|\s*$)/i.test(src)
    ? "an image within the page"
    : cut(src.split(/[?#]/)[0]!.split("/").at(-1) || src).slice(0, 60);

/** In scripts without spaces between words, two characters count as a word. */
function countWords(text: string): number {
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
  return dense ? Math.max(spaced, Math.ceil(dense / 2)) : spaced;
}
