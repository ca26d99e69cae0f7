import { subscriberFilter } from "../../features/newsletter/filter.ts";
import { eachSubscriber } from "../../features/newsletter/queries.owner.server.ts";
import { exportOf } from "../../features/sign-in/export.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { unsealQuery } from "../../platform/http/seal.server.ts";
import { csvDownload } from "../../platform/text/csv.ts";
import type { Route } from "./+types/subscribers-csv";

export const middleware: Route.MiddlewareFunction[] = [exportOf("subscribers")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const rows = eachSubscriber(db, subscriberFilter.parse(await unsealQuery(db, url)));
  return csvDownload(
    "subscribers.csv",
    {
      Email: (row) => row.email,
      Status: (row) => row.status,
      Asked: (row) => row.created_at.toISOString(),
      Confirmed: (row) => row.confirmed_at?.toISOString() ?? "",
      Unsubscribed: (row) => row.unsubscribed_at?.toISOString() ?? "",
    },
    rows,
  );
}
