import { enquiryFilter } from "../../features/enquiries/filter.ts";
import { eachEnquiry } from "../../features/enquiries/queries.owner.server.ts";
import { exportOf } from "../../features/sign-in/export.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { unsealQuery } from "../../platform/http/seal.server.ts";
import { csvDownload } from "../../platform/text/csv.ts";
import type { Route } from "./+types/csv";

export const middleware: Route.MiddlewareFunction[] = [exportOf("enquiries")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { person } = context.get(signedInAs)!;
  const rows = eachEnquiry(db, { ...enquiryFilter.parse(await unsealQuery(db, url)), person });
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
      Language: (row) => row.language,
    },
    rows,
  );
}
