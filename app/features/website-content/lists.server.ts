// The site's texts: built-in texts, overlaid with the owner's.
import { eq, getTableColumns } from "drizzle-orm";
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { type Paging, pageOf } from "../../platform/database/paging.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { builtInModel, listBuiltIns } from "./built-in.ts";
import { asStored, type ContentType, contentType } from "./content-type.ts";
import { isAt, isNotDeleted } from "./queries.server.ts";
import { website_content } from "./table.server.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";
import { textLabel } from "./text-label.ts";
import { mismatch } from "./value-error.ts";

export type TextFilter = Paging & {
  /** matches the key, label, default or current value */
  search: string;
  /** true if the words may match different fields */
  isByWord?: boolean;
  page_name: string;
  /** `unused` texts are the owner's, but no page shows them */
  state: "" | "default" | "changed" | "unused";
  /**
   * SPEC 7 sorts by `page_name` on the Content tab and by `section_name` on the Pages tab; `place` is the
   * order on the page
   */
  sort: keyof typeof SORTS;
};

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
/** A built-in text and the owner's row. Without a built-in text, no page shows the row. */
type Joined = TextKey & { own: Own | null } & (
    | { place: number; label: string; built_in: string; built_in_type: ContentType }
    | typeof NOWHERE
  );

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

/** The built-in value determines the type of a text that a page shows, unless that value is plain text. */
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

/** Sorts texts. Those with all `words` in their name come first. */
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
 * Returns texts with their current values, the owner's or the default (decision 0035.15).
 * @returns one page of `rows`, and total counts
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

function writtenOf(text: Joined, siteTitle: string) {
  const { built_in, own } = text;
  const shown = presentValue(text).replaceAll("{site}", () => siteTitle);
  return `${nameOf(text)} ${[built_in, own?.content_value, shown].join(" ").toLowerCase()}`;
}

const nameOf = ({ page_name, section_name, content_key, label }: Joined) =>
  [page_name, section_name, content_key, label].join(" ").toLowerCase();

async function readSiteTitle(db: Database): Promise<string> {
  const [row] = await db
    .select({ title: website_settings.setting_value })
    .from(website_settings)
    .where(eq(website_settings.setting_key, "site_title"));
  return row?.title.trim() || BUILT_IN_SITE_TITLE;
}

/** Returns the current texts on these pages. */
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
 * Returns texts whose current value contains any of the strings, in page order.
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

/** Returns a text for its form; null if no page shows it and the owner hasn't written it. */
export async function findText(db: Database, textKey: TextKey) {
  const [own = null] = await db.select(OWN).from(website_content).where(isAt(textKey));
  const key = writeTextKey(textKey);
  const shown = BUILT_INS.find((text) => text.key === key);
  if (shown) return toText({ ...shown, own });
  return own && toText({ ...own, ...NOWHERE, own });
}

export type SiteText = ReturnType<typeof toText>;

function toText(text: Joined) {
  const { page_name, section_name, content_key, own } = text;
  const textKey = { page_name, section_name, content_key };
  const { builtIn, parts } = builtInModel(textKey);
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
    /** undefined if no page shows the text */
    builtIn,
    /** what the default's parts are */
    parts,
    /** why the page shows the default instead; null if the value is valid */
    mismatch: own ? mismatch({ content_type, content_value }, builtIn, parts) : null,
  };
}
