import { changes } from "../../copy/panel/changes.ts";

/** Badges that show a text's state; pass `id` to also show whether the value is the default or the owner's. */
export function TextBadges({
  id,
  isShown,
  misfit,
  hasChanges,
  hasAutosave,
}: {
  id?: string | null;
  isShown: boolean;
  misfit?: string | null;
  hasChanges?: boolean;
  hasAutosave?: boolean;
}) {
  if (id === undefined && isShown && !misfit && !hasChanges && !hasAutosave) return null;
  return (
    <span className="tags">
      {id !== undefined && (
        <span className={id ? "badge badge--up" : "badge badge--line"}>{id ? "Customized" : "Default"}</span>
      )}
      {!isShown && <span className="badge badge--warn">Not used on any page</span>}
      {hasChanges && <span className="badge badge--blue">{changes.badge}</span>}
      {hasAutosave && <span className="badge badge--blue">Unsaved changes</span>}
      {misfit && <span className="badge badge--warn">Invalid</span>}
    </span>
  );
}
