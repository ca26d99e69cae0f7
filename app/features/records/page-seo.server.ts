import { href } from "react-router";
import { LISTED_PAGES } from "../../copy/site/page-names.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { labelsOf, listFields, searchFields } from "../fields/fields.ts";
import { findPageSeo, NO_SEO, savePageSeo } from "../page-seo/queries.owner.server.ts";
import { type PageSeoInput, pageSeoRules } from "../page-seo/rules.ts";
import { withSiteWords } from "../page-seo/site-words.ts";
import { page_seo } from "../page-seo/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { pageLabel } from "../website-content/text-label.ts";
import { checked, holdsAny, type RecordKind, withValues } from "./record-kind.server.ts";

const fields = listFields(searchFields);

/** SEO fields of pages; the id is the page name. */
export const pageSeo = {
  name: "page-seo",
  table: page_seo,
  fields,
  labels: labelsOf(searchFields),
  form: "page-seo",
  read,
  update,
  editor: (page) => `${href("/admin-control-panel-seoprozone/pages")}?name=${encodeURIComponent(page)}&seo=1`,
  async listWith(db, sought) {
    const found = await Promise.all(LISTED_PAGES.map((page) => find(db, page)));
    return found.filter((one) => holdsAny(one.fields, sought));
  },
  find,
  async save(db, page, changed) {
    const { version, builtIn, ...shown } = await read(db, page);
    // A restored null means the built-in value.
    const given = Object.entries(changed).map(([name, value]) => [
      name,
      value ?? String(builtIn[name as keyof typeof builtIn] ?? ""),
    ]);
    const input = {
      ...{ ...shown, is_indexable: undefined, is_followable: undefined },
      ...Object.fromEntries(given),
    };
    await update(db, page, version, checked(pageSeoRules(false), input));
  },
  history: {
    id: (row) => String(row.page_name),
    name: (row) => nameOf(String(row.page_name)),
    // An empty column means the built-in value.
    fields: (row) =>
      withValues(row, fields).map((field) => (field.value ? field : { ...field, isDefault: true })),
    withoutRow: () => withValues(AS_BUILT_IN, fields).map((field) => ({ ...field, isDefault: true })),
  },
} satisfies RecordKind & Record<string, unknown>;

/** Values of a page without a row. */
const AS_BUILT_IN = { ...NO_SEO, share_image: "", canonical_url: "" };
const nameOf = (page: string) => `${pageLabel(page)}, search engines`;

/** Returns a page's SEO as its form shows it, and `builtIn`, its defaults. */
async function read(db: Database, page: string) {
  const [{ builtIn, ...record }, site] = await Promise.all([findPageSeo(db, page), readSettings(db)]);
  const isPublic = Object.hasOwn(pages, page);
  const asShown = <Seo extends typeof builtIn>(seo: Seo): Seo =>
    isPublic ? { ...seo, ...withSiteWords(page as PageName, seo, site) } : seo;
  return { ...asShown(record), builtIn: asShown(builtIn) };
}

async function find(db: Database, page: string) {
  const shown = await read(db, page);
  return { id: page, name: nameOf(page), version: shown.version, fields: withValues(shown, fields) };
}

/**
 * Saves a page's SEO. Fields that have the built-in value stay empty, so that they keep up with the site's title.
 * @throws like `savePageSeo`
 */
async function update(db: Database, page: string, version: number, input: PageSeoInput) {
  const { builtIn } = await read(db, page);
  const own = (name: "meta_title" | "meta_description" | "meta_keywords") =>
    input[name] === builtIn[name] ? "" : input[name];
  await savePageSeo(db, page, version, {
    ...input,
    meta_title: own("meta_title"),
    meta_description: own("meta_description"),
    meta_keywords: own("meta_keywords"),
  });
}
