// Finds and replaces words across the site.
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
import {
  type Format,
  findHits,
  type Hit,
  type MapWords,
  mapParts,
  replaceIn,
  type Search,
} from "./replace.ts";

const PLACES_MAX = 200;
const PAGE = 200;
const LOOKED_AT_MAX = 5_000;
/** Searching stops after this many matches. */
const HITS_MAX = 5_000;

export type FoundPlace = {
  kind: KindName;
  id: string;
  field: string;
  editor: string;
  name: string;
  /** from `stampOf`, to detect whether the value has changed since the search */
  stamp: string;
  hits: Hit[];
};

/**
 * Searches all records, published or not.
 * @returns at most `PLACES_MAX` places; `isMore` if the search stopped early
 */
export async function findPlaces(db: Database, search: Search, kinds: readonly RecordKind[] = KINDS) {
  const places: FoundPlace[] = [];
  if (!search.find.trim()) return { places, isMore: false };
  let hits = 0;
  for (const kind of kinds) {
    // The database also matches words inside tags, which aren't hits, so one page of records may not be enough.
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

function placesOf(of: RecordKind, record: FoundRecord, search: Search): FoundPlace[] {
  const { name: kind, editor } = of;
  return record.fields.filter(hasWords).flatMap((field) => {
    const hits = findHits(field.value, field.format, search, mapOf(of, field));
    if (!hits.length) return [];
    const { id } = record;
    const stamp = stampOf(field.value);
    return [{ kind, id, editor: editor(id), field: field.name, name: nameOf(record, field), stamp, hits }];
  });
}

/** Returns a function that changes only the words in a JSON value. */
function mapOf({ strings }: RecordKind, { name, parts = {} }: RecordField): MapWords {
  if (strings?.field !== name) return mapParts(parts);
  return (value, change) =>
    strings.map(value, (text, { format }) => (format === "other" ? text : change(text)));
}

const nameOf = ({ name, fields }: FoundRecord, { label }: RecordField) =>
  fields.length > 1 ? `${name}: ${label}` : name;

/** Returns the forms in which the database may store a text: plain, escaped in HTML, or quoted in JSON. */
const writtenForms = (find: string): string[] => [
  ...new Set([
    find,
    escapeHtml(find).replaceAll("&#x27;", "'").replaceAll("&quot;", '"'),
    JSON.stringify(find).slice(1, -1),
  ]),
];

/** `hits` has the indexes of the selected hits. */
export type Chosen = Place & { hits: number[] };

type Place = Pick<FoundPlace, "kind" | "id" | "field" | "stamp">;
type Change = Place & { value: (kind: RecordKind, field: RecordField & { format: Format }) => string };

/**
 * Replaces all selected hits or none.
 * @throws Refused if a place has changed since the search, or a form's rules reject the new text
 */
export async function replaceAt(
  db: Database,
  search: Search,
  replacement: string,
  chosen: readonly Chosen[],
) {
  const changes = chosen.map(({ hits, ...place }) => ({
    ...place,
    value: (kind: RecordKind, field: RecordField & { format: Format }) =>
      replaceIn(field.value, field.format, search, replacement, new Set(hits), mapOf(kind, field)),
  }));
  await change(db, changes);
  const hits = chosen.reduce((sum, place) => sum + place.hits.length, 0);
  return { hits, places: chosen.length };
}

async function change(db: Database, changes: readonly Change[]) {
  return db.transaction(async (tx) => {
    // A sample stays a sample even if one of its values is replaced.
    await preserveSampleFlags(tx);
    const moved: string[] = [];
    // The order matters: case studies precede industries, because renaming an industry updates its case studies.
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
        const values = ofOwner.map(
          ({ field, value }) => [field, value(kind, fieldOf(before, field)!)] as const,
        );
        await kind.save(tx, id, Object.fromEntries(values)).catch(named(before.name));
      }
    }
    if (moved.length)
      throw new Refused({
        "": `Changed since your search: ${moved.join("; ")}. Nothing was replaced. The list is up to date now.`,
      });
  });
}

const named = (name: string) => (error: unknown) => {
  if (error instanceof Refused) throw new Refused({ "": `${name}: ${error.message} Nothing was replaced.` });
  throw error;
};
