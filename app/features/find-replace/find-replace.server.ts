// Finds and replaces words across the site in one step that can be undone.
import type { Database } from "../../platform/database/database.server.ts";
import { preserveSampleFlags } from "../../platform/database/record-columns.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { KINDS } from "../records/kinds.server.ts";
import {
  type FoundRecord,
  hasWords,
  type KindName,
  type RecordField,
  type RecordKind,
} from "../records/record-kind.server.ts";
import { type Format, findHits, type Hit, replaceIn, type Search } from "./replace.ts";

/** How many places a page shows and one step replaces; the rest follows. */
const PLACES_MAX = 200;
/** How many records are read at once, and searched of each kind: the words may be in every article's tags. */
const PAGE = 200;
const LOOKED_AT_MAX = 5_000;
/** After this many hits no more records are searched: a single letter appears thousands of times. */
const HITS_MAX = 5_000;

export type FoundPlace = {
  kind: KindName;
  id: string;
  field: string;
  /** its form's URL in the panel */
  editor: string;
  /** for example "Home, top of the page: headline", "How we work: Excerpt" */
  name: string;
  /** a stamp of the value that the hits were found in */
  stamp: string;
  hits: Hit[];
};

/**
 * Finds words in texts, SEO, posts, case studies, settings and industries, including drafts.
 * @param kinds where to look
 * @returns at most `PLACES_MAX` places, fewer if they have very many hits, and whether there are more
 */
export async function findPlaces(db: Database, search: Search, kinds: readonly RecordKind[] = KINDS) {
  const places: FoundPlace[] = [];
  if (!search.find.trim()) return { places, isMore: false };
  let hits = 0;
  for (const kind of kinds) {
    // A value may contain the words only in a tag, so more records are searched for ones with them in text.
    for (let skip = 0, isEnd = false; !isEnd; skip += PAGE) {
      if (skip >= LOOKED_AT_MAX) return { places, isMore: true };
      const records = await kind.listWith(db, writtenForms(search.find.trim()), PAGE, skip);
      isEnd = records.length < PAGE;
      for (const record of records) {
        if (hits > HITS_MAX) return { places, isMore: true };
        for (const place of placesOf(kind, record, search)) {
          if (places.length === PLACES_MAX) return { places, isMore: true };
          places.push(place);
          hits += place.hits.length;
        }
      }
    }
  }
  return { places, isMore: false };
}

function placesOf({ name: kind, editor }: RecordKind, record: FoundRecord, search: Search): FoundPlace[] {
  return record.fields.filter(hasWords).flatMap((field) => {
    const hits = findHits(field.value, field.format, search);
    if (!hits.length) return [];
    const { id } = record;
    const stamp = stampOf(field.value);
    return [{ kind, id, editor: editor(id), field: field.name, name: nameOf(record, field), stamp, hits }];
  });
}

const nameOf = ({ name, fields }: FoundRecord, { label }: RecordField) =>
  fields.length > 1 ? `${name}: ${label}` : name;

/** Returns the spellings of a text in the database: plain, in HTML, and quoted in JSON. */
const writtenForms = (find: string): string[] => [
  ...new Set([
    find,
    escapeHtml(find).replaceAll("&#x27;", "'").replaceAll("&quot;", '"'),
    JSON.stringify(find).slice(1, -1),
  ]),
];

/** A selected place: its version, and which of its hits, counted from 0. */
export type Chosen = Place & { hits: number[] };

type Place = Pick<FoundPlace, "kind" | "id" | "field" | "stamp">;
type Change = Place & { value: (field: RecordField & { format: Format }) => string };

/**
 * Replaces words at the selected places, all or none, by the rules of each form.
 * @returns the number of hits and places
 * @throws Refused if one has changed since or its rules reject the new text
 */
export async function replaceAt(
  db: Database,
  search: Search,
  replacement: string,
  chosen: readonly Chosen[],
) {
  const changes = chosen.map(({ hits, ...place }) => ({
    ...place,
    value: ({ value, format }: RecordField & { format: Format }) =>
      replaceIn(value, format, search, replacement, new Set(hits)),
  }));
  await change(db, changes);
  const hits = chosen.reduce((sum, place) => sum + place.hits.length, 0);
  return { hits, places: chosen.length };
}

async function change(db: Database, changes: readonly Change[]) {
  return db.transaction(async (tx) => {
    // A changed price doesn't make a sample the owner's own: "Remove sample content" still removes it.
    await preserveSampleFlags(tx);
    const moved: string[] = [];
    // In the order of KINDS: renaming an industry updates links in other records.
    for (const kind of KINDS) {
      const ofKind = changes.filter((one) => one.kind === kind.name);
      for (const id of new Set(ofKind.map((one) => one.id))) {
        const ofOwner = ofKind.filter((one) => one.id === id);
        const before = await kind.find(tx, id);
        const fieldOf = (record: FoundRecord | null, name: string) =>
          record?.fields.filter(hasWords).find((one) => one.name === name);
        const stale = ofOwner.filter(({ field, stamp }) => {
          const now = fieldOf(before, field);
          return !now || stampOf(now.value) !== stamp;
        });
        if (!before || stale.length) {
          moved.push(before?.name ?? "A deleted item");
          continue;
        }
        const values = ofOwner.map(({ field, value }) => [field, value(fieldOf(before, field)!)] as const);
        await kind.save(tx, id, Object.fromEntries(values)).catch(named(before.name));
      }
    }
    if (moved.length)
      throw new Refused({
        "": `Changed since your search: ${moved.join("; ")}. Nothing was replaced. The list is up to date now.`,
      });
  });
}

/** Names the record in the error, which rolls everything back. */
const named = (name: string) => (error: unknown) => {
  if (error instanceof Refused) throw new Refused({ "": `${name}: ${error.message} Nothing was replaced.` });
  throw error;
};
