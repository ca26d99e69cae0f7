// What a crawler reads of a page's HTML.
import { Parser } from "htmlparser2";
import { pictureIdsIn, picturePath } from "../../platform/picture.ts";
import { hasTextAlternative } from "../page-rules/rules.ts";

/** The parts of a page that are checked; null or empty where the page has none. */
export type PageFacts = {
  title: string | null;
  description: string | null;
  keywords: string | null;
  robots: string | null;
  canonical: string | null;
  /** the words of each main heading */
  headings: string[];
  /** addresses of pictures without a text for those who do not see them */
  unnamedImages: string[];
  /** addresses of pictures as written in the page, each once */
  images: string[];
  /**
   * the owner's pictures in frames of their own, `words` are what stands there for those who do not see one; `isHero`
   * is above a text
   */
  pictures: { id: string; words: string; isHero: boolean }[];
  /** how many places have a picture of the owner's that was deleted */
  lostPictures: number;
  /** as written in the page, each once */
  links: string[];
  /** those of them that stand in the page itself, not only in the header or footer that all pages share */
  ownLinks: string[];
  /** paths of the owner's pictures on the page, each once */
  ownPictures: string[];
  /** JSON-LD as written */
  data: string[];
};

/** The owner's own text: there a picture with an empty `alt` is one without a description, not a decoration. */
const OWN_TEXT = /(^|\s)prose(\s|$)/;

/** Frames for one picture each, in cards and above a text. */
const FRAME = /(^|\s)(frame|case__img|post__img)(\s|$)/;
const HERO = /(^|\s)frame(\s|$)/;

/** Reads a page as a browser without scripts does; HTML that is not well-formed is read all the same. */
export function readPageFacts(html: string): PageFacts {
  const facts: Omit<PageFacts, "images" | "links" | "ownLinks" | "ownPictures"> = {
    ...{ title: null, description: null, keywords: null, robots: null, canonical: null },
    ...{ headings: [], unnamedImages: [], pictures: [], lostPictures: 0, data: [] },
  };
  const images = new Set<string>();
  const links = new Set<string>();
  const ownLinks = new Set<string>();
  const ownPictures = new Set<string>();
  const addLink = (link: string) => {
    links.add(link);
    if (main) ownLinks.add(link);
  };
  /** the text that is being read, and where it goes */
  let text: { tag: string; words: string; keep: (words: string) => void } | null = null;
  let ownText = 0;
  let main = 0;
  let frame = 0;
  let hero = 0;
  let drawing = 0;
  const readText = (tag: string, keep: (words: string) => void) => {
    text = { tag, words: "", keep };
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (ownText || OWN_TEXT.test(attributes.class ?? "")) ownText++;
      if (main || tag === "main") main++;
      if (frame || FRAME.test(attributes.class ?? "")) frame++;
      if (hero || HERO.test(attributes.class ?? "")) hero++;
      if (tag === "svg" || drawing) drawing++;
      // A drawing has titles of its own.
      if (drawing) return;
      if (tag === "title") readText(tag, (words) => (facts.title ??= words));
      else if (tag === "h1") readText(tag, (words) => facts.headings.push(words));
      else if (tag === "script" && attributes.type === "application/ld+json")
        readText(tag, (words) => facts.data.push(words));
      else if (tag === "meta" && attributes.name === "description")
        facts.description ??= attributes.content ?? "";
      else if (tag === "meta" && attributes.name === "keywords") facts.keywords ??= attributes.content ?? "";
      else if (tag === "meta" && attributes.name === "robots") facts.robots ??= attributes.content ?? "";
      else if (tag === "link" && attributes.rel === "canonical") facts.canonical ??= attributes.href ?? "";
      // What the owner wrote, where visitors get its present address, or its words only.
      else if (attributes["data-old-link"]) addLink(attributes["data-old-link"]);
      else if (attributes["data-dead-link"]) addLink(attributes["data-dead-link"]);
      else if (tag === "a" && attributes.href !== undefined) addLink(attributes.href);
      else if (attributes["data-lost-picture"] !== undefined) facts.lostPictures++;
      else if (tag === "img") {
        const [id] = pictureIdsIn(attributes.src ?? "");
        if (id) ownPictures.add(picturePath(id));
        else if (attributes.src) images.add(attributes.src);
        if (frame && id) facts.pictures.push({ id, words: attributes.alt ?? "", isHero: hero > 0 });
        // There, empty words are forgotten ones, but on a decoration.
        const isForgotten = ownText && attributes.alt?.trim() === "" && attributes.role !== "presentation";
        if (isForgotten || !hasTextAlternative(attributes))
          facts.unnamedImages.push(id ? picturePath(id) : (attributes.src ?? ""));
      }
    },
    ontext(words) {
      if (text) text.words += words;
    },
    onclosetag(tag) {
      if (text?.tag === tag) {
        text.keep(text.words.replace(/\s+/g, " ").trim());
        text = null;
      }
      if (ownText) ownText--;
      if (main) main--;
      if (frame) frame--;
      if (hero) hero--;
      if (drawing) drawing--;
    },
  });
  parser.end(html);
  const all = { images: [...images], links: [...links], ownLinks: [...ownLinks] };
  return { ...facts, ...all, ownPictures: [...ownPictures] };
}
