import { SquarePen } from "lucide-react";
import { href, Link } from "react-router";
import { pageEditor } from "../../copy/panel/page-editor.ts";

/** Returns the URL of the page editor for a page. */
export const editorOf = (path: string) =>
  `${href("/admin-control-panel-seoprozone/edit-page")}?path=${encodeURIComponent(path)}`;

export function EditPageLink({ path }: { path: string }) {
  return (
    <Link className="btn btn--line" to={editorOf(path)}>
      <SquarePen className="i" aria-hidden />
      {pageEditor.open}
    </Link>
  );
}
