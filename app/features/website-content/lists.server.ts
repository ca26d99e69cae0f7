// The texts of the site as the owner sees them: the built-in ones, overlaid in memory by what the owner has written.
import { eq, getTableColumns } from "drizzle-orm";
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { type Paging, pageOf } from "../../platform/database/paging.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { builtInValue, listBuiltIns } from "./built-in.ts";
import { asStored, type ContentType, contentType } from "./content-type.ts";
import { isAt, isNotDeleted } from "./queries.server.ts";
import { website_content } from "./table.server.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";
import { textLabel } from "./text-label.ts";
import { misfit } from "./value-error.ts";

export type TextFilter = Paging & {
  /** part of the address, the label, the default or the owner's value; empty means all */
  search: string;
  /** each word of the search may be in another of these */
  isByWord?: boolean;
  /** a page's name; empty means all */
  page_name: string;
  /** whose value it is; `unused` is the owner's where no page shows it; empty means all */
  state: "" | "default" | "changed" | "unused";
  /**
   * SPEC 7: by `page_name` on the Content tab, by `section_name` on the Pages tab; `place` is from the top of a page to
   * its foot, the home page first; `changed` is newest first
   */
  sort: keyof typeof SORTS;
};

/** Every text of the site's pages, from the top of the home page on. */
const BUILT_INS = listBuiltIns().map(({ value, ...textKey }, place) => ({
  ...textKey,
  place,
  key: writeTextKey(textKey),
  label: textLabel(textKey),
  built_in: asStored(value),
  built_in_type: contentType(value),
}));
const NOWHERE = { place: null, label: "", built_in: null, built_in_type: null };

const { deleted_at: _, ...OWN } = getTableColumns(website_content);

type Own = Pick<typeof website_content.$inferSelect, keyof typeof OWN>;
/** The owner's row, if any, over the default; without a default no page shows it. */
type Joined = TextKey & { own: Own | null } & (
    | { place: number; label: string; built_in: string; built_in_type: ContentType }
    | typeof NOWHERE
  );

/** Every text of the site and every other that the owner has written, each with what is stored for it. */
async function readTexts(db: Database): Promise<Joined[]> {
  const rows = await db.select(OWN).from(website_content).where(isNotDeleted);
  const unused = new Map(rows.map((row) => [writeTextKey(row), row]));
  const texts = BUILT_INS.map((text) => {
    const own = unused.get(text.key) ?? null;
    unused.delete(text.key);
    return { ...text, own };
  });
  return [...texts, ...[...unused.values()].map((own) => ({ ...own, ...NOWHERE, own }))];
}

const presentValue = ({ own, built_in }: Joined) => own?.content_value ?? built_in ?? "";

/** Where a page shows it, the built-in value decides the type, whatever a row says. */
const presentType = ({ own, built_in_type }: Joined) =>
  (built_in_type === null || built_in_type === "text"
    ? (own?.content_type ?? built_in_type)
    : built_in_type) as ContentType;

const STATES: Record<string, (text: Joined) => boolean> = {
  default: ({ own }) => !own,
  changed: ({ own, place }) => own !== null && place !== null,
  unused: ({ place }) => place === null,
};

const placeOf = ({ place }: Joined) => place ?? BUILT_INS.length;

/** What decides, before what decides where that is the same. */
const SORTS = {
  page_name: (text: Joined) => [text.page_name, placeOf(text), text.section_name, text.content_key],
  section_name: (text: Joined) => [text.section_name, placeOf(text), text.content_key, text.page_name],
  place: (text: Joined) => [placeOf(text), text.page_name, text.section_name, text.content_key],
  content_key: (text: Joined) => [text.content_key, text.page_name, placeOf(text), text.section_name],
  content_type: (text: Joined) => [
    presentType(text),
    text.page_name,
    placeOf(text),
    text.section_name,
    text.content_key,
  ],
  changed: (text: Joined) => [
    -(text.own?.updated_at.getTime() ?? 0),
    ...[placeOf(text), text.page_name, text.section_name, text.content_key],
  ],
} satisfies Record<string, (text: Joined) => (string | number)[]>;

