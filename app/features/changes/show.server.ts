// What waits to be published, field by field beside what is live.
import type { Database } from "../../platform/database/database.server.ts";
import { describeChange, type FieldChange } from "../history/revision.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { editorOf, findLive } from "./apply.server.ts";
import { listPendingDrafts, liveFieldStamp } from "./drafts.server.ts";
import { type DraftField, type FieldMerge, isChange, meet, publishes } from "./merge.ts";

/** A field of a draft beside what is live. */
export type PendingField = FieldChange & {
  meeting: FieldMerge;
  /** of a conflict: what was saved meanwhile, and the stamp of it by which it is settled */
  live?: Pick<FieldChange, "picture" | "blocks"> & { stamp: string };
};

export type PendingRecord = {
  kind: KindName;
  id: string;
  name: string;
  /** where the panel edits it, with the draft in the form; null where it is gone */
  editor: string | null;
  /** whether visitors do not see it yet and will once this is published */
  isNew: boolean;
  fields: PendingField[];
};

/** Everything that waits in a set; null where nothing does. */
export async function showSet(
  db: Database,
  set?: string,
): Promise<{ set: string; records: PendingRecord[] } | null> {
  const waiting = await listPendingDrafts(db, set);
  if (!waiting?.items.length) return null;
  const records: PendingRecord[] = [];
  for (const { kind, record_id: id, name, fields } of waiting.items) {
    const live = await findLive(db, kind, id);
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
  return { set: waiting.id, records };
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
  const { picture, blocks } = describeChange(live, base);
  return {
    ...describeChange(draft, isChange(kept) ? base : undefined),
    meeting,
    live: { picture, blocks, stamp },
  };
}

/** Only the forms that show drafts read it: those of records, and the cards of the settings. */
function withDraft(editor: string): string {
  const [, path, query, hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(editor) ?? [];
  if (!query && !hash) return editor;
  return `${path}${query ? `${query}&` : "?"}draft=1${hash}`;
}
