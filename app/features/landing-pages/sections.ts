import { z } from "zod";
import { parseJson } from "../../platform/text/parse-json.ts";
import { imageUrl, optionalText } from "../../platform/text/text-rules.ts";
import { isLink } from "../../platform/text/link.ts";

export const SECTIONS_MAX = 30;
export const CHOSEN_MAX = 6;
const SECTIONS_MAX_CHARS = 200_000;

const title = optionalText(200);
const intro = optionalText(1_000);
const line = optionalText(300);
const html = optionalText(50_000);
const link = optionalText(2_000).refine(
  (value) => value === "" || isLink(value),
  "Use a path on this site such as /contact, or a URL that starts with https://.",
);
const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, { error: "This must be a list." }).max(max, `Use at most ${max} items.`).default([]);

const VIDEO =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;
/** Returns the video's id, or undefined if the URL isn't a YouTube video. */
export const videoId = (url: string): string | undefined => VIDEO.exec(url)?.[1];

const section = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), is_hidden: z.boolean().default(false), ...shape });

const anySection = z.discriminatedUnion(
  "type",
  [
    section("hero", {
      ...{ title, marked_words: title, subtitle: intro },
      buttons: list(z.object({ label: optionalText(80), href: link }), 2),
      form: z.enum(["quick", "none"]).default("none"),
    }),
    section("text", { title, body: html }),
    section("image_text", {
      ...{ title, body: html, image: imageUrl, alt_text: line },
      side: z.enum(["right", "left"]).default("right"),
    }),
    section("reasons", {
      ...{ title, intro },
      items: list(z.object({ icon: optionalText(40), title, text: intro }), 12),
    }),
    section("steps", { title, intro, items: list(z.object({ title, period: line, text: intro }), 12) }),
    section("stats", { title, items: list(z.object({ value: optionalText(40), label: line }), 8) }),
    section("prices", {
      ...{ title, intro },
      plans: list(
        z.object({ name: title, price: optionalText(60), text: intro, features: list(line, 12) }),
        6,
      ),
      ...{ note: intro, button_label: optionalText(80), button_href: link },
    }),
    section("comparison", { title, intro, columns: list(line, 5), rows: list(list(line, 5), 20) }),
    section("case_studies", {
      from: z.enum(["service", "latest", "industry", "chosen"]).default("latest"),
      ...{ title, intro, industry: title, slugs: list(optionalText(200), CHOSEN_MAX) },
    }),
    section("testimonials", {
      from: z.enum(["service", "latest", "industry"]).default("latest"),
      ...{ title, industry: title },
    }),
    section("faq", { title, items: list(z.object({ question: line, answer: html }), 30) }),
    section("logos", { title, items: list(z.object({ image: imageUrl, name: line }), 16) }),
    section("video", {
      ...{ title, intro, label: optionalText(100) },
      url: optionalText(300).refine(
        (value) => value === "" || videoId(value) !== undefined,
        "Use the URL of a video on YouTube, such as https://youtu.be/…",
      ),
    }),
    section("form", {
      form: z.enum(["service", "contact"]).default("service"),
      ...{ title, intro, points: list(line, 6), button_label: optionalText(80), note: line },
    }),
    section("call", {
      ...{ title, text: intro, button_label: optionalText(80), button_href: link },
      ...{ secondary_label: optionalText(80), secondary_href: link },
    }),
  ],
  { error: "There's no such type of section." },
);

export type Section = z.output<typeof anySection>;
export type SectionType = Section["type"];
export type SectionOf<Type extends SectionType> = Extract<Section, { type: Type }>;

/** The picker uses this order. */
export const SECTION_TYPES = anySection.options.map(({ shape }) => shape.type.value) as SectionType[];

/**
 * Returns a section's name if a page can have only one of that kind, otherwise null. A form can't repeat, because its
 * fields have fixed names.
 */
const onceOf = (one: Section) =>
  one.type === "hero" ? "hero section" : one.type === "form" ? `section with the ${one.form} form` : null;

