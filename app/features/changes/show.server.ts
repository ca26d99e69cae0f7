import type { Database } from "../../platform/database/database.server.ts";
import { describeChange, type FieldChange } from "../history/revision.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { countItems, editorOf, findLive } from "./apply.server.ts";
import { listPendingDrafts, liveFieldStamp } from "./drafts.server.ts";
import { type DraftField, type FieldMerge, isChange, meet, publishes, rebase } from "./merge.ts";

export type PendingField = FieldChange & {
  meeting: FieldMerge;
  /** for a conflict: the newer published value, and the stamp for resolving it */
  live?: Pick<FieldChange, "image" | "blocks"> & { stamp: string };
};

export type PendingRecord = {
  kind: KindName;
  id: string;
  name: string;
  /** panel URL that opens the draft; null if the record is gone */
  editor: string | null;
  /** whether publishing makes a hidden record visible */
  isNew: boolean;
  fields: PendingField[];
};

/** Returns the drafts of a set, or null if there are none. */
export async function showSet(
  db: Database,
  set?: string,
): Promise<{ set: string; records: PendingRecord[]; items: number } | null> {
  const waiting = await listPendingDrafts(db, set);
  if (!waiting?.items.length) return null;
  const records: PendingRecord[] = [];
  for (const { kind, record_id: id, name, fields: drafted } of waiting.items) {
    const live = await findLive(db, kind, id);
    const fields = live ? rebase(drafted, live.fields) : drafted;
    const shown = live?.fields.flatMap((field) => {
      const kept = fields[field.name];
      if (!kept) return [];
      const isShown = isChange(kept) || meet(kept, field.value) === "conflict";
      return isShown ? [showField(field, kept, liveFieldStamp(live.fields, field.name))] : [];
    });
    const editor = live && withDraft(editorOf(kind, id));
    const isNew = live !== null && publishes(fields, live.fields);
    records.push({ kind, id, name: live?.name ?? name, editor, isNew, fields: shown ?? [] });
  }
  return { set: waiting.id, records, items: await countItems(db, waiting.items) };
}

function showField(live: RecordField, kept: DraftField, stamp: string): PendingField {
  const of = ({ value, shown }: { value: string; shown?: string }): RecordField => ({
    ...live,
    value,
    shown,
  });
  const meeting = meet(kept, live.value);
  const [base, draft] = [of(kept.base), of(kept.value)];
  if (meeting !== "conflict") return { ...describeChange(draft, live), meeting };
  const { image, blocks } = describeChange(live, base);
  return {
    ...describeChange(draft, isChange(kept) ? base : undefined),
    meeting,
    live: { image, blocks, stamp },
  };
}

/** Adds `draft=1` to the URLs of forms that can show drafts. */
export function withDraft(editor: string): string {
  const [, path, query, hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(editor) ?? [];
  if (!query && !hash) return editor;
  return `${path}${query ? `${query}&` : "?"}draft=1${hash}`;
}
