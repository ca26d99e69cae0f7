import type { AutosaveKind } from "../../copy/panel/record-kinds.ts";
import { listAutosaves } from "../../features/autosaves/queries.server.ts";
import { listDrafted } from "../../features/changes/drafts.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { RowMarks } from "../../ui/panel/row-marks.tsx";

/** @returns `marksOf`, which returns a record's marks, and `unsaved`: autosaves of records never saved */
export async function readRowMarks(db: Database, { name, form }: { name: KindName; form: AutosaveKind }) {
  const [drafted, autosaves, { time_zone }] = await Promise.all([
    listDrafted(db, name),
    listAutosaves(db, form),
    readSettings(db),
  ]);
  return {
    marksOf(id: string): RowMarks {
      const at = drafted.get(id);
      const pending = at === undefined ? null : at ? shortTime(at, time_zone) : "";
      return { pending, isUnsaved: autosaves.some(({ record }) => record === id) };
    },
    unsaved: autosaves
      .filter(({ record }) => record === null)
      .map(({ id, title, saved_at }) => ({ id, title, kept: shortTime(saved_at, time_zone) })),
  };
}
