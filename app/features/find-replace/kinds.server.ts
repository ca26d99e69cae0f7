// What has words on the site, each kind with how its words are read and saved: by the queries and rules of its form.
import { and, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { LISTED_PAGES } from "../../copy/page-names.ts";
import { type PageName, pages } from "../../copy/pages.ts";
import type { Database } from "../../platform/database.server.ts";
import { escapeHtml } from "../../platform/gap.ts";
import { Refused } from "../../platform/refused.ts";
import { POST_LABELS } from "../blog/labels.ts";
import { findPost, updatePost } from "../blog/queries.owner.server.ts";
import { blogPost } from "../blog/rules.ts";
import { blog_posts } from "../blog/table.server.ts";
import { renameIndustry } from "../case-studies/industry-use.server.ts";
import { CASE_STUDY_LABELS } from "../case-studies/labels.ts";
import { findCaseStudy, updateCaseStudy } from "../case-studies/queries.owner.server.ts";
import { formatResults } from "../case-studies/results-json.ts";
import { caseStudy } from "../case-studies/rules.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { INDUSTRY_LABELS } from "../industries/labels.ts";
import { findIndustry } from "../industries/queries.server.ts";
import { industry } from "../industries/rules.ts";
import { industries } from "../industries/table.server.ts";
import { SEO_LABELS } from "../page-seo/labels.ts";
import { findPageSeo, savePageSeo } from "../page-seo/queries.owner.server.ts";
import { pageSeoRules } from "../page-seo/rules.ts";
import { withSiteWords } from "../page-seo/site-words.ts";
import { SETTING_LABELS } from "../settings/labels.ts";
import { listStoredSettings, readSettings, saveSettings } from "../settings/queries.server.ts";
import { settings } from "../settings/rules.ts";
import { readAddress, writeAddress } from "../website-content/address.ts";
import { builtInValue } from "../website-content/built-in.ts";
import { deleteContent, findText, listTextsWith, updateContent } from "../website-content/queries.server.ts";
import { contentRules } from "../website-content/rules.ts";
import { pageLabel, textLabel } from "../website-content/text-label.ts";
import type { Format } from "./replace.ts";

export const KINDS = ["text", "seo", "post", "case-study", "setting", "industry"] as const;
export type Kind = (typeof KINDS)[number];

/** What is named by a kind and an id, with its words by field. */
export type Owner = {
  id: string;
  /** as the panel calls it */
  name: string;
  fields: Field[];
};
/** @property isDefault the owner has not written it: to undo a change takes the owner's words away again */
export type Field = { name: string; label: string; format: Format; value: string; isDefault?: boolean };

type KindOf = {
  /** those with one of these texts in a field, at most `limit` */
  list(db: Database, sought: readonly string[], limit: number): Promise<Owner[]>;
  /** null where it is gone */
  find(db: Database, id: string): Promise<Owner | null>;
  /**
   * Saves some of its fields as its form would; null brings the default back.
   * @throws Refused by its rules, or where another window has saved meanwhile
   */
  save(db: Database, id: string, fields: Record<string, string | null>, siteUrl: string): Promise<void>;
};

/** What a text may be written as in the database: as it is, in HTML, within the quotes of JSON. */
export const writtenForms = (find: string): string[] => [
  ...new Set([
    find,
    escapeHtml(find).replaceAll("&#x27;", "'").replaceAll("&quot;", '"'),
    JSON.stringify(find).slice(1, -1),
  ]),
];

const POST_FIELDS = formats(POST_LABELS, { content: "html" }, ["slug", "featured_image", "published"]);
const CASE_FIELDS = formats(CASE_STUDY_LABELS, { challenge: "html", solution: "html", results: "json" }, [
  "slug",
  "industry_id",
  "image",
  "published",
]);
const INDUSTRY_FIELDS = formats(INDUSTRY_LABELS, {}, []);
const SEO_FIELDS = formats(SEO_LABELS, {}, ["is_indexable", "is_followable"]);
const SETTING_FIELDS = [
  "site_title",
  "site_description",
  "contact_email",
  "phone_number",
  "meta_keywords",
] as const;

type FieldOf = { name: string; label: string; format: Format };

function formats(
  labels: Record<string, string>,
  special: Record<string, Format>,
  without: string[],
): FieldOf[] {
  return Object.entries(labels)
    .filter(([name]) => !without.includes(name))
    .map(([name, label]) => ({ name, label, format: special[name] ?? "text" }));
}

const fieldsOf = (record: object, of: readonly FieldOf[]): Field[] =>
  of.map((field) => ({ ...field, value: String((record as Record<string, unknown>)[field.name] ?? "") }));

/** @throws Refused with the first reason */
function checked<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw new Refused({ "": result.error.issues[0]?.message ?? "This cannot be saved." });
  return result.data;
}

/** A record of a table, found by any of its columns that hold words. */
function holding(columns: readonly (PgColumn | SQL)[], sought: readonly string[]) {
  return or(
    ...columns.flatMap((column) =>
      sought.map((text) => sql`strpos(lower(${column}::text), lower(${text})) > 0`),
    ),
  );
}

const asCase = (record: NonNullable<Awaited<ReturnType<typeof findCaseStudy>>>) => ({
  ...record,
  results: formatResults(record.results),
});

