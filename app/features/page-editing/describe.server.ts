import { and, eq, isNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { MarkedText } from "../../platform/database/marks.server.ts";
import { partLabel } from "../../platform/text/part-label.ts";
import { editorOf, findLive } from "../changes/apply.server.ts";
import { withDraft } from "../changes/show.server.ts";
import { industries } from "../records/industries.server.ts";
import { KINDS, recordAt } from "../records/kinds.server.ts";
import { landingPages } from "../records/landing-pages.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { listBuiltIns } from "../website-content/built-in.ts";
import { asStored } from "../website-content/content-type.ts";
import { readFacts } from "../website-content/facts.server.ts";
import { readTextKey, type TextKey, writeTextKey } from "../website-content/text-key.ts";
import { pageLabel, textLabel } from "../website-content/text-label.ts";
import { loadWrittenTexts } from "../website-content/texts.server.ts";
import { isInHtml, type PageText } from "./page-text.ts";

const SERVICE_PAGES = Object.keys(pages).filter((name) => name.startsWith("services/")).length;

const ALWAYS = ["header", "footer"] as const;
const isAlways = (page: string) => ALWAYS.some((one) => one === page);
const isShared = ({ section_name }: Pick<TextKey, "section_name">) => section_name.startsWith("shared_");
const SEARCH_RESULT = new Set(["meta_title", "meta_description"]);

/**
 * Returns text that can't be marked on the page: SEO titles and descriptions, the business's data, and text that code
 * depends on.
 * @param page the page's name, or for a record, its list page's name
 */
export async function listUnmarked(db: Database, path: string, page: PageName): Promise<MarkedText[]> {
  return [
    ...(await listSeo(db, path, page)),
    ...(await listTexts(db, page)),
    ...(await listBusiness(db)),
    ...(await listIndustryNames(db)),
    ...(await listLinkLabels(db)),
  ];
}

async function listTexts(db: Database, page: PageName): Promise<MarkedText[]> {
  const isService = page.startsWith("services/");
  const names: PageName[] = isService ? [page, "services"] : [page];
  const written: { [page: string]: object } = await loadWrittenTexts(db, [...ALWAYS, ...names]);
  return listBuiltIns()
    .filter((key) => written[key.page_name] && (!isService || key.page_name !== "services" || isShared(key)))
    .map((key) => {
      const sections = written[key.page_name] as { [section: string]: { [key: string]: CopyValue } };
      const base = asStored(sections[key.section_name]![key.content_key]!);
      const of = { kind: "website-content", id: writeTextKey(key), field: "content_value", path: [] };
      return { ...of, base, format: "text", isInForm: true } as const;
    });
}

async function listSeo(db: Database, path: string, page: PageName): Promise<MarkedText[]> {
  const at = recordAt(path);
  const { table } = at?.kind.page ?? {};
  const [record] = table
    ? await db
        .select({ id: table.id })
        .from(table as PgTable)
        .where(and(eq(table.slug, at!.slug), isNull(table.deleted_at)))
    : [];
  const of = record ? { kind: at!.kind.name, id: String(record.id) } : { kind: "page-seo", id: page };
  const found = await findLive(db, of.kind as KindName, of.id);
  return (found?.fields ?? []).flatMap(({ name, value }) =>
    SEARCH_RESULT.has(name) ? [{ ...of, field: name, path: [], base: value, format: "text" as const }] : [],
  );
}

/** Case studies and filters depend on industry names, so they have no mark. */
async function listIndustryNames(db: Database): Promise<MarkedText[]> {
  const { id, name, deleted_at } = industries.table;
  const of = { kind: "industries", field: "name", format: "text", isFound: true } as const;
  const found = await db.select({ id, name }).from(industries.table).where(isNull(deleted_at));
  return found.map(({ id, name }) => ({ ...of, id, path: [], base: name }));
}

const LINKED_MAX = 200;

/** Menus and lists link to added pages by their link text or title. */
async function listLinkLabels(db: Database): Promise<MarkedText[]> {
  const { id, title, menu_label, published, deleted_at } = landingPages.table;
  const found = await db
    .select({ id, title, menu_label })
    .from(landingPages.table)
    .where(and(published, isNull(deleted_at)))
    .limit(LINKED_MAX);
  const of = { kind: "landing-pages", path: [], format: "text", isFound: true } as const;
  return found.map(({ id, title, menu_label }) => ({
    ...{ ...of, id, path: [] },
    ...(menu_label ? { field: "menu_label", base: menu_label } : { field: "title", base: title }),
  }));
}

async function listBusiness(db: Database): Promise<MarkedText[]> {
  const [facts, settings] = await Promise.all([readFacts(db), findLive(db, "settings", "general")]);
  const shown = new Map([
    ["site_title", facts.site],
    ["phone_number", facts.phone],
    ["contact_email", facts.email],
  ]);
  const of = { kind: "settings", id: "general", format: "text" } as const;
  return (settings?.fields ?? []).flatMap(({ name, label, value }) => {
    const base = shown.get(name);
    // A default isn't stored, so an edit could only start from the form.
    const isStored = base === value;
    return base
      ? [{ ...of, field: name, label, path: [], base, isFound: isStored, isInForm: !isStored }]
      : [];
  });
}

/**
 * Returns what the editor needs to know about a text.
 * @param page the page that shows the text, if known
 */
export function describeText(text: MarkedText, page: string): PageText {
  const isInline = text.format === "text" && !text.isInForm && !text.base.includes("\n");
  // What was typed on the page is in the draft.
  const form = withDraft(editorOf(text.kind as KindName, text.id));
  const key = text.kind === "website-content" ? readTextKey(text.id) : null;
  const steps = isInHtml(text) ? text.path.slice(0, -1) : text.path;
  if (!key) {
    const kind = KINDS.find(({ name }) => name === text.kind);
    const field = kind?.fields?.find(({ name }) => name === text.field)?.label ?? text.field;
    const label = text.label ?? partLabel(field, steps);
    const isOfSite = text.kind === "settings";
    return { ...text, isInline, form, label, isShared: isOfSite, ...(isOfSite && { note: words.everyPage }) };
  }
  const label = partLabel(textLabel(key), steps);
  return { ...text, isInline, form, label, isShared: isSharedOn(page, key), note: noteOf(key, page) };
}

/** Returns whether a text belongs to every page or to every form. An added page has no other texts of the site. */
const isSharedOn = (page: string, { page_name, section_name }: TextKey): boolean =>
  page === "" || isAlways(page_name) || section_name === "shared_forms";

function noteOf({ page_name: name, ...key }: TextKey, page: string): string | undefined {
  if (isAlways(name)) return words.everyPage;
  if (name === "services" && isShared(key)) return words.servicePages(SERVICE_PAGES);
  return name === page ? undefined : words.fromPage(pageLabel(name));
}
