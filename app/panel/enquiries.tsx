import { Download } from "lucide-react";
import { data, Form, href, Link, useFetcher } from "react-router";
import { z } from "zod";
import { waitOf } from "../features/enquiries/age.ts";
import { enquiryFilter } from "../features/enquiries/filter.ts";
import {
  addNote,
  countNewEnquiries,
  deleteEnquiry,
  deleteNote,
  findEnquiry,
  listEnquiries,
  sendMailAgain,
  setEnquiryStatus,
} from "../features/enquiries/queries.owner.server.ts";
import { ENQUIRY_FORMS, ENQUIRY_STATUSES, type EnquiryForm } from "../features/enquiries/statuses.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { configContext, ownerDb } from "../platform/context.server.ts";
import { useAddress } from "../ui/address.ts";
import { keepTyped, type SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/enquiries";
import { EnquiryDetail } from "./enquiries.detail.tsx";
import { fetched, save } from "./save.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Enquiries | Control panel" }];

const PER_PAGE = 20;
const SORTS = { newest: "Newest first", oldest: "Oldest first", name: "Name A to Z" };
const FAILED = "Failed to save enquiry";

const address = enquiryFilter.extend({
  sort: z.enum(["newest", "oldest", "name"]).catch("newest"),
  page: z.coerce.number().int().min(1).catch(1),
  open: z.uuid().optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { open, ...filter } = address.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await fetched(async () => {
    const [list, fresh, record, settings] = await Promise.all([
      listEnquiries(db, { ...filter, perPage: PER_PAGE }),
      countNewEnquiries(db),
      open ? findEnquiry(db, open) : null,
      readSettings(db),
    ]);
    const time = (date: Date) =>
      date.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: settings.time_zone });
    return {
      rows: list.rows.map((row) => ({
        ...row,
        received: time(row.created_at),
        wait: row.status === "new" ? waitOf(row.created_at) : null,
      })),
      matching: list.matching,
      page: list.page,
      pages: list.pages,
      fresh,
      record: record && {
        ...record,
        received: time(record.created_at),
        wait: record.status === "new" ? waitOf(record.created_at) : null,
        notes: record.notes.map((note) => ({ ...note, written: time(note.created_at) })),
        mails: record.mails.map((mail) => ({
          ...mail,
          next: time(mail.next_try_at),
          sent: mail.sent_at && time(mail.sent_at),
        })),
      },
    };
  }, "Failed to fetch enquiries");
  return data({ list: value, fault });
}