function sorted(texts: Joined[], by: keyof typeof SORTS): Joined[] {
  const keyed = texts.map((text) => ({ text, keys: SORTS[by](text) }));
  keyed.sort((a, b) => {
    const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
    return at < 0 ? 0 : a.keys[at]! < b.keys[at]! ? -1 : 1;
  });
  return keyed.map(({ text }) => text);
}

/**
 * The texts of the site with their present values, the owner's or the built-in ones (decision 0035.15).
 * @returns one page of `rows`, how many match, how many of these the owner has changed, which page it is of how many
 */
export async function listTexts(db: Database, filter: TextFilter) {
  const { search, isByWord, page_name, state } = filter;
  const [texts, title] = await Promise.all([readTexts(db), search ? readSiteTitle(db) : ""]);
  const words = (isByWord ? search.split(/\s+/) : [search]).map((word) => word.toLowerCase());
  const found = texts.filter((text) => {
    if (page_name && text.page_name !== page_name) return false;
    if (state && !STATES[state]!(text)) return false;
    const written = search && writtenOf(text, title);
    return words.every((word) => written.includes(word));
  });
  const changed = found.filter(STATES.changed!).length;
  const { page, pages, offset } = pageOf(found.length, filter);
  const rows = sorted(found, filter.sort).slice(offset, offset + filter.perPage);
  return { rows: rows.map(toText), matching: found.length, changed, page, pages };
}

/** All that a text is found by, in lower case: the name of the site as visitors read it, too. */
function writtenOf(text: Joined, siteTitle: string) {
  const { page_name, section_name, content_key, label, built_in, own } = text;
  const shown = presentValue(text).replaceAll("{site}", siteTitle);
  const all = [page_name, section_name, content_key, label, built_in, own?.content_value, shown];
  return all.join(" ").toLowerCase();
}

async function readSiteTitle(db: Database): Promise<string> {
  const [row] = await db
    .select({ title: website_settings.setting_value })
    .from(website_settings)
    .where(eq(website_settings.setting_key, "site_title"));
  return row?.title.trim() || BUILT_IN_SITE_TITLE;
}

/**
 * The present values of all texts of some pages, to tell them from one another there.
 * @param names of pages; other names have none
 */
export async function listPageTexts(db: Database, names: readonly string[]) {
  const texts = await readTexts(db);
  return texts
    .filter(({ place, page_name }) => place !== null && names.includes(page_name))
    .map((text) => {
      const { page_name, section_name, content_key } = text;
      const [content_value, content_type] = [presentValue(text), presentType(text)];
      return { page_name, section_name, content_key, content_value, content_type };
    });
}

/**
 * The texts that have one of some words in their present value, from the top of the site to its foot.
 * @param sought each is found whatever its capital letters
 */
export async function listTextsWith(db: Database, sought: readonly string[], limit: number, skip: number) {
  const words = sought.map((text) => text.toLowerCase());
  const found = (await readTexts(db)).filter((text) => {
    const value = presentValue(text).toLowerCase();
    return words.some((word) => value.includes(word));
  });
  return sorted(found, "place")
    .slice(skip, skip + limit)
    .map(toText);
}

/**
 * One text as its form needs it.
 * @returns null where no page shows it and the owner has not written it
 */
export async function findText(db: Database, textKey: TextKey) {
  const [own = null] = await db.select(OWN).from(website_content).where(isAt(textKey));
  const key = writeTextKey(textKey);
  const shown = BUILT_INS.find((text) => text.key === key);
  if (shown) return toText({ ...shown, own });
  return own && toText({ ...own, ...NOWHERE, own });
}

/** A text of the site: its present value, whose it is, and whether it fits. */
export type SiteText = ReturnType<typeof toText>;

function toText(text: Joined) {
  const { page_name, section_name, content_key, own } = text;
  const builtIn = builtInValue({ page_name, section_name, content_key });
  const content_value = presentValue(text);
  const content_type = presentType(text);
  return {
    page_name,
    section_name,
    content_key,
    content_type,
    content_value,
    /** null: it is the default */
    id: own?.id ?? null,
    /** 0: it is the default */
    version: own?.version ?? 0,
    updated_at: own?.updated_at ?? null,
    /** undefined: no page shows it */
    builtIn,
    /** why the page shows the default instead, null where it does not */
    misfit: own ? misfit({ content_key, content_type, content_value }, builtIn) : null,
  };
}
