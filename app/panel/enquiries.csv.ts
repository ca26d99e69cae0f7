import { CSV_START, csvLine } from "../features/enquiries/csv.ts";
import { enquiryFilter } from "../features/enquiries/filter.ts";
import { eachEnquiry } from "../features/enquiries/queries.owner.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import type { Route } from "./+types/enquiries.csv";

const COLUMNS = [
  "Received",
  "Status",
  "Form",
  "Name",
  "Email",
  "Phone",
  "Website",
  "Services",
  "Message",
  "Page",
  "Referrer",
  "UTM",
  "Language",
];

/** All enquiries that the tab's filter leaves, as a file for a spreadsheet, sent while it is read. */
export function loader({ context, url }: Route.LoaderArgs) {
  const rows = eachEnquiry(context.get(ownerDb), enquiryFilter.parse(Object.fromEntries(url.searchParams)));
  async function* lines() {
    yield CSV_START + csvLine(COLUMNS);
    for await (const row of rows) {
      yield csvLine([
        row.created_at.toISOString(),
        row.status,
        row.form_type,
        row.name,
        row.email,
        row.phone,
        row.website,
        row.services.join(", "),
        row.message,
        row.page,
        row.referrer_host,
        Object.entries(row.utm)
          .map(([key, value]) => `${key}=${value}`)
          .join(" "),
        row.language,
      ]);
    }
  }
  const parts = lines();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="enquiries.csv"',
      "Cache-Control": "no-store",
    },
  });
}
