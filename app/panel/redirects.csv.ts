import { z } from "zod";
import { recordOf } from "../features/admin-session/actor.server.ts";
import { eachRedirect } from "../features/redirects/queries.owner.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import { csvDownload } from "../platform/csv.ts";
import type { Route } from "./+types/redirects.csv";

const search = z.string().trim().max(200).catch("");

/** All redirects that the tab's search leaves, as a file for a spreadsheet, which can be imported again. */
export async function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  await recordOf(args, "export.made", { what: "redirects" });
  const rows = eachRedirect(context.get(ownerDb), search.parse(url.searchParams.get("search") ?? ""));
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
