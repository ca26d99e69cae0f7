import type { Database } from "../../platform/database/database.server.ts";
import { linesOf } from "../history/differences.ts";
import { describeChange, type FieldChange } from "../history/revision.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { countItems, editorOf, findLive } from "./apply.server.ts";
import { listPendingDrafts, liveFieldStamp } from "./drafts.server.ts";
import {
  type DraftField,
  type DraftFields,
  type FieldMerge,
  isChange,
  isSwitch,
  meet,
  publishes,
  rebase,
} from "./merge.ts";
import { draftName } from "./record-key.server.ts";

export type PendingField = FieldChange & {
  meeting: FieldMerge;
  /** for a conflict: the newer published value, and the stamp for resolving it */
  live?: Pick<FieldChange, "image" | "blocks"> & { stamp: string };
};

/**
 * A field of a record that visitors haven't seen, so there's nothing to compare it with.
 * @property more how many lines are left out
 */
export type NewField = { name: string; label: string; image?: string; lines: string[]; more: number };

/** When a set will be published and reverted, or why it wasn't. */
export type Plan = { set: string; at: Date | null; until: Date | null; problem: string };

export type PendingRecord = {
  kind: KindName;
  id: string;
  name: string;
  /** panel URL that opens the draft; null if the record is gone */
  editor: string | null;
  /** from `draftName` */
  draft: string;
  /** whether publishing makes a hidden record visible */
  isNew: boolean;
  /** how many items the record stands for */
  items: number;
  plan: Plan | null;
  /** changes; of a new record, only conflicts */
  fields: PendingField[];
  /** what a new record says */
  text: NewField[];
};

/**
 * Compares the pending drafts with the published version. Unscheduled ones come first.
 * @param isOpen returns whether the person may see this kind; the database may not let them read others
 */
export async function showDrafts(
  db: Database,
  isOpen: (kind: KindName) => boolean = () => true,
): Promise<PendingRecord[]> {
  const records: PendingRecord[] = [];
  for (const item of await listPendingDrafts(db)) {
    if (!isOpen(item.kind)) continue;
    const { kind, record_id: id, fields: drafted, publish_at, take_back_at, problem } = item;
    const live = await findLive(db, kind, id);
    const fields = live ? rebase(drafted, live.fields) : drafted;
    const isNew = live !== null && publishes(fields, live.fields);
    const shown = live?.fields.flatMap((field) => {
      const kept = fields[field.name];
      if (!kept) return [];
      const isShown = (isChange(kept) && !isNew) || meet(kept, field.value) === "conflict";
      return isShown ? [showField(field, kept, liveFieldStamp(live.fields, field.name))] : [];
    });
    records.push({
      ...{ kind, id, draft: draftName({ kind, id }), name: live?.name ?? item.name, fields: shown ?? [] },
      editor: live && withDraft(editorOf(kind, id)),
      isNew,
      text: isNew ? textOf(live.fields, fields) : [],
      items: await countItems(db, [{ kind, record_id: id }]),
      plan:
        publish_at || take_back_at || problem
          ? { set: item.change_set_id, at: publish_at, until: take_back_at, problem }
          : null,
    });
  }
  return records;
}

const LINES_SHOWN = 8;

/** Returns what visitors will read. Options that are on or off only say something by differing. */
function textOf(live: readonly RecordField[], draft: DraftFields): NewField[] {
  return live.flatMap(({ name, label, format, ...stored }) => {
    const { value, shown } = draft[name]?.value ?? stored;
    if (isSwitch(name) || ["", "true", "false"].includes(value)) return [];
    if (format === "image") return [{ name, label, image: value, lines: [], more: 0 }];
    const lines = linesOf(format, shown ?? value);
    const more = Math.max(0, lines.length - LINES_SHOWN);
    return lines.length ? [{ name, label, lines: lines.slice(0, LINES_SHOWN), more }] : [];
  });
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
