import { CalendarClock, CalendarX2, CircleAlert, Eye, Send, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { data } from "react-router";
import { changes as words } from "../../copy/panel/changes.ts";
import { listPreviewLinks } from "../../features/changes/links.server.ts";
import { listPublished } from "../../features/changes/publish.server.ts";
import { draftName } from "../../features/changes/record-key.server.ts";
import { type PendingRecord, type Plan, showDrafts } from "../../features/changes/show.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { PublishDialog } from "../../ui/panel/publish-dialog.tsx";
import { ChosenBar, useChosen } from "../../ui/panel/record-list.chosen.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { findImagePages } from "../saving/places.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import { showSchedule } from "../saving/schedule.server.ts";
import type { Route } from "./+types/tab";
import { answerChanges, isClosedTo } from "./action.server.ts";
import { type ImagePages, pagesOf, previewOf } from "./changed-page.ts";
import { ChangedPages } from "./changed-pages.tsx";
import { CheckPages } from "./check-pages.tsx";
import { Coming } from "./coming.tsx";
import { PreviewLinks } from "./preview-links.tsx";
import { Published } from "./published.tsx";
import { PendingCard } from "./record.tsx";
import { readComing } from "./timed.server.ts";
import { ChangesViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Changes | Control panel" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const isOpen = (kind: KindName) => may(context, rightOfKind(kind));
    const [records, links, published, { time_zone }] = await Promise.all([
      showDrafts(db, isOpen),
      listPreviewLinks(db),
      listPublished(
        db,
        KIND_NAMES.filter((kind) => !isOpen(kind)),
      ),
      readSettings(db),
    ]);
    const named = new Map(records.map(({ draft, name }) => [draft, name]));
    const shared = links
      .filter((link) => !isClosedTo(context, link.records))
      .map(({ records, created_at, expires_at, last_opened_at, ...link }) => ({
        ...link,
        shows: words.coming.what(
          "",
          records.flatMap((record) => named.get(draftName(record)) ?? []),
        ),
        created: shortTime(created_at, time_zone),
        ends: shortTime(expires_at, time_zone),
        opened: last_opened_at && shortTime(last_opened_at, time_zone),
      }));
    const { zone, earliest } = showSchedule(null, time_zone);
    return {
      groups: [...Map.groupBy(records, ({ plan }) => plan?.set ?? "").values()].map((group) => ({
        records: group,
        plan: group[0]!.plan && describePlan(group[0]!.plan, time_zone),
      })),
      asked: url.searchParams.get("drafts") ?? "",
      imagePages: await readImagePages(db, records),
      schedule: { at: null, until: null, problem: "", zone, earliest },
      ...(await readComing(db, time_zone)),
      shared,
      published: published.map(({ at, ...set }) => ({ ...set, when: at ? shortTime(at, time_zone) : "" })),
    };
  }, words.fetchFailed);
  return data({ changes: value, fault });
}

/** Returns a schedule with its heading, in words. */
function describePlan(plan: Plan, timeZone: string) {
  const { at, until, problem, zone } = showSchedule(plan, timeZone);
  const { set } = plan;
  if (at) return { set, title: words.groups.scheduled(at, until, zone), problem, isSet: true };
  const title = problem ? words.groups.failed : words.schedule.until(until ?? "");
  return { set, title, problem, isSet: until !== null };
}

/** Reads one image at a time, because visitors' requests use the same database connections. */
async function readImagePages(db: Database, records: readonly PendingRecord[]): Promise<ImagePages> {
  const pages: ImagePages = {};
  for (const { kind, id } of records) if (kind === "media") pages[id] = await findImagePages(db, id);
  return pages;
}

export const action = (args: Route.ActionArgs) => answerChanges(args);

export const clientAction = submitKeepingInputBy(words.failed, words.failed.resolve);

export default function Changes({ loaderData }: Route.ComponentProps) {
  const { changes, fault } = loaderData;
  useToast(fault);
  return (
    <>
      <TabHead title={words.head.title} about={words.head.about} />
      <ChangesViews />
      {/* Keyed, because a link may ask for other drafts. */}
      {changes ? <Drafts key={changes.asked} {...changes} /> : <p className="state">{words.unreadable}</p>}
    </>
  );
}

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["changes"]>;

const hasConflict = ({ fields }: PendingRecord) => fields.some(({ meeting }) => meeting === "conflict");
const itemsOf = (records: readonly PendingRecord[]) => records.reduce((sum, { items }) => sum + items, 0);

