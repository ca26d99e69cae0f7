import { Download, Trash2 } from "lucide-react";
import { data, href, Link, useFetcher } from "react-router";
import { z } from "zod";
import { subscribersTab as words } from "../copy/enquiries-tab.ts";
import { subscriberFilter } from "../features/newsletter/filter.ts";
import {
  countSubscribers,
  deleteSubscriber,
  listSubscribers,
  restoreSubscriber,
} from "../features/newsletter/queries.owner.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import { shortDate } from "../platform/dates.ts";
import { removedJson, removedRows } from "../platform/removal.server.ts";
import { useAddress } from "../ui/address.ts";
import { ListEmpty, Pager, SearchBox } from "../ui/list-parts.tsx";
import { keepTyped, type SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/enquiries.subscribers";
import { EnquiryViews } from "./enquiries.views.tsx";
import { fetched, save } from "./save.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Subscribers | Control panel" }];

const PER_PAGE = 20;
const TONES = { confirmed: "up", pending: "warn", unsubscribed: "line" } as const;
type Status = keyof typeof TONES;

const address = subscriberFilter.extend({ page: z.coerce.number().int().min(1).catch(1) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const filter = address.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await fetched(async () => {
    const [{ rows, ...list }, counts, { time_zone }] = await Promise.all([
      listSubscribers(db, { ...filter, perPage: PER_PAGE }),
      countSubscribers(db),
      readSettings(db),
    ]);
    const day = (date: Date | null) => date && shortDate(date, time_zone);
    return {
      ...list,
      perPage: PER_PAGE,
      counts,
      rows: rows.map(({ id, email, status, created_at, confirmed_at, unsubscribed_at }) => ({
        id,
        email,
        status: status as Status,
        asked: day(created_at),
        since: day(
          status === "confirmed" ? confirmed_at : status === "unsubscribed" ? unsubscribed_at : null,
        ),
      })),
    };
  }, words.toasts.fetchFailed);
  return data({ list: value, fault });
}

const write = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete"), id: z.uuid() }),
  z.object({
    intent: z.literal("restore"),
    removed: removedJson(z.object({ subscribers: removedRows, mails: removedRows })),
  }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const asked = write.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const input = asked.data;
  const { toasts } = words;
  if (input.intent === "restore") {
    return save(() => restoreSubscriber(db, input.removed), {
      done: toasts.restored,
      failed: toasts.restoreFailed,
    });
  }
  // Whoever deleted it holds it while the toast shows; here nothing of it is left.
  const undo = { intent: "restore", removed: "" };
  return save(
    async () => {
      undo.removed = JSON.stringify(await deleteSubscriber(db, input.id));
    },
    { done: toasts.deleted, failed: toasts.deleteFailed },
    { undo },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepTyped(serverAction, words.toasts.deleteFailed);
}

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { list, fault } = loaderData;
  const { params, change } = useAddress();
  // Here, not in the table: that goes with its last row, and Undo must stay.
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  const query = params.toString();
  useToast(fault);
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  const remove = (row: Row) => {
    if (!window.confirm(words.confirmDelete(row.email))) return;
    fetcher.submit({ intent: "delete", id: row.id }, { method: "post" });
    // Its button goes with it; the heading is where one goes on from.
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>{words.title}</h1>
          {list && <p>{words.head(list.counts)}</p>}
        </div>
        <a
          className="btn btn--line"
          href={`${href("/admin-control-panel-seoprozone/subscribers.csv")}${query && `?${query}`}`}
        >
          <Download className="i" aria-hidden />
          {words.exportCsv}
        </a>
      </div>
      <EnquiryViews />
      <div className="toolbar">
        <SearchBox label={words.search} />
        <select
          className="input"
          aria-label={words.statusFilter}
          value={params.get("status") ?? ""}
          onChange={(event) => change({ status: event.currentTarget.value, page: null })}
        >
          <option value="">{words.all}</option>
          {Object.entries(words.statuses).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {!list && <p className="state">{words.fault}</p>}
      {list && !list.rows.length && <NoSubscribers />}
      {list && list.rows.length > 0 && (
        <div className="card">
          <SubscriberTable rows={list.rows} onDelete={remove} />
          <Pager list={list} onPage={(page) => change({ page: page > 1 ? String(page) : null })} />
        </div>
      )}
    </>
  );
}

function NoSubscribers() {
  const { params, change } = useAddress();
  const isFiltered = Boolean(params.get("search") || params.get("status"));
  if (!isFiltered) return <ListEmpty title={words.none} text={words.noneText} />;
  return (
    <ListEmpty title={words.nothingMatches} text={words.nothingMatchesText}>
      <button
        type="button"
        className="btn btn--line"
        onClick={() => change({ search: null, status: null, page: null })}
      >
        {words.showAll}
      </button>
    </ListEmpty>
  );
}

function SubscriberTable({ rows, onDelete }: { rows: Row[]; onDelete: (row: Row) => void }) {
  const { columns } = words;
  return (
    <table className="tbl tbl--cards">
      <caption className="sr">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.email}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.asked}</th>
          <th scope="col">{columns.since}</th>
          <th scope="col">
            <span className="sr">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="tbl__text">
              <Link
                to={{
                  pathname: href("/admin-control-panel-seoprozone/enquiries/person"),
                  search: `?${new URLSearchParams({ email: row.email })}`,
                }}
              >
                <span className="sr">{words.person} </span>
                {row.email}
              </Link>
            </td>
            <td data-l={columns.status}>
              <span className={`badge badge--${TONES[row.status]}`}>{words.statuses[row.status]}</span>
            </td>
            <td data-l={columns.asked} className="subtle tbl__date">
              {row.asked}
            </td>
            <td data-l={columns.since} className="subtle tbl__date">
              {row.since ?? "–"}
            </td>
            <td>
              <span className="acts">
                <button
                  type="button"
                  className="btn btn--icon btn--ghost"
                  title={words.delete}
                  onClick={() => onDelete(row)}
                >
                  <Trash2 className="i" aria-hidden />
                  <span className="sr">
                    {words.delete} {row.email}
                  </span>
                </button>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