const write = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("status"),
    id: z.uuid(),
    status: z.enum(["new", "contacted", "qualified", "won", "lost", "spam"]),
  }),
  z.object({ intent: z.literal("add-note"), id: z.uuid(), note: z.string().trim().min(1).max(5000) }),
  z.object({ intent: z.literal("delete-note"), id: z.uuid() }),
  z.object({ intent: z.literal("send-again"), id: z.uuid() }),
  z.object({ intent: z.literal("delete"), id: z.uuid() }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const asked = write.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const input = asked.data;
  switch (input.intent) {
    case "status":
      return save(() => setEnquiryStatus(db, input.id, input.status, context.get(configContext).siteUrl), {
        done: `Status set to ${ENQUIRY_STATUSES[input.status].toLowerCase()}`,
        failed: FAILED,
      });
    case "add-note":
      return save(() => addNote(db, input.id, input.note), {
        done: "Note added",
        failed: "Failed to add note",
      });
    case "delete-note":
      return save(() => deleteNote(db, input.id), { done: "Note deleted", failed: "Failed to delete note" });
    case "send-again":
      return save(() => sendMailAgain(db, input.id), {
        done: "The mail is being sent again",
        failed: "Failed to send the mail again",
      });
    case "delete":
      return save(() => deleteEnquiry(db, input.id), {
        done: "Enquiry deleted",
        failed: "Failed to delete enquiry",
      });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepTyped(serverAction, FAILED);
}

export default function Enquiries({ loaderData }: Route.ComponentProps) {
  const { list, fault } = loaderData;
  const { params, change } = useAddress();
  const fetcher = useFetcher<SaveReply>();
  useToast(fault);
  useToast(fetcher.data?.toast);
  const query = params.toString();
  const isFiltered = ["search", "status", "form"].some((name) => params.get(name));
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>Enquiries</h1>
          {list && <p>{list.fresh} new</p>}
        </div>
        <a
          className="btn btn--line"
          href={`${href("/admin-control-panel-seoprozone/enquiries.csv")}${query && `?${query}`}`}
        >
          <Download className="i" aria-hidden />
          Export CSV
        </a>
      </div>
      <Form method="get" className="toolbar" role="search" key={params.get("search")}>
        <input
          className="input"
          type="search"
          name="search"
          aria-label="Search name, email or message"
          placeholder="Search name, email or message"
          defaultValue={params.get("search") ?? ""}
        />
        <Choice name="status" label="Status filter" all="All but spam" options={ENQUIRY_STATUSES} />
        <Choice name="form" label="Form filter" all="All forms" options={ENQUIRY_FORMS} />
        <Choice name="sort" label="Sort by" options={SORTS} />
        <button type="submit" className="btn btn--line">
          Search
        </button>
      </Form>
      {!list && (
        <p className="state">The enquiries cannot be shown at the moment. Load the page again in a minute.</p>
      )}
      {list && !list.rows.length && (
        <div className="state">
          <h2>{isFiltered ? "Nothing matches" : "No enquiries yet"}</h2>
          <p>
            {isFiltered
              ? "No enquiry fits this search and these filters."
              : "What visitors send with the site's forms comes here."}
          </p>
        </div>
      )}
      {list && list.rows.length > 0 && (
        <div className="card">
          <table className="tbl tbl--cards">
            <caption className="sr">Enquiries</caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">Form</th>
                <th scope="col">Received</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.id}>
                  <td className="tbl__text">
                    <Link
                      to={{
                        search: `?${new URLSearchParams([...without(params, "open"), ["open", row.id]])}`,
                      }}
                      preventScrollReset
                    >
                      <b>{row.name}</b>
                    </Link>
                    <br />
                    {row.message}
                  </td>
                  <td data-l="Form">{ENQUIRY_FORMS[row.form_type as EnquiryForm]}</td>
                  <td data-l="Received">
                    {row.received}
                    {row.wait && (
                      <>
                        <br />
                        <span className={`badge badge--${row.wait.tone}`}>{row.wait.words}</span>
                      </>
                    )}
                  </td>
                  <td data-l="Status">
                    <select
                      className="input"
                      aria-label={`Status of the enquiry from ${row.name}`}
                      value={row.status}
                      onChange={(event) =>
                        fetcher.submit(
                          { intent: "status", id: row.id, status: event.currentTarget.value },
                          { method: "post" },
                        )
                      }
                    >
                      {Object.entries(ENQUIRY_STATUSES).map(([value, label]) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <nav className="pager" aria-label="Pages of the list">
            <span className="num" aria-live="polite">
              Page {list.page} of {list.pages}, {list.matching} in all
            </span>
            {list.pages > 1 && (
              <div>
                <button
                  type="button"
                  className="btn btn--line"
                  disabled={list.page === 1}
                  onClick={() => change({ page: String(list.page - 1) })}
                >
                  Previous
                </button>
                <button
                  type="button"
                  className="btn btn--line"
                  disabled={list.page === list.pages}
                  onClick={() => change({ page: String(list.page + 1) })}
                >
                  Next
                </button>
              </div>
            )}
          </nav>
        </div>
      )}
      {list?.record && (
        <EnquiryDetail
          key={list.record.id}
          record={list.record}
          post={(values) => fetcher.submit(values, { method: "post" })}
          onClose={() => change({ open: null })}
        />
      )}
    </>
  );
}

const without = (params: URLSearchParams, key: string) => [...params].filter(([name]) => name !== key);

/** A filter: it works at once, and its value stays in the address. */
function Choice({
  name,
  label,
  all,
  options,
}: {
  name: string;
  label: string;
  all?: string;
  options: Record<string, string>;
}) {
  const { params, change } = useAddress();
  return (
    <select
      className="input"
      name={name}
      aria-label={label}
      value={params.get(name) ?? (all ? "" : Object.keys(options)[0])}
      onChange={(event) => change({ [name]: event.currentTarget.value, page: null })}
    >
      {all && <option value="">{all}</option>}
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
