// Makes many landing pages from one with placeholders and a list, such as one for each city.
import { CsvError, parse } from "csv-parse/sync";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { NOT_COPIED, withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { findLandingPage } from "./queries.owner.server.ts";
import { type LandingPageInput, landingPage } from "./rules.ts";
import { formatSections } from "./sections.ts";

const words = landingPages.bulk;
/** As many as a set of changes can have. */
export const MANY_MAX = 200;

/**
 * Returns the pages that a list makes of a page, in its order. `{city}` in any text becomes the row's value in the
 * column `city`. Without a placeholder in the page's URL, each copy gets its URL from its title.
 * @param of.template id of the page to copy
 * @throws Refused with the first line that makes no page
 */
export async function planMany(
  db: Database,
  of: { template: string; csv: string },
): Promise<LandingPageInput[]> {
  const record = await findLandingPage(db, of.template);
  if (!record) throw new Refused({ template: words.templateGone });
  const rows = readRows(of.csv);
  const text = {
    ...withTextSwitches({ ...record, sections: formatSections(record.sections) }),
    ...NOT_COPIED,
  };
  const below = record.slug.includes("/") ? record.slug.replace(/[^/]*$/, "") : "";
  const columns = Object.keys(rows[0]!);
  const asked = new Set(
    [...JSON.stringify(text).matchAll(/\{([a-z_]+)\}/gi)].map(([, name]) => name!.toLowerCase()),
  );
  for (const name of asked) if (!columns.includes(name)) throw new Refused({ csv: words.missing(name) });
  if (!columns.some((name) => record.title.toLowerCase().includes(`{${name}}`)))
    throw new Refused({ template: words.noPlaceholder(columns[0] ?? "city") });
  const slugs = new Set<string>();
  return rows.map((row, i) => {
    const refuse = (reason: string): never => {
      throw new Refused({ csv: words.row(i + 2, reason) });
    };
    const filled = Object.fromEntries(
      Object.entries(text).map(([key, value]) => [
        key,
        typeof value === "string" ? fillIn(key, value, row) : value,
      ]),
    );
    const title = String(filled.title);
    const read = landingPage.safeParse({
      ...filled,
      slug: below + title,
      in_header: "false",
      in_footer: "false",
    });
    if (!read.success) return refuse(read.error.issues[0]!.message);
    if (slugs.has(read.data.slug)) refuse(words.same(read.data.slug));
    slugs.add(read.data.slug);
    return { ...read.data, published: false };
  });
}

/** Fills in a row's values. In the sections, which are JSON with HTML in them, values are escaped for both. */
function fillIn(key: string, text: string, row: Record<string, string>): string {
  return text.replace(/\{([a-z_]+)\}/gi, (placeholder, name: string) => {
    const value = row[name.toLowerCase()];
    if (value === undefined) return placeholder;
    return key === "sections"
      ? JSON.stringify(escapeHtml(value).replaceAll("&#39;", "'")).slice(1, -1)
      : value;
  });
}

function readRows(csv: string): Record<string, string>[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(csv, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, max_record_size: 10_000 },
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase().replace(/\s+/g, "_")),
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Refused({ csv: words.noCsv });
    throw error;
  }
  if (!rows.length) throw new Refused({ csv: words.noRows });
  if (rows.length > MANY_MAX) throw new Refused({ csv: words.tooMany(MANY_MAX) });
  return rows;
}
