import { eachRedirect } from "../../features/redirects/queries.owner.server.ts";
import { exportOf } from "../../features/sign-in/export.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { searchQuery } from "../../platform/http/list-query.ts";
import { csvDownload } from "../../platform/text/csv.ts";
import type { Route } from "./+types/csv";

export const middleware: Route.MiddlewareFunction[] = [exportOf("redirects")];

/** Exports the redirects that match the search. The CSV file can be imported again. */
export function loader({ context, url }: Route.LoaderArgs) {
  const rows = eachRedirect(context.get(ownerDb), searchQuery.parse(url.searchParams.get("search")));
  return csvDownload(
    "redirects.csv",
    {
      From: (row) => row.from_path,
      To: (row) => row.to_path ?? "gone",
      Reason: (row) => row.source,
      Followed: (row) => String(row.hits),
      "Last followed": (row) => row.last_hit_at?.toISOString() ?? "",
    },
    rows,
  );
}
