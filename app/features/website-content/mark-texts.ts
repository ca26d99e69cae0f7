import type { CopyValue } from "../../copy/site/page-copy.ts";
import { SEO_SERVICE_LINKS } from "../../copy/site/service-links.ts";
import type { MarkedText } from "../../platform/database/marks.server.ts";
import { contentType } from "./content-type.ts";
import { writeTextKey } from "./text-key.ts";

/** Forms compare service names, so these can't be marked. */
const SERVICES = new Set<string>([...SEO_SERVICE_LINKS.map(({ label }) => label), "Digital PR"]);

type Mark = (text: MarkedText, shown: string) => string;

/** These fields aren't text, or pages compute with them. They're edited in the text's form. */
const UNMARKED =
  /(^|_)(href|link|icon|color|image|photo|logo|slug|url|mark|hue|tone|kind|type|id|name|badge|price|display|highlights?|value|rating|initials|hours|social|logo_text|optional|address_lines)$|^(stats|leadership)$/;

/**
 * Returns `shown` with `mark` applied to every text that can be edited on its page.
 * @param shown texts by page, section and key, as visitors read them
 * @param written the same texts with placeholders
 */
export function markTexts<Texts extends object>(mark: Mark, shown: Texts, written: Texts): Texts {
  return each(shown, (page_name, sections) =>
    each(sections as object, (section_name, texts) =>
      section_name === "hours"
        ? texts
        : each(texts as { [key: string]: CopyValue }, (content_key, value) => {
            const id = writeTextKey({ page_name, section_name, content_key });
            const stored = (written as Nested)[page_name]?.[section_name]?.[content_key];
            if (UNMARKED.test(content_key) || isHighlighted(content_key, texts as object)) return value;
            return markValue(mark, id, [], value, stored as CopyValue);
          }),
    ),
  ) as Texts;
}

type Nested = { [page: string]: { [section: string]: { [key: string]: unknown } } };

const isHighlighted = (key: string, section: object) =>
  key === "title" && ("highlight" in section || "highlights" in section || "title_highlights" in section);

function markValue(
  mark: Mark,
  id: string,
  path: MarkedText["path"],
  shown: CopyValue,
  written: CopyValue,
): CopyValue {
  if (typeof shown === "string") {
    const type = contentType(shown);
    if ((type !== "text" && type !== "html") || typeof written !== "string") return shown;
    if (SERVICES.has(shown)) return shown;
    return mark(
      { kind: "website-content", id, field: "content_value", path, base: written, format: type },
      shown,
    );
  }
  if (Array.isArray(shown))
    return shown.map((part, i) =>
      markValue(mark, id, [...path, i], part, (written as CopyValue[])[i]!),
    ) as unknown as CopyValue;
  if (typeof shown !== "object") return shown;
  return each(shown as { [key: string]: CopyValue }, (key, part) =>
    UNMARKED.test(key)
      ? part
      : markValue(mark, id, [...path, key], part, (written as { [key: string]: CopyValue })[key]!),
  ) as CopyValue;
}

const each = (of: object, change: (key: string, value: CopyValue) => unknown) =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(key, value)]));
