import { href } from "react-router";
import { SEARCH_LABELS } from "../../copy/panel/search-fields.ts";
import { LISTED_PAGES } from "../../copy/site/page-names.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { findPageSeo, NO_SEO, savePageSeo } from "../page-seo/queries.owner.server.ts";
import { pageSeoRules } from "../page-seo/rules.ts";
import { withSiteWords } from "../page-seo/site-words.ts";
import { page_seo } from "../page-seo/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { pageLabel } from "../website-content/text-label.ts";
import {
  checked,
  fieldsOf,
  holdsAny,
  type RecordKind,
  SEARCH_FORMATS,
  withValues,
} from "./record-kind.server.ts";

const fields = fieldsOf(SEARCH_LABELS, SEARCH_FORMATS);

/** SEO fields of pages; the id is the page name. */
export const pageSeo: RecordKind = {
  name: "page-seo",
  table: page_seo,
  fields,
  form: "page-seo",
  editor: (page) => `${href("/admin-control-panel-seoprozone/pages")}?name=${encodeURIComponent(page)}&seo=1`,
  async listWith(db, sought) {
    const found = await Promise.all(LISTED_PAGES.map((page) => pageSeo.find(db, page)));
    return found.filter((one) => one !== null).filter((one) => holdsAny(one.fields, sought));
  },
  async find(db, page) {
    const { shown, version } = await readSeo(db, page);
    return { id: page, name: nameOf(page), version, fields: withValues(shown, fields) };
  },
  async save(db, page, changed) {
    const { version, shown, builtIn } = await readSeo(db, page);
    // A restored null means the built-in value.
    const given = Object.entries(changed).map(([name, value]) => [
      name,
      value ?? String(builtIn[name as keyof typeof builtIn] ?? ""),
    ]);
    const input = {
      ...{ ...shown, is_indexable: undefined, is_followable: undefined },
      ...Object.fromEntries(given),
    };
    const { meta_title, meta_description, meta_keywords, ...robots } = checked(pageSeoRules(false), input);
    const own = (now: string, given: string) => (now === given ? "" : now);
    await savePageSeo(db, page, version, {
      ...robots,
      meta_title: own(meta_title, builtIn.meta_title),
      meta_description: own(meta_description, builtIn.meta_description),
      meta_keywords: own(meta_keywords, builtIn.meta_keywords),
    });
  },
  history: {
    id: (row) => String(row.page_name),
    name: (row) => nameOf(String(row.page_name)),
    // An empty column means the built-in value.
    fields: (row) =>
      withValues(row, fields).map((field) => (field.value ? field : { ...field, isDefault: true })),
    withoutRow: () => withValues(AS_BUILT_IN, fields).map((field) => ({ ...field, isDefault: true })),
  },
};

/** Values of a page without a row. */
const AS_BUILT_IN = { ...NO_SEO, share_image: "", canonical_url: "" };
const nameOf = (page: string) => `${pageLabel(page)}, search engines`;

async function readSeo(db: Database, page: string) {
  const [{ builtIn, version, ...record }, site] = await Promise.all([
    findPageSeo(db, page),
    readSettings(db),
  ]);
  const isPublic = Object.hasOwn(pages, page);
  const asShown = <Seo extends typeof builtIn>(seo: Seo): Seo =>
    isPublic ? { ...seo, ...withSiteWords(page as PageName, seo, site) } : seo;
  return { version, shown: asShown(record), builtIn: asShown(builtIn) };
}
