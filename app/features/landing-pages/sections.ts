import { z } from "zod";
import type { Part, Parts } from "../../copy/site/parts.ts";
import { isLink } from "../../platform/text/link.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { imageUrl, optionalText } from "../../platform/text/text-rules.ts";

export const SECTIONS_MAX = 30;
export const CHOSEN_MAX = 6;
export const PEOPLE_MAX = 4;
const SECTIONS_MAX_CHARS = 200_000;

type Format = "html" | "text" | "other";
/**
 * @property isReference repeats words that visitors read elsewhere, such as those to highlight in the title
 */
type Strings = Omit<Part, "item"> & { format: Format; isReference?: true };
/** What strings are that aren't plain text for visitors. */
const declared = z.registry<Strings>();
const as = <Rule extends z.ZodType>(format: Format, rule: Rule, more: Partial<Strings> = {}): Rule => {
  declared.add(rule, { format, ...more });
  return rule;
};

const title = optionalText(200);
const intro = optionalText(1_000);
const line = optionalText(300);
const html = as("html", optionalText(50_000));
const link = as(
  "other",
  optionalText(2_000).refine(
    (value) => value === "" || isLink(value),
    "Use a path on this site such as /contact, or a URL that starts with https://.",
  ),
  { is: "link" },
);
const image = as("other", imageUrl.clone(), { is: "image" });
const icon = as("other", optionalText(40), { is: "icon" });
/** Returns the rule for a text that visitors don't read, such as a slug. */
const code = (max: number) => as("other", optionalText(max));
/** Returns the rule for an amount that the page formats. */
const figure = (max: number) => as("text", optionalText(max), { isComputed: true });
const reference = as("text", optionalText(200), { isReference: true });
const choice = <const Choices extends readonly [string, ...string[]]>(...choices: Choices) =>
  as("other", z.enum(choices).default(choices[0]));
const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, { error: "This must be a list." }).max(max, `Use at most ${max} items.`).default([]);

const VIDEO =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;
/** Returns the video's id, or undefined if the URL isn't a YouTube video. */
export const videoId = (url: string): string | undefined => VIDEO.exec(url)?.[1];

const section = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: as("other", z.literal(type)), is_hidden: z.boolean().default(false), ...shape });

