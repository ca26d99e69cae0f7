// Loads a page's texts: the defaults from `copy/`, overlaid with the owner's rows (decision 0035.15).
import { and, inArray, isNull } from "drizzle-orm";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { CopyName } from "../../copy/site/pages.ts";
import type { Parts } from "../../copy/site/parts.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { marksOf } from "../../platform/database/marks.server.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { builtInParts, builtInTexts, type Texts } from "./built-in.ts";
import { cleanParts } from "./clean.server.ts";
import { contentType } from "./content-type.ts";
import { readFacts } from "./facts.server.ts";
import { fillValue } from "./facts.ts";
import { markTexts } from "./mark-texts.ts";
import { website_content } from "./table.server.ts";
import { mismatch } from "./value-error.ts";

export type { Texts };

const { page_name, section_name, content_key, content_value, content_type } = website_content;
const stored = { page_name, section_name, content_key, content_value, content_type };
type Stored = Record<keyof typeof stored, string>;

/**
 * Returns pages' texts as visitors read them, with placeholders filled in. Defaults replace invalid values.
 * @param reading the facts, if they're already being read
 * @returns texts by page name
 */
export async function loadTexts<Name extends CopyName>(
  db: Database,
  names: readonly Name[],
  reading: ReturnType<typeof readFacts> = readFacts(db),
): Promise<{ [N in Name]: Texts<N> }> {
  const [written, { lines, ...facts }] = await Promise.all([loadWrittenTexts(db, names), reading]);
  const { footer } = written as Partial<{ footer: Texts<"footer"> }>;
  if (footer) footer.contact.address_lines = [...lines];
  const filled = fillValue(written as { [name: string]: CopyValue }, facts) as unknown as typeof written;
  const marks = marksOf(db);
  return marks ? markTexts((text, shown) => marks.mark(text, shown), filled, written) : filled;
}

/** Returns the same texts as `loadTexts`, but with placeholders. */
export async function loadWrittenTexts<Name extends CopyName>(
  db: Database,
  names: readonly Name[],
): Promise<{ [N in Name]: Texts<N> }> {
  const rows: Stored[] = await db
    .select(stored)
    .from(website_content)
    .where(and(inArray(page_name, names), isNull(website_content.deleted_at)));
  const texts = names.map((name) => [name, overlay(name, rows)]);
  return Object.fromEntries(texts);
}

function overlay<Name extends CopyName>(name: Name, rows: readonly Stored[]): Texts<Name> {
  const texts = builtInTexts(name);
  const sections = new Map(Object.entries(texts as Record<string, Record<string, CopyValue>>));
  for (const row of rows) {
    const section = sections.get(row.section_name);
    if (row.page_name !== name || !section || !Object.hasOwn(section, row.content_key)) continue;
    section[row.content_key] = readValue(row, section[row.content_key]!, builtInParts(row));
  }
  return texts;
}

/**
 * Returns a stored value in the type that its page needs, or `fallback` if the value is invalid.
 * @param fallback the built-in value
 * @param parts what its parts are
 */
export function readValue(
  row: Pick<Stored, "content_value" | "content_type">,
  fallback: CopyValue,
  parts: Parts,
): CopyValue {
  if (mismatch(row, fallback, parts) !== null) return fallback;
  const value = row.content_value;
  switch (contentType(fallback)) {
    case "json":
      return cleanParts(JSON.parse(value), fallback, parts);
    case "html":
      return cleanHtml(value).html;
    case "number":
      return Number(value);
    case "text":
      // The page shows plain text, so HTML loses its tags.
      return row.content_type === "html" ? textOf(value) : value;
    default:
      return value;
  }
}
