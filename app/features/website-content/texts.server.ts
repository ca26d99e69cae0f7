// The words of a page: the defaults of `copy/` overlaid with the owner's rows (DECISIONS 15).
import { and, inArray, isNull } from "drizzle-orm";
import type { CopyValue } from "../../copy/page-copy.ts";
import type { CopyName } from "../../copy/pages.ts";
import type { Database } from "../../platform/database.server.ts";
import { cleanHtml } from "../../platform/html.server.ts";
import { builtInTexts, type Texts } from "./built-in.ts";
import { contentType } from "./content-type.ts";
import { isLink } from "./link.ts";
import { website_content } from "./table.server.ts";

export type { Texts };

type Stored = {
  page_name: string;
  section_name: string;
  content_key: string;
  content_value: string;
  content_type: string;
};

/**
 * The texts of several pages in one query.
 * @returns page name to its texts; a stored value that does not fit its address is left out
 * @throws only on a database fault
 */
export async function loadTexts<Name extends CopyName>(
  db: Database,
  names: readonly Name[],
): Promise<{ [N in Name]: Texts<N> }> {
  const rows: Stored[] = await db
    .select({
      page_name: website_content.page_name,
      section_name: website_content.section_name,
      content_key: website_content.content_key,
      content_value: website_content.content_value,
      content_type: website_content.content_type,
    })
    .from(website_content)
    .where(and(inArray(website_content.page_name, names), isNull(website_content.deleted_at)));
  const texts = names.map((name) => [name, overlay(name, rows)]);
  return Object.fromEntries(texts);
}

function overlay<Name extends CopyName>(name: Name, rows: readonly Stored[]): Texts<Name> {
  const texts = builtInTexts(name);
  const sections = new Map(Object.entries(texts as Record<string, Record<string, CopyValue>>));
  for (const row of rows) {
    const section = sections.get(row.section_name);
    if (row.page_name !== name || !section || !Object.hasOwn(section, row.content_key)) continue;
    section[row.content_key] = readValue(row, section[row.content_key]!);
  }
  return texts;
}

/**
 * A stored value as its address needs it, or `fallback` where it is of another type or shape.
 * @param fallback the built-in value: it decides the type, so that a page always gets what it can show
 */
export function readValue(row: Omit<Stored, "page_name" | "section_name">, fallback: CopyValue): CopyValue {
  const { content_key, content_value: stored } = row;
  switch (contentType(fallback)) {
    case "json":
      return readJson(stored, fallback);
    case "html":
      return cleanHtml(stored).html;
    case "number":
      return stored.trim() !== "" && Number.isFinite(Number(stored)) ? Number(stored) : fallback;
    case "color":
      return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(stored) ? stored : fallback;
    default:
      // What an owner wrote as HTML where a page shows plain text is shown without its tags.
      if (row.content_type === "html") return textOf(stored) || fallback;
      return content_key.endsWith("href") && !isLink(stored) ? fallback : stored;
  }
}

function readJson(stored: string, fallback: CopyValue): CopyValue {
  try {
    const value: CopyValue = JSON.parse(stored);
    return hasShape(value, fallback) ? value : fallback;
  } catch {
    return fallback;
  }
}

const isList = (value: CopyValue): value is readonly CopyValue[] => Array.isArray(value);

/** Whether a page that can show `model` can show `value`: lists of like items, objects with the same keys. */
function hasShape(value: CopyValue, model: CopyValue, key = ""): boolean {
  if (isList(model)) {
    const [first] = model;
    return isList(value) && (first === undefined || value.every((item) => hasShape(item, first)));
  }
  if (typeof model !== "object") {
    return typeof value === typeof model && (key !== "href" || isLink(String(value)));
  }
  if (value === null || typeof value !== "object" || isList(value)) return false;
  const own = new Map(Object.entries(value));
  return Object.entries(model).every(([key, part]) => {
    const mine = own.get(key);
    return mine !== undefined && hasShape(mine, part, key);
  });
}

const textOf = (html: string) =>
  cleanHtml(html)
    .html.replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/\s+/g, " ")
    .trim();

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
