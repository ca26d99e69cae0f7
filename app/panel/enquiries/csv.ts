import { enquiryFilter } from "../../features/enquiries/filter.ts";
import { eachEnquiry } from "../../features/enquiries/queries.owner.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { exportOf } from "../../features/sign-in/export.server.ts";
import { readNames } from "../../features/staff/queries.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { unsealQuery } from "../../platform/http/seal.server.ts";
import { csvDownload } from "../../platform/text/csv.ts";
import { isoDay } from "../../platform/time/dates.ts";
import type { Route } from "./+types/csv";

export const middleware: Route.MiddlewareFunction[] = [exportOf("enquiries")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { person } = context.get(signedInAs)!;
  const [filter, names, { time_zone }] = await Promise.all([
    unsealQuery(db, url),
    readNames(db),
    readSettings(db),
  ]);
  const today = isoDay(new Date(), time_zone);
  const rows = eachEnquiry(db, { ...enquiryFilter.parse(filter), person, today });
  return csvDownload(
    "enquiries.csv",
    {
      Received: (row) => row.created_at.toISOString(),
      Status: (row) => row.status,
      Form: (row) => row.form_type,
      Name: (row) => row.name,
      Email: (row) => row.email,
      Phone: (row) => row.phone,
      Website: (row) => row.website,
      Services: (row) => row.services.join(", "),
      Message: (row) => row.message,
      Page: (row) => row.page,
      Referrer: (row) => row.referrer_host,
      UTM: (row) =>
        Object.entries(row.utm)
          .map(([key, value]) => `${key}=${value}`)
          .join(" "),
      "First page": (row) => row.trail[0] ?? "",
      Pages: (row) => row.trail.join(" "),
      Language: (row) => row.language,
      "Assigned to": (row) => names.get(row.assigned_to ?? "") ?? "",
      "Next step": (row) => row.follow_up_on ?? "",
      "Value (USD)": (row) => (row.value_cents === null ? "" : (row.value_cents / 100).toFixed(2)),
      "Value per": (row) => row.value_per ?? "",
      "Value is an estimate": (row) => (row.value_is_estimate ? "yes" : ""),
      "Lost because": (row) => row.lost_reason ?? "",
      Budget: (row) => row.budget,
      Timeline: (row) => row.timeline,
    },
    rows,
  );
}