const anySection = z.discriminatedUnion(
  "type",
  [
    section("hero", {
      ...{ title, marked_words: reference, subtitle: intro },
      buttons: list(z.object({ label: optionalText(80), href: link }), 2),
      form: choice("none", "quick"),
      points: list(line, 3),
      ...{ number: figure(40), number_label: line },
    }),
    section("text", { title, body: html, quote: intro, quote_by: line }),
    section("image_text", {
      ...{ title, body: html, image, alt_text: line },
      side: choice("right", "left"),
    }),
    section("reasons", {
      ...{ title, intro },
      items: list(z.object({ icon, title, text: intro }), 12),
    }),
    section("steps", { title, intro, items: list(z.object({ title, period: line, text: intro }), 12) }),
    section("stats", { title, items: list(z.object({ value: figure(40), label: line, note: line }), 8) }),
    section("prices", {
      ...{ title, intro },
      plans: list(
        z.object({
          ...{
            name: title,
            badge: optionalText(40),
            price: figure(60),
            text: intro,
            features: list(line, 12),
          },
          ...{ button_label: optionalText(80), button_href: link },
        }),
        6,
      ),
      ...{ note: intro, button_label: optionalText(80), button_href: link },
    }),
    section("comparison", { title, intro, columns: list(line, 5), rows: list(list(line, 5), 20) }),
    section("case_studies", {
      from: choice("latest", "service", "industry", "chosen"),
      ...{ title, intro, industry: reference, slugs: list(code(200), CHOSEN_MAX) },
    }),
    section("testimonials", {
      from: choice("latest", "service", "industry"),
      ...{ title, industry: reference },
    }),
    section("people", {
      from: choice("first", "chosen"),
      ...{ title, intro, names: list(reference, PEOPLE_MAX) },
      ...{ button_label: optionalText(80), button_href: link },
    }),
    section("proof", { title }),
    section("faq", { title, items: list(z.object({ question: line, answer: html }), 30) }),
    section("logos", { title, items: list(z.object({ image, name: line }), 16) }),
    section("video", {
      ...{ title, intro, label: optionalText(100) },
      url: as(
        "other",
        optionalText(300).refine(
          (value) => value === "" || videoId(value) !== undefined,
          "Use the URL of a video on YouTube, such as https://youtu.be/…",
        ),
      ),
    }),
    section("form", {
      form: choice("service", "contact"),
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

/**
 * Returns JSON for the form and the history. Adds fields that are newer than the stored sections, so that they don't
 * count as changes.
 */
export const formatSections = (sections: unknown): string => {
  const stored = sections ?? [];
  return JSON.stringify(sectionList.safeParse(stored).data ?? stored, null, 2);
};

type Path = readonly (string | number)[];
type Place = Strings & { path: Path };

/** Returns sections with `change` applied to each string. */
export function mapStrings<Sections>(
  sections: Sections,
  change: (text: string, place: Place) => string,
): Sections {
  const walk = (value: unknown, path: Path, rule: z.ZodType | undefined): unknown => {
    if (typeof value === "string")
      return change(value, { path, ...((rule && declared.get(rule)) ?? { format: "text" }) });
    if (!value || typeof value !== "object") return value;
    const rules = rulesIn(rule, "type" in value ? value.type : undefined);
    if (Array.isArray(value)) return value.map((item, i) => walk(item, [...path, i], rules["*"]));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, walk(inner, [...path, key], rules[key])]),
    );
  };
  return walk(sections, [], sectionList) as Sections;
}

/** Returns what the parts of a type of section are, by path. */
export function partsOfSection(type: SectionType): Parts {
  const parts: Parts = {};
  const walk = (rule: z.ZodType, path: string[]) => {
    const { is } = declared.get(rule) ?? {};
    if (is) parts[path.join(".")] = { is };
    for (const [key, inner] of Object.entries(rulesIn(rule, type))) walk(inner, [...path, key]);
  };
  walk(anySection, []);
  return parts;
}

/** Returns the rules of a section's or an item's fields, or under "*" of a list's items. */
function rulesIn(rule: z.ZodType | undefined, type: unknown): Record<string, z.ZodType> {
  const own = rule instanceof z.ZodDefault ? rule.unwrap() : rule;
  if (own instanceof z.ZodArray) return { "*": own.element as z.ZodType };
  const of = own === anySection ? anySection.options.find(({ shape }) => shape.type.value === type) : own;
  return of instanceof z.ZodObject ? of.shape : {};
}

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

/**
 * Makes links to a form work that the page doesn't have: they go to its other form, or else to the contact page. Next
 * to a form, the hero's buttons go to that one.
 */
export function withFormLinks(sections: readonly Section[]): readonly Section[] {
  const link = formLinkOf(sections);
  const has: Record<string, boolean> = {
    [FORM_LINK]: link === FORM_LINK,
    [HERO_FORM_LINK]: hasHeroForm(sections),
  };
  return mapStrings(sections, (text, { path: [index = 0] }) => {
    if (!Object.hasOwn(has, text)) return text;
    if (sections[Number(index)]?.type === "hero" && has[HERO_FORM_LINK]) return HERO_FORM_LINK;
    return has[text] ? text : (link ?? "/contact");
  });
}

/** Returns the text of visible sections, in page order. */
export function sectionTexts(sections: readonly Section[]): string[] {
  const texts: string[] = [];
  mapStrings(
    sections.filter(({ is_hidden }) => !is_hidden),
    (text, { format, isReference }) => {
      if (text && format !== "other" && !isReference) texts.push(text);
      return text;
    },
  );
  return texts;
}