const kinds: Record<Kind, KindOf> = {
  text: {
    async list(db, sought, limit) {
      const rows = await listTextsWith(db, sought, limit);
      return rows.flatMap((row) => textOwner(row) ?? []);
    },
    async find(db, id) {
      const address = readAddress(id);
      const text = address && (await findText(db, address));
      return text && textOwner(text);
    },
    async save(db, id, { content_value }) {
      const address = readAddress(id);
      const text = address && (await findText(db, address));
      if (!text) return;
      if (content_value === null) {
        if (text.id) await deleteContent(db, text.id);
        return;
      }
      const { page_name, section_name, content_key, content_type } = text;
      const input = { page_name, section_name, content_key, content_type, content_value };
      await updateContent(db, text.id, text.version, checked(contentRules(builtInValue), input));
    },
  },
  seo: {
    async list(db, sought) {
      const owners = await Promise.all(LISTED_PAGES.map((page) => kinds.seo.find(db, page)));
      return owners.filter((owner) => owner !== null).filter(({ fields }) => holdsAny(fields, sought));
    },
    async find(db, page) {
      const { shown } = await readSeo(db, page);
      return { id: page, name: `${pageLabel(page)}, search engines`, fields: fieldsOf(shown, SEO_FIELDS) };
    },
    async save(db, page, fields) {
      const { version, shown, builtIn } = await readSeo(db, page);
      const input = { ...shown, ...fields, is_indexable: undefined, is_followable: undefined };
      const { meta_title, meta_description, meta_keywords } = checked(pageSeoRules(false), input);
      const own = (now: string, given: string) => (now === given ? "" : now);
      await savePageSeo(db, page, version, {
        meta_title: own(meta_title, builtIn.meta_title),
        meta_description: own(meta_description, builtIn.meta_description),
        meta_keywords: own(meta_keywords, builtIn.meta_keywords),
      });
    },
  },
  post: {
    async list(db, sought, limit) {
      const columns = POST_FIELDS.map(({ name }) => blog_posts[name as "title"]);
      const rows = await db
        .select()
        .from(blog_posts)
        .where(and(isNull(blog_posts.deleted_at), holding(columns, sought)))
        .orderBy(blog_posts.created_at, blog_posts.id)
        .limit(limit);
      return rows.map((row) => ({ id: row.id, name: row.title, fields: fieldsOf(row, POST_FIELDS) }));
    },
    async find(db, id) {
      const row = await findPost(db, id);
      return row && { id, name: row.title, fields: fieldsOf(row, POST_FIELDS) };
    },
    async save(db, id, fields, siteUrl) {
      const row = await findPost(db, id);
      if (!row) return;
      const input = checked(blogPost, { ...row, ...fields, published: undefined });
      await updatePost(db, id, row.version, input, siteUrl);
    },
  },
  "case-study": {
    async list(db, sought, limit) {
      const columns = CASE_FIELDS.map(({ name }) => case_studies[name as "title"]);
      const rows = await db
        .select()
        .from(case_studies)
        .where(and(isNull(case_studies.deleted_at), holding(columns, sought)))
        .orderBy(case_studies.created_at, case_studies.id)
        .limit(limit);
      return rows.map((row) => ({ id: row.id, name: row.title, fields: fieldsOf(asCase(row), CASE_FIELDS) }));
    },
    async find(db, id) {
      const row = await findCaseStudy(db, id);
      return row && { id, name: row.title, fields: fieldsOf(asCase(row), CASE_FIELDS) };
    },
    async save(db, id, fields, siteUrl) {
      const row = await findCaseStudy(db, id);
      if (!row) return;
      const input = checked(caseStudy, { ...asCase(row), ...fields, published: undefined });
      await updateCaseStudy(db, id, row.version, input, siteUrl);
    },
  },
  setting: {
    async list(db, sought) {
      const owners = await Promise.all(SETTING_FIELDS.map((key) => kinds.setting.find(db, key)));
      return owners.filter((owner) => owner !== null).filter(({ fields }) => holdsAny(fields, sought));
    },
    async find(db, id) {
      const key = SETTING_FIELDS.find((one) => one === id);
      const value = key && (await listStoredSettings(db)).stored[key];
      if (!value) return null;
      const field: Field = { name: "value", label: "Value", format: "text", value };
      return { id, name: `Settings, ${SETTING_LABELS[key]}`, fields: [field] };
    },
    async save(db, key, { value }) {
      const { stamps } = await listStoredSettings(db);
      await saveSettings(db, checked(settings, { [key]: value }), { [key]: stamps[key] ?? "" });
    },
  },
  industry: {
    async list(db, sought, limit) {
      const rows = await db
        .select()
        .from(industries)
        .where(and(isNull(industries.deleted_at), holding([industries.name, industries.description], sought)))
        .orderBy(industries.name)
        .limit(limit);
      return rows.map((row) => ({ id: row.id, name: row.name, fields: fieldsOf(row, INDUSTRY_FIELDS) }));
    },
    async find(db, id) {
      const row = await findIndustry(db, id);
      return row && { id, name: row.name, fields: fieldsOf(row, INDUSTRY_FIELDS) };
    },
    async save(db, id, fields, siteUrl) {
      const row = await findIndustry(db, id);
      if (row) await renameIndustry(db, id, row.version, checked(industry, { ...row, ...fields }), siteUrl);
    },
  },
};

/** How one kind is read and saved. */
export const kindOf = (kind: Kind): KindOf => kinds[kind];

const holdsAny = (fields: readonly Field[], sought: readonly string[]) =>
  fields.some(({ value }) => sought.some((text) => value.toLowerCase().includes(text.toLowerCase())));

type FoundText = NonNullable<Awaited<ReturnType<typeof findText>>>;

/** @returns null for what has no words: a picture, a color, a number */
function textOwner(text: FoundText): Owner | null {
  const { content_type, content_value: value, id } = text;
  if (content_type !== "text" && content_type !== "html" && content_type !== "json") return null;
  if (content_type === "text" && /(^|_)href$/.test(text.content_key)) return null;
  const field: Field = { name: "content_value", label: "Value", format: content_type, value, isDefault: !id };
  return { id: writeAddress(text), name: textLabel(text), fields: [field] };
}

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
