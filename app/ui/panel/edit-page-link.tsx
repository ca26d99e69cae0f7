import { SquarePen } from "lucide-react";
import { href, Link } from "react-router";
import { pageEditor } from "../../copy/panel/page-editor.ts";

export function EditPageLink({ path }: { path: string }) {
  return (
    <Link
      className="btn btn--line"
      to={`${href("/admin-control-panel-seoprozone/edit-page")}?path=${encodeURIComponent(path)}`}
    >
      <SquarePen className="i" aria-hidden />
      {pageEditor.open}
    </Link>
  );
}
