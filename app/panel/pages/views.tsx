import { Layers, Plus } from "lucide-react";
import { href, Link, NavLink } from "react-router";
import { landingPages } from "../../copy/panel/landing-pages.ts";

const { views, add, many } = landingPages;
const ADDED = href("/admin-control-panel-seoprozone/pages/added");

export function PageViews() {
  return (
    <nav className="views" aria-label={views.label}>
      <NavLink className="btn btn--ghost" to={href("/admin-control-panel-seoprozone/pages")} end>
        {views.all}
      </NavLink>
      <NavLink className="btn btn--ghost" to={ADDED}>
        {views.added}
      </NavLink>
    </nav>
  );
}

export function AddPageLinks() {
  return (
    <div className="btns">
      <Link className="btn btn--line" to={`${ADDED}?many=1`}>
        <Layers className="i" aria-hidden />
        {many}
      </Link>
      <Link className="btn" to={`${ADDED}?start=1`}>
        <Plus className="i" aria-hidden />
        {add}
      </Link>
    </div>
  );
}
