import { href, NavLink } from "react-router";
import { changes } from "../../copy/panel/changes.ts";

const { views } = changes;

export function ChangesViews() {
  return (
    <nav className="views" aria-label={views.label}>
      <NavLink className="btn btn--ghost" to={href("/admin-control-panel-seoprozone/changes")} end>
        {views.pending}
      </NavLink>
      <NavLink className="btn btn--ghost" to={href("/admin-control-panel-seoprozone/changes/calendar")}>
        {views.calendar}
      </NavLink>
    </nav>
  );
}
