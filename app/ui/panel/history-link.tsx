import { History } from "lucide-react";
import { href, Link } from "react-router";
import { history } from "../../copy/panel/history.ts";

/**
 * @param kind from `features/records/`
 * @param id id or key
 */
export const historyPath = (kind: string, id: string) =>
  `${href("/admin-control-panel-seoprozone/activity/record")}?${new URLSearchParams({ kind, id })}`;

/** Without an id, links to the kind's history. */
export function HistoryLink({ kind, id }: { kind: string; id?: string }) {
  const ofKind = `${href("/admin-control-panel-seoprozone/activity")}?${new URLSearchParams({ kind })}`;
  return (
    <Link className="btn btn--ghost" to={id === undefined ? ofKind : historyPath(kind, id)}>
      <History className="i" aria-hidden />
      <span className="sr-phone">{history.link}</span>
    </Link>
  );
}
