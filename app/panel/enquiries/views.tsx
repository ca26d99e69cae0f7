import { href, NavLink } from "react-router";
import { views } from "../../copy/panel/enquiries-tab.ts";

export function EnquiryViews() {
  const all = [
    { label: views.list, to: href("/admin-control-panel-seoprozone/enquiries"), end: true },
    { label: views.subscribers, to: href("/admin-control-panel-seoprozone/enquiries/subscribers") },
    { label: views.sources, to: href("/admin-control-panel-seoprozone/enquiries/sources") },
    { label: views.templates, to: href("/admin-control-panel-seoprozone/enquiries/templates") },
    { label: views.person, to: href("/admin-control-panel-seoprozone/enquiries/person") },
  ];
  return (
    <nav className="views" aria-label={views.label}>
      {all.map(({ label, ...link }) => (
        <NavLink key={label} className="btn btn--ghost" {...link}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
