import { yieldWords } from "../../copy/panel/yield.ts";
import { readYield, type YieldRow } from "../../features/enquiries/yield.server.ts";
import { startOf, yieldQuery } from "../../features/enquiries/yield.ts";
import { exportOf } from "../../features/sign-in/export.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { csvDownload } from "../../platform/text/csv.ts";
import type { Route } from "./+types/yield-csv";

export const middleware: Route.MiddlewareFunction[] = [exportOf("sources")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { by, days } = yieldQuery.parse(Object.fromEntries(url.searchParams));
  const rows = await readYield(context.get(ownerDb), by, startOf(days));
  const dollars = (key: "once" | "monthly" | "about_once" | "about_monthly") => (row: YieldRow) =>
    (row[key] / 100).toFixed(2);
  return csvDownload(
    "sources.csv",
    {
      [yieldWords.heads[by]]: (row) => row.name || yieldWords.unknown[by],
      Enquiries: (row) => String(row.enquiries),
      Answered: (row) => String(row.answered),
      Won: (row) => String(row.won),
      "Value once (USD)": dollars("once"),
      "Value per month (USD)": dollars("monthly"),
      "Estimated once (USD)": dollars("about_once"),
      "Estimated per month (USD)": dollars("about_monthly"),
      "Median days to win": (row) => (row.days === null ? "" : row.days.toFixed(1)),
    },
    rows,
  );
}
