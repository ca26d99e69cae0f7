// Creates landing pages from a template and a CSV list, such as one page per city.
import { CsvError, parse } from "csv-parse/sync";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { NOT_COPIED, withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { separatorOf, withoutSeparatorLine } from "../../platform/text/csv-input.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { slugify } from "../../platform/text/slug.ts";
import { toAscii } from "../../platform/text/to-ascii.ts";
import { type LandingPageInput, landingPage } from "./kind.ts";
import { formatSections, mapStrings } from "./sections.ts";
import type { landing_pages } from "./table.server.ts";

const words = landingPages.bulk;
type Template = typeof landing_pages.$inferSelect | null;
/** The maximum number of drafts in a set of changes. */
export const MANY_MAX = 200;

/**
 * Returns a copy of a page for each CSV row. `{city}` becomes the value in the column `city`.
 * @param record the page to copy; null if it's gone
 * @throws Refused if the template or the list is invalid. The message names the first invalid row.
 */
export function planMany(record: Template, csv: string): LandingPageInput[] {
  if (!record) throw new Refused({ template: words.templateGone });
  const rows = readRows(csv);
  const text = { ...withTextSwitches(record), ...NOT_COPIED };
  const [, below = "", own = ""] = /^(.*\/)?([^/]*)$/.exec(record.slug) ?? [];
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
    for (const name of asked) if (!row[name]) refuse(words.empty(name));
    const fill = (value: string) =>
      value.replace(/\{([a-z_]+)\}/gi, (left, name: string) => row[name.toLowerCase()] ?? left);
    const fillHtml = (value: string) => value.replace(/\{([a-z_]+)\}/gi, (left) => escapeHtml(fill(left)));
    const texts = Object.fromEntries(
      Object.entries(text).map(([name, value]) => [name, typeof value === "string" ? fill(value) : value]),
    );
    const sections = mapStrings(record.sections, (value, { format }) =>
      format === "html" ? fillHtml(value) : fill(value),
    );
    const read = landingPage.schema.safeParse({
      ...{ ...texts, sections: formatSections(sections) },
      slug: below + (fillSlug(own, row) ?? toAscii(String(texts.title)).replaceAll("/", " ")),
      ...{ in_header: "false", in_footer: "false" },
    });
    if (!read.success) return refuse(read.error.issues[0]!.message);
    if (slugs.has(read.data.slug)) refuse(words.same(read.data.slug));
    slugs.add(read.data.slug);
    return { ...read.data, published: false };
  });
}

/**
 * Fills in a template's slug, in which placeholders have lost their braces, as in `seo-in-city`.
 * @returns null if the slug has no placeholder
 */
function fillSlug(slug: string, row: Record<string, string>): string | null {
  let filled = `-${slug}-`;
  for (const [name, value] of Object.entries(row)) {
    const placeholder = slugify(name.replaceAll("_", "-"));
    if (placeholder) filled = filled.replace(`-${placeholder}-`, `-${slugify(toAscii(value))}-`);
  }
  return filled === `-${slug}-` ? null : filled.slice(1, -1);
}

/** Returns the page for a row as form fields. `row` counts from 0. Throws like `planMany`. */
export function formOfRow(record: Template, of: { csv: string; row: number }) {
  const page = planMany(record, of.csv)[of.row];
  if (!page) throw new Refused({ csv: words.noRows });
  const form = withTextSwitches({ ...page, sections: formatSections(page.sections) });
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value ?? "")]));
}

function readRows(csv: string): Record<string, string>[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(withoutSeparatorLine(csv), {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, max_record_size: 10_000 },
      delimiter: separatorOf(csv),
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
