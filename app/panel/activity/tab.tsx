import { data, Link } from "react-router";
import { z } from "zod";
import { history as words } from "../../copy/panel/history.ts";
import { listActivity } from "../../features/history/activity.server.ts";
import { findHistoryStart } from "../../features/history/past-site.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import { ownerDb, systemDb } from "../../platform/http/context.server.ts";
import { boundsOfDay, shortTime, zoneName } from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import { historyPath } from "../../ui/panel/history-link.tsx";
import { Choice, NoRows, Options } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { PastSite } from "./past-site.tsx";
import { isScheduled, whatHappened } from "./what-happened.ts";
import { withActors } from "./who.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Activity | Control panel" }];

/** Kinds that editors can't see. */
const HIDDEN = KIND_NAMES.filter((kind) => rightOfKind(kind) !== "content");

/** URL query: `day` is in the site's time zone, and `before` is the id of the last change on the previous page. */
const urlQuery = z.object({
  kind: z.enum(KIND_NAMES).optional().catch(undefined),
  day: z.iso.date().optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
});

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { kind, day, before } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(async () => {
    const { time_zone } = await readSettings(db);
    const bounds = day ? boundsOfDay(day, time_zone) : {};
    const [{ entries, next }, beginning] = await Promise.all([
      listActivity(db, { kind, before, hides: may(context, "everything") ? [] : HIDDEN, ...bounds }),
      findHistoryStart(db),
    ]);
    const known = await withActors(context.get(systemDb), request, entries);
    const rows = known.map(({ at, ...entry }) => ({ ...entry, when: shortTime(at, time_zone) }));
    const now = wallTime(new Date(), time_zone);
    const since = beginning && {
      earliest: wallTime(beginning, time_zone),
      begins: shortTime(beginning, time_zone),
    };
    return { rows, next, today: now.slice(0, 10), now, since, zone: zoneName(time_zone) };
  }, words.fetchFailed);
  const kinds = KIND_NAMES.filter((kind) => may(context, rightOfKind(kind)));
  return data({ activity: value, fault, kinds });
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  const { activity, fault, kinds } = loaderData;
  useToast(fault);
  const { params, change } = useQueryState();
  const { title, about, columns, ...said } = words.activity;
  const earlier = new URLSearchParams(params);
  earlier.set("before", activity?.next ?? "");
  return (
    <>
      <TabHead title={title} about={about} />
      {activity?.since && <PastSite {...activity} {...activity.since} day={params.get("day")} />}
      {!activity && <p className="state">{words.unreadable}</p>}
      {activity && (
        <>
          <div className="toolbar">
            <Choice name="kind" label={said.kind} clears={["before"]}>
              <option value="">{said.everyKind}</option>
              <Options of={Object.fromEntries(kinds.map((kind) => [kind, words.kinds[kind]]))} />
            </Choice>
            <input
              className="input activity__day"
              type="date"
              aria-label={said.day}
              max={activity.today}
              value={params.get("day") ?? ""}
              onChange={({ currentTarget }) => change({ day: currentTarget.value || null, before: null })}
            />
          </div>
          {activity.rows.length ? (
            <div className="card">
              <Table
                caption={said.caption}
                columns={[
                  {
                    head: columns.what,
                    className: "tbl__main",
                    cell: ({ kind, recordId, name }) => (
                      <span className="tbl__named">
                        <Link to={historyPath(kind, recordId)}>
                          <b>{name}</b>
                        </Link>{" "}
                        <small>{words.kinds[kind]}</small>
                      </span>
                    ),
                  },
                  {
                    head: columns.changed,
                    className: "tbl__text subtle",
                    cell: ({ labels, ...change }) =>
                      [whatHappened(change), labels.join(", ")].filter(Boolean).join(": "),
                  },
                  {
                    head: columns.who,
                    className: "tbl__text",
                    cell: ({ who, publishing }) =>
                      who && (
                        <span className="tbl__named">
                          {isScheduled(publishing) && `${words.scheduledBy} `}
                          {who.name && <b>{who.name} </b>}
                          {who.browser} <small>{who.isThis ? words.thisBrowser : who.network}</small>
                        </span>
                      ),
                  },
                  { head: columns.when, className: "subtle tbl__date", cell: ({ when }) => when },
                ]}
                rows={activity.rows}
                keyOf={({ id }) => id}
              />
              {activity.next && (
                <p className="activity__more">
                  <Link className="btn btn--line" to={`?${earlier}`}>
                    {words.more}
                  </Link>
                </p>
              )}
            </div>
          ) : (
            <NoRows
              filters={["kind", "day", "before"]}
              none={said.none}
              unmatched={said.unmatched}
              showAll={said.showAll}
            />
          )}
        </>
      )}
    </>
  );
}