const sectionList = z
  .array(anySection, { error: "The sections must be a list." })
  .max(SECTIONS_MAX, `Use at most ${SECTIONS_MAX} sections.`)
  .superRefine((all, context) => {
    const found = all.map(onceOf);
    found.forEach((once, i) => {
      if (once && found.indexOf(once) < i)
        context.addIssue({ code: "custom", path: [i], message: `A page can have only one ${once}.` });
    });
  });

/** Formats the location of an error, such as "Section 3, item 2, answer". */
const placeOf = (path: readonly PropertyKey[]) =>
  path
    .flatMap((step, i) => {
      if (typeof step === "number") return `${i ? "item" : "section"} ${step + 1}`;
      return typeof path[i + 1] === "number" ? [] : String(step).replaceAll("_", " ");
    })
    .join(", ")
    .replace(/^./, (first) => first.toUpperCase());

/** The form posts JSON. Empty means no sections. */
export const sectionsRule = z
  .string()
  .default("")
  .transform((text, context): Section[] => {
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (text.length > SECTIONS_MAX_CHARS) return refuse("The sections are too long. Shorten or remove some.");
    const json = text.trim() ? parseJson(text) : [];
    if (json === undefined) return refuse("The sections must be valid JSON.");
    const read = sectionList.safeParse(json);
    if (read.success) return read.data;
    const [first] = read.error.issues;
    const place = placeOf(first?.path ?? []);
    return refuse([place, first?.message].filter(Boolean).join(": "));
  });

/** Returns JSON for the form and the history. */
export const formatSections = (sections: unknown): string => JSON.stringify(sections ?? [], null, 2);

const HTML = new Set(["body", "answer"]);
const NO_TEXT = new Set([
  "type",
  "form",
  "from",
  "side",
  "icon",
  "image",
  "url",
  "slugs",
  "industry",
  "marked_words",
]);

type Path = readonly (string | number)[];
type Place = { path: Path; format: "html" | "text" | "other" };

/** Returns sections, or a part of them, with `change` applied to each string. */
export function mapStrings<Part>(part: Part, change: (text: string, place: Place) => string): Part {
  const walk = (value: unknown, path: Path, format: Place["format"]): unknown => {
    if (typeof value === "string") return change(value, { path, format });
    if (Array.isArray(value)) return value.map((item, i) => walk(item, [...path, i], format));
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, walk(inner, [...path, key], formatOf(key))]),
    );
  };
  return walk(part, [], "text") as Part;
}

const formatOf = (key: string) =>
  HTML.has(key) ? "html" : NO_TEXT.has(key) || key.endsWith("href") ? "other" : "text";

/** Applies `change` to each HTML string. */
export const mapHtml = (sections: readonly Section[], change: (html: string) => string) =>
  mapStrings([...sections], (text, { format }) => (format === "html" ? change(text) : text));

/** The form section's fragment, which default buttons link to. */
export const FORM_LINK = "#inquiry";
/** The fragment of the form next to the headline. */
export const HERO_FORM_LINK = "#hero-form";

/**
 * Returns a link to the page's form, or null if it has none.
 * @param sections shown on the page
 */
export const formLinkOf = (sections: readonly Section[]): string | null => {
  if (sections.some(({ type }) => type === "form")) return FORM_LINK;
  return hasHeroForm(sections) ? HERO_FORM_LINK : null;
};

const hasHeroForm = (sections: readonly Section[]) =>
  sections.some((one) => one.type === "hero" && one.form === "quick");

/** Makes links to a form work that the page doesn't have: they go to its other form, or else to the contact page. */
export function withFormLinks(sections: readonly Section[]): readonly Section[] {
  const link = formLinkOf(sections);
  const has: Record<string, boolean> = {
    [FORM_LINK]: link === FORM_LINK,
    [HERO_FORM_LINK]: hasHeroForm(sections),
  };
  return mapStrings(sections, (text) =>
    Object.hasOwn(has, text) && !has[text] ? (link ?? "/contact") : text,
  );
}

/** Returns the text of visible sections, in page order. */
export function sectionTexts(sections: readonly Section[]): string[] {
  const texts: string[] = [];
  mapStrings(
    sections.filter(({ is_hidden }) => !is_hidden),
    (text, { format }) => {
      if (text && format !== "other") texts.push(text);
      return text;
    },
  );
  return texts;
}
