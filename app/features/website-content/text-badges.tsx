import { BUILT_IN } from "../../copy/panel/text-labels.ts";
import { MarkBadges, type RowMarks } from "../../ui/panel/row-marks.tsx";

/** Renders badges for a text's state. With `id`, they also show whether it's the built-in text. */
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
        <span className={id ? "badge badge--up" : "badge badge--line"}>{id ? "Customized" : BUILT_IN}</span>
      )}
      {!isShown && <span className="badge badge--warn">Not used on any page</span>}
      {marks && <MarkBadges {...marks} />}
      {mismatch && <span className="badge badge--warn">Invalid</span>}
    </span>
  );
}
