/** Whose value a text has, and what is to be known of it. */
export function TextBadges({
  id,
  isShown,
  misfit,
}: {
  id: string | null;
  isShown: boolean;
  misfit?: string | null;
}) {
  return (
    <span className="tvalue__badges">
      <span className={id ? "badge badge--up" : "badge badge--line"}>{id ? "Changed" : "Default"}</span>
      {!isShown && <span className="badge badge--warn">No page shows it</span>}
      {misfit && <span className="badge badge--warn">Does not fit</span>}
    </span>
  );
}
