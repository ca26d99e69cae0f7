import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { z } from "zod";
import { CSV_START, csvLine } from "../features/enquiries/csv.ts";
import { eachRedirect } from "../features/redirects/queries.owner.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import type { Route } from "./+types/redirects.csv";

const COLUMNS = ["From", "To", "Reason", "Followed", "Last followed"];
const search = z.string().trim().max(200).catch("");

/** All redirects that the tab's search leaves, as a file for a spreadsheet, which can be imported again. */
export function loader({ context, url }: Route.LoaderArgs) {
  const rows = eachRedirect(context.get(ownerDb), search.parse(url.searchParams.get("search") ?? ""));
  async function* lines() {
    yield CSV_START + csvLine(COLUMNS);
    for await (const row of rows) {
      yield csvLine([
        row.from_path,
        row.to_path ?? "gone",
        row.source,
        String(row.hits),
        row.last_hit_at?.toISOString() ?? "",
      ]);
    }
  }
  return new Response(createReadableStreamFromReadable(Readable.from(lines())), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="redirects.csv"',
      "Cache-Control": "no-store",
    },
  });
}
