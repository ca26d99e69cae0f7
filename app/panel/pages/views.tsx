import { href, NavLink } from "react-router";
import { landingPages } from "../../copy/panel/landing-pages.ts";

const { views } = landingPages;

export function PageViews() {
  return (
    <nav className="views" aria-label={views.label}>
      <NavLink className="btn btn--ghost" to={href("/admin-control-panel-seoprozone/pages")} end>
        {views.builtIn}
      </NavLink>
      <NavLink className="btn btn--ghost" to={href("/admin-control-panel-seoprozone/pages/added")}>
        {views.added}
      </NavLink>
    </nav>
  );
}
