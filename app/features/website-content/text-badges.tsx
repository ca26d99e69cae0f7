import { MarkBadges, type RowMarks } from "../../ui/panel/row-marks.tsx";

/** Renders badges for a text's state. With `id`, they also show whether the value is the default. */
export function TextBadges({
  id,
  isShown,
  mismatch,
  marks,
}: {
  id?: string | null;
  isShown: boolean;
  mismatch?: string | null;
  marks?: RowMarks;
}) {
  if (id === undefined && isShown && !mismatch && marks?.pending == null && !marks?.isUnsaved) return null;
  return (
    <span className="tags">
      {id !== undefined && (
        <span className={id ? "badge badge--up" : "badge badge--line"}>{id ? "Customized" : "Default"}</span>
      )}
      {!isShown && <span className="badge badge--warn">Not used on any page</span>}
      {marks && <MarkBadges {...marks} />}
      {mismatch && <span className="badge badge--warn">Invalid</span>}
    </span>
  );
}
