import { History } from "lucide-react";
import { href, Link } from "react-router";
import { history } from "../../copy/panel/history.ts";

/**
 * Where the history of a record is.
 * @param kind of `features/records/`
 * @param id what its kind knows it by
 */
export const historyPath = (kind: string, id: string) =>
  `${href("/admin-control-panel-seoprozone/activity/record")}?${new URLSearchParams({ kind, id })}`;

/** Leads from a record's form to what it was before; without an id, to what was changed of its kind. */
export function HistoryLink({ kind, id }: { kind: string; id?: string }) {
  const ofKind = `${href("/admin-control-panel-seoprozone/activity")}?${new URLSearchParams({ kind })}`;
  return (
    <Link className="btn btn--ghost" to={id === undefined ? ofKind : historyPath(kind, id)}>
      <History className="i" aria-hidden />
      <span className="sr-phone">{history.link}</span>
    </Link>
  );
}
