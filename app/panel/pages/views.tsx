import { href, NavLink } from "react-router";
import { landingPages } from "../../copy/panel/landing-pages.ts";

const { views } = landingPages;

/** Renders the two views of the tab: built-in pages, and those that the owner added. */
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