function Drafts({ groups, asked, imagePages, schedule, days, problems, shared, published }: Loaded) {
  const post = useRowAction();
  const [dialog, setDialog] = useState<"schedule" | "share" | null>(null);
  const records = groups.flatMap((group) => group.records);
  const choice = useChosen(
    records.map(({ draft }) => ({ id: draft })),
    asked.split("."),
  );
  const chosen = records.filter(({ draft }) => choice.chosen.includes(draft));
  const drafts = choice.chosen.join(".");
  // What isn't selected is only left out once something is.
  const shown = chosen.length ? chosen : records;
  const names = shown.map(({ draft }) => draft);
  const conflicts = records.flatMap(({ fields }) => fields.filter(({ meeting }) => meeting === "conflict"));
  const isStopped = chosen.some((record) => record.editor === null || hasConflict(record));
  const scheduled = groups.flatMap(({ plan, records }) => (plan?.isSet ? records : []));
  const early = scheduled.filter((record) => chosen.includes(record)).length;
  return (
    <>
      {problems.map(({ set, text }) => (
        <Problem key={set} text={text} onDismiss={() => post({ intent: "dismiss", set })} />
      ))}
      {conflicts.length > 0 && (
        <p className="problem" role="status">
          {words.conflicts(conflicts.length)}
        </p>
      )}
      {records.length > 0 ? (
        <div className="card changes__bar">
          <ChosenBar choice={choice} post={post}>
            {() => (
              <>
                <button
                  type="button"
                  className="btn"
                  disabled={isStopped}
                  onClick={() => {
                    if (window.confirm(words.confirm.publish(itemsOf(chosen), early)))
                      post({ intent: "publish", drafts });
                  }}
                >
                  <Send className="i" aria-hidden />
                  {words.head.publish}
                </button>
                <a className="btn btn--soft" href={previewOf(choice.chosen)} target="_blank" rel="noopener">
                  <Eye className="i" aria-hidden />
                  {words.head.preview}
                </a>
                <button type="button" className="btn btn--soft" onClick={() => setDialog("schedule")}>
                  <CalendarClock className="i" aria-hidden />
                  {words.head.schedule}
                </button>
                <button type="button" className="btn btn--soft" onClick={() => setDialog("share")}>
                  <Share2 className="i" aria-hidden />
                  {words.head.share}
                </button>
                <button
                  type="button"
                  className="btn btn--soft"
                  onClick={() => {
                    if (window.confirm(words.confirm.drop(chosen.length))) post({ intent: "drop", drafts });
                  }}
                >
                  <Trash2 className="i" aria-hidden />
                  {words.head.drop}
                </button>
              </>
            )}
          </ChosenBar>
        </div>
      ) : (
        <div className="state">
          <h2>{words.none.title}</h2>
          <p>{words.none.text}</p>
        </div>
      )}
      {groups.map(({ plan, records }) => (
        <section key={plan?.set ?? ""} className="changes__group">
          {groups.length > 1 || plan ? (
            <div className="ahead">
              <h2>{plan?.title ?? words.groups.unscheduled}</h2>
              {plan?.isSet && (
                <button
                  type="button"
                  className="btn btn--line"
                  onClick={() =>
                    post({ intent: "unschedule", drafts: records.map(({ draft }) => draft).join(".") })
                  }
                >
                  <CalendarX2 className="i" aria-hidden />
                  {words.schedule.remove}
                </button>
              )}
            </div>
          ) : null}
          {plan?.problem && (
            <Problem
              text={words.schedule.problem(plan.problem)}
              onDismiss={() => post({ intent: "dismiss", set: plan.set })}
            />
          )}
          <ol className="history">
            {records.map((record) => (
              <PendingCard
                key={record.draft}
                record={record}
                pages={pagesOf(record, imagePages)}
                choice={choice}
                onDrop={() => post({ intent: "drop", drafts: record.draft })}
                onSettle={({ name, live }, keeps) =>
                  post({
                    ...{ intent: "resolve", drafts: record.draft },
                    ...{ field: name, keeps, live: live!.stamp },
                  })
                }
              />
            ))}
          </ol>
        </section>
      ))}
      {dialog && drafts && (
        <PublishDialog does={dialog} drafts={drafts} schedule={schedule} onClose={() => setDialog(null)} />
      )}
      {records.length > 0 && (
        <>
          <ChangedPages drafts={names} pages={shown.flatMap((one) => pagesOf(one, imagePages))} />
          {/* Keyed, because results are about these drafts. */}
          <CheckPages key={drafts} drafts={names} />
        </>
      )}
      {shared.length > 0 && <PreviewLinks links={shared} onEnd={(id) => post({ intent: "end", id })} />}
      {days.length > 0 && (
        <Coming days={days} zone={schedule.zone} onKeep={(set) => post({ intent: "keep-live", set })} />
      )}
      {published.length > 0 && <Published sets={published} />}
    </>
  );
}

function Problem({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="problem" role="status">
      <CircleAlert className="i" aria-hidden />
      <div>
        <p>{text}</p>
        <button type="button" className="btn btn--line" onClick={onDismiss}>
          {words.problem.dismiss}
        </button>
      </div>
    </div>
  );
}
