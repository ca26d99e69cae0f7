import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type Parts, partAt } from "../../copy/site/parts.ts";
import { SEO_SERVICE_LINKS } from "../../copy/site/service-links.ts";
import type { MarkedText } from "../../platform/database/marks.server.ts";
import { builtInParts } from "./built-in.ts";
import { contentType } from "./content-type.ts";
import { writeTextKey } from "./text-key.ts";

/** Forms compare service names, so these can't be marked. */
const SERVICES = new Set<string>([...SEO_SERVICE_LINKS.map(({ label }) => label), "Digital PR"]);

type Mark = (text: MarkedText, shown: string) => string;

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
        const parts = builtInParts({ page_name, section_name, content_key });
        const of = { mark, id, parts, isMenu: MENUS.has(page_name) };
        return markValue(of, [], value, stored as CopyValue);
      }),
    ),
  ) as Texts;
}

type Nested = { [page: string]: { [section: string]: { [key: string]: unknown } } };

type Of = { mark: Mark; id: string; parts: Parts; isMenu: boolean };

function markValue(of: Of, path: MarkedText["path"], shown: CopyValue, written: CopyValue): CopyValue {
  const { is, isComputed = false } = partAt(of.parts, path);
  if (is) return shown;
  const inner = (step: string | number, part: CopyValue) =>
    markValue(of, [...path, step], part, (written as { [step: string | number]: CopyValue })[step]!);
  if (typeof shown === "string") {
    const type = contentType(shown);
    if ((type !== "text" && type !== "html") || typeof written !== "string") return shown;
    const text = { kind: "website-content", id: of.id, field: "content_value", path, base: written } as const;
    const isName = SERVICES.has(shown) && !of.isMenu;
    if (type === "html") return isComputed ? shown : of.mark({ ...text, format: type }, shown);
    return of.mark({ ...text, format: type, ...((isComputed || isName) && { isFound: true }) }, shown);
  }
  if (Array.isArray(shown)) return shown.map((part, i) => inner(i, part)) as unknown as CopyValue;
  if (typeof shown !== "object") return shown;
  return each(shown as { [key: string]: CopyValue }, inner) as CopyValue;
}

const each = (of: object, change: (key: string, value: CopyValue) => unknown) =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(key, value)]));
