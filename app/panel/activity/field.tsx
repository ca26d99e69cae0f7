import { history as words } from "../../copy/panel/history.ts";
import { FieldDifference } from "../../features/history/field-difference.tsx";
import type { FieldChange } from "../../features/history/revision.server.ts";

/** @param props.onRestore restores the earlier value; absent if that isn't possible */
export function Field({ field, onRestore }: { field: FieldChange; onRestore?: () => void }) {
  return (
    <div className="history__b">
      <div className="history__f">
        <h3>{field.label}</h3>
        {onRestore && field.isRestorable && (
          <button type="button" className="btn btn--ghost" onClick={onRestore}>
            {words.record.restoreField}
            <span className="sr"> {field.label}</span>
          </button>
        )}
      </div>
      <FieldDifference {...field} />
    </div>
  );
}
