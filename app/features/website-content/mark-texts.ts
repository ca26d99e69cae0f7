import type { CopyValue } from "../../copy/site/page-copy.ts";
import { SEO_SERVICE_LINKS } from "../../copy/site/service-links.ts";
import type { MarkedText } from "../../platform/database/marks.server.ts";
import { contentType } from "./content-type.ts";
import { writeTextKey } from "./text-key.ts";

/** Forms compare service names, so these can't be marked. */
const SERVICES = new Set<string>([...SEO_SERVICE_LINKS.map(({ label }) => label), "Digital PR"]);

type Mark = (text: MarkedText, shown: string) => string;

/** These fields aren't text that visitors read. */
const NO_TEXT = /(^|_)(href|link|icon|color|image|photo|logo|slug|url|mark|hue|tone|kind|type|id)$/;
/** Pages compute with these, so they're found by their words. */
const COMPUTED =
  /(^|_)(name|badge|price|display|highlights?|value|rating|initials|hours|social|logo_text|optional|address_lines)$|^(stats|leadership)$/;
/** In the menus, nothing compares service names. */
const MENUS = new Set(["header", "footer"]);

/**
 * Returns `shown` with `mark` applied to every text that can be edited on its page.
 * @param shown texts by page, section and key, as visitors read them
 * @param written the same texts with placeholders
 */
export function markTexts<Texts extends object>(mark: Mark, shown: Texts, written: Texts): Texts {
  return each(shown, (page_name, sections) =>
    each(sections as object, (section_name, texts) =>
      each(texts as { [key: string]: CopyValue }, (content_key, value) => {
        const id = writeTextKey({ page_name, section_name, content_key });
        const stored = (written as Nested)[page_name]?.[section_name]?.[content_key];
        const isFound = section_name === "hours" || isHighlighted(content_key, texts as object);
        const of = { mark, id, isMenu: MENUS.has(page_name) };
        return markValue(of, { key: content_key, path: [], isFound }, value, stored as CopyValue);
      }),
    ),
  ) as Texts;
}

type Nested = { [page: string]: { [section: string]: { [key: string]: unknown } } };

const isHighlighted = (key: string, section: object) =>
  key === "title" && ("highlight" in section || "highlights" in section || "title_highlights" in section);

type Of = { mark: Mark; id: string; isMenu: boolean };
/** `key` is the nearest name above the value. */
type At = { key: string; path: MarkedText["path"]; isFound: boolean };

function markValue(of: Of, at: At, shown: CopyValue, written: CopyValue): CopyValue {
  if (NO_TEXT.test(at.key)) return shown;
  const isFound = at.isFound || COMPUTED.test(at.key);
  const inner = (key: string, step: string | number, part: CopyValue) =>
    markValue(
      of,
      { key, path: [...at.path, step], isFound },
      part,
      (written as { [step: string | number]: CopyValue })[step]!,
    );
  if (typeof shown === "string") {
    const type = contentType(shown);
    if ((type !== "text" && type !== "html") || typeof written !== "string") return shown;
    const { path } = at;
    const text = { kind: "website-content", id: of.id, field: "content_value", path, base: written } as const;
    const isName = SERVICES.has(shown) && !of.isMenu;
    if (type === "html") return isFound ? shown : of.mark({ ...text, format: type }, shown);
    return of.mark({ ...text, format: type, ...((isFound || isName) && { isFound: true }) }, shown);
  }
  if (Array.isArray(shown)) return shown.map((part, i) => inner(at.key, i, part)) as unknown as CopyValue;
  if (typeof shown !== "object") return shown;
  return each(shown as { [key: string]: CopyValue }, (key, part) => inner(key, key, part)) as CopyValue;
}

const each = (of: object, change: (key: string, value: CopyValue) => unknown) =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(key, value)]));
