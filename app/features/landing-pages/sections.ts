// The sections that a landing page is made of: their rules, shared by the server and the panel.
import { z } from "zod";
import { imageUrl, optionalText } from "../../platform/text/text-rules.ts";
import { isLink } from "../website-content/link.ts";

export const SECTIONS_MAX = 30;
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

/** A video on YouTube, in any of its spellings. */
const VIDEO =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;
/** Returns the id of a video on YouTube; undefined for any other URL. */
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
      ...{ title, intro, industry: title, slugs: list(optionalText(200), 6) },
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

/** In the order of the picker. */
export const SECTION_TYPES = anySection.options.map(({ shape }) => shape.type.value) as SectionType[];

/** What a page can have only once: its main heading, and each form, whose fields have fixed names. */
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

/** Names the place of an error: "Section 3, item 2, answer". */
const placeOf = (path: readonly PropertyKey[]) =>
  path
    // An item says enough without the name of its list.
    .flatMap((step, i) => {
      if (typeof step === "number") return `${i ? "item" : "section"} ${step + 1}`;
      return typeof path[i + 1] === "number" ? [] : String(step).replaceAll("_", " ");
    })
    .join(", ")
    .replace(/^./, (first) => first.toUpperCase());

/** The sections as the form posts them: JSON; empty means none. */
export const sectionsRule = z
  .string()
  .default("")
  .transform((text, context): Section[] => {
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (text.length > SECTIONS_MAX_CHARS) return refuse("The sections are too long. Shorten or remove some.");
    let json: unknown;
    try {
      json = text.trim() ? JSON.parse(text) : [];
    } catch {
      return refuse("The sections must be valid JSON.");
    }
    const read = sectionList.safeParse(json);
    if (read.success) return read.data;
    const [first] = read.error.issues;
    const place = placeOf(first?.path ?? []);
    return refuse([place, first?.message].filter(Boolean).join(": "));
  });

/** Formats sections for the form and the history. */
export const formatSections = (sections: unknown): string => JSON.stringify(sections ?? [], null, 2);

/** Returns the sections with each HTML text changed. */
export function mapHtml(sections: readonly Section[], change: (html: string) => string): Section[] {
  return sections.map((one) => {
    if (one.type === "text" || one.type === "image_text") return { ...one, body: change(one.body) };
    if (one.type !== "faq") return one;
    return { ...one, items: one.items.map((item) => ({ ...item, answer: change(item.answer) })) };
  });
}

/** Keys whose values aren't text that visitors read. */
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
  "href",
]);

/** Returns the texts of visible sections, in page order. */
export function sectionTexts(sections: readonly Section[]): string[] {
  const texts: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === "string") texts.push(value);
    else if (value && typeof value === "object")
      for (const [key, part] of Object.entries(value))
        if (!NO_TEXT.has(key) && !key.endsWith("_href")) walk(part);
  };
  sections.filter(({ is_hidden }) => !is_hidden).forEach(walk);
  return texts.filter(Boolean);
}
