// The site's texts as the owner sees them: the built-in ones, overlaid in memory with the owner's.
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
import { mismatch } from "./value-error.ts";

export type TextFilter = Paging & {
  /** matches part of the text key, the label, the default or the owner's value; empty means all */
  search: string;
  /** each word of the search may match a different one of these */
  isByWord?: boolean;
  /** empty means all */
  page_name: string;
  /** whose value it is; `unused` means that the owner wrote it but no page shows it; empty means all */
  state: "" | "default" | "changed" | "unused";
  /**
   * SPEC 7: `page_name`, with the home page first, on the Content tab, `section_name` on the Pages tab; `place` goes
   * from top to bottom of each page, starting with the home page; `changed` is newest first
   */
  sort: keyof typeof SORTS;
};

/** Every text on the site's pages, from the top of the home page on. */
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
/** The owner's row, if any, together with the default; a text without a default isn't shown on any page. */
type Joined = TextKey & { own: Own | null } & (
    | { place: number; label: string; built_in: string; built_in_type: ContentType }
    | typeof NOWHERE
  );

/** Returns every text on the site and every other text the owner has written, each with its stored row. */
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

/** On texts that a page shows, the built-in value determines the type, no matter what the row says. */
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

/** Sort keys, most significant first. */
const SORTS = {
  page_name: (text: Joined) => [
    ...[text.page_name === "home" ? 0 : 1, text.page_name],
    ...[placeOf(text), text.section_name, text.content_key],
  ],
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

/** @param words if any, texts with all of them in their name come before those with some in their value */
function sorted(texts: Joined[], by: keyof typeof SORTS, words: readonly string[] = []): Joined[] {
  const isInName = (text: Joined) => words.every((word) => nameOf(text).includes(word));
  const keyed = texts.map((text) => ({ text, keys: [isInName(text) ? 0 : 1, ...SORTS[by](text)] }));
  keyed.sort((a, b) => {
    const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
    return at < 0 ? 0 : a.keys[at]! < b.keys[at]! ? -1 : 1;
  });
  return keyed.map(({ text }) => text);
}

/**
 * Returns the site's texts with their current values, the owner's or the built-in ones (decision 0035.15).
 * @returns one page of `rows`, how many match, how many of those the owner has changed, and the page number and count
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
  const rows = sorted(found, filter.sort, filter.sort === "changed" ? [] : words).slice(
    offset,
    offset + filter.perPage,
  );
  return { rows: rows.map(toText), matching: found.length, changed, page, pages };
}

/** Returns all searchable text in lower case, including the site's name as visitors read it. */
function writtenOf(text: Joined, siteTitle: string) {
  const { built_in, own } = text;
  const shown = presentValue(text).replaceAll("{site}", siteTitle);
  return `${nameOf(text)} ${[built_in, own?.content_value, shown].join(" ").toLowerCase()}`;
}

/** Returns the searchable key and label in lower case. */
const nameOf = ({ page_name, section_name, content_key, label }: Joined) =>
  [page_name, section_name, content_key, label].join(" ").toLowerCase();

async function readSiteTitle(db: Database): Promise<string> {
  const [row] = await db
    .select({ title: website_settings.setting_value })
    .from(website_settings)
    .where(eq(website_settings.setting_key, "site_title"));
  return row?.title.trim() || BUILT_IN_SITE_TITLE;
}

/**
 * Returns the current values of all texts on the given pages, to tell identical ones apart.
 * @param names page names; unknown ones have no texts
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
 * Returns the texts whose current value contains any of the given words, from the top of the site to the bottom.
 * @param sought matched without regard to case
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

/** Returns one text as its form needs it; null if no page shows it and the owner hasn't written it. */
export async function findText(db: Database, textKey: TextKey) {
  const [own = null] = await db.select(OWN).from(website_content).where(isAt(textKey));
  const key = writeTextKey(textKey);
  const shown = BUILT_INS.find((text) => text.key === key);
  if (shown) return toText({ ...shown, own });
  return own && toText({ ...own, ...NOWHERE, own });
}

/** A text on the site: its current value, whose it is, and whether it is valid. */
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
    /** null for a default */
    id: own?.id ?? null,
    /** 0 for a default */
    version: own?.version ?? 0,
    updated_at: own?.updated_at ?? null,
    /** undefined if no page shows it */
    builtIn,
    /** why the page shows the default instead; null if it doesn't */
    mismatch: own ? mismatch({ content_key, content_type, content_value }, builtIn) : null,
  };
}
