import { randomUUID } from "node:crypto";
import { CircleAlert, Eye, Send, Trash2 } from "lucide-react";
import { Fragment, useState } from "react";
import { data } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { listPreviewLinks } from "../../features/changes/links.server.ts";
import { listPublished } from "../../features/changes/publish.server.ts";
import { listSets, type PendingSet } from "../../features/changes/sets.server.ts";
import { type PendingRecord, showSet } from "../../features/changes/show.server.ts";
import { stampOfRecords } from "../../features/changes/touched.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { shortTime, zoneName } from "../../platform/time/dates.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { findImagePages } from "../saving/places.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import { readSchedule } from "../saving/schedule.server.ts";
import type { Route } from "./+types/tab";
import { answerChanges } from "./action.server.ts";
import { type ImagePages, pagesOf, previewOf } from "./changed-page.ts";
import { ChangedPages } from "./changed-pages.tsx";
import { CheckPages } from "./check-pages.tsx";
import { Coming } from "./coming.tsx";
import { Part } from "./part.tsx";
import { Published } from "./published.tsx";
import { PendingCard } from "./record.tsx";
import { Schedule } from "./schedule.tsx";
import { NewSetButton, Sets, TitleForm } from "./sets.tsx";
import { Share } from "./share.tsx";
import { readComing } from "./timed.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Changes | Control panel" }];

const CLOSED_TO_EDITORS = KIND_NAMES.filter((kind) => rightOfKind(kind) === "everything");

const urlQuery = z.object({ set: z.uuid().optional().catch(undefined) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const asked = urlQuery.parse(Object.fromEntries(url.searchParams)).set;
  const { value, fault } = await loadOrToast(async () => {
    const [sets, published, { time_zone }] = await Promise.all([
      listSets(db),
      listPublished(
        db,
        CLOSED_TO_EDITORS.filter((kind) => !may(context, rightOfKind(kind))),
      ),
      readSettings(db),
    ]);
    const set = chooseSet(sets, asked);
    const whole = set && (await showSet(db, set.id));
    const open = whole?.records.filter(({ kind }) => may(context, rightOfKind(kind))) ?? [];
    const isClosed = open.length < (whole?.records.length ?? 0);
    const waiting = whole && open.length ? { ...whole, records: open } : null;
    const seen = stampOfRecords(whole?.records.map(({ kind, id }) => ({ kind, id })) ?? []);
    const links = waiting ? await listPreviewLinks(db, waiting.set) : [];
    const shared = links.map(({ created_at, expires_at, last_opened_at, ...link }) => ({
      ...link,
      created: shortTime(created_at, time_zone),
      ends: shortTime(expires_at, time_zone),
      opened: last_opened_at && shortTime(last_opened_at, time_zone),
    }));
    const dated = published.map(({ at, ...set }) => ({ ...set, when: at ? shortTime(at, time_zone) : "" }));
    const schedule = waiting && (await readSchedule(db, waiting.set, time_zone));
    const zone = zoneName(time_zone);
    const named = sets.map(({ publish_at: at, ...one }) => ({
      ...one,
      name: one.name || (at ? words.status.scheduled(shortTime(at, time_zone)) : ""),
      isScheduled: at !== null,
    }));
    return {
      sets: named,
      set: named.find(({ id }) => id === set?.id) ?? null,
      seen,
      newSet: randomUUID(),
      waiting,
      isClosed,
      imagePages: await readImagePages(db, waiting?.records ?? []),
      schedule,
      zone,
      ...(await readComing(db, time_zone)),
      shared,
      published: dated,
    };
  }, words.fetchFailed);
  return data({ changes: value, fault });
}

/** Falls back to the set that collects new drafts unless it's empty, then to any set with drafts, then to the first. */
const chooseSet = (sets: PendingSet[], asked: string | undefined): PendingSet | null =>
  sets.find(({ id }) => id === asked) ??
  sets.find(({ collects, count }) => collects && count > 0) ??
  sets.find(({ count }) => count > 0) ??
  sets[0] ??
  null;

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
  const post = useRowAction();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string>();
  if (!changes)
    return (
      <>
        <TabHead title={words.head.title} about={words.head.about} />
        <p className="state">{words.unreadable}</p>
      </>
    );
  const {
    sets,
    set: chosen,
    seen,
    newSet,
    waiting,
    isClosed,
    imagePages,
    schedule,
    zone,
    days,
    problems,
    shared,
    published,
  } = changes;
  const conflicts = (waiting?.records ?? []).flatMap(({ fields }) =>
    fields.filter(({ meeting }) => meeting === "conflict"),
  ).length;
  // A single untitled set needs no tabs, only a button to add another set.
  const hasSeveral = chosen !== null && (sets.length > 1 || chosen.title !== "");
  const ofSet = chosen?.collects ? words.sets.empty : words.sets.emptyOther;
  const none = chosen?.title ? ofSet : words.none;
  const isStopped = isClosed || conflicts > 0 || waiting?.records.some(({ editor }) => editor === null);
  return (
    <>
      <TabHead title={words.head.title} about={words.head.about}>
        {waiting && (
          <div className="btns">
            <button
              type="button"
              className="btn btn--ghost"
              onClick={() => {
                if (window.confirm(words.confirm.drop(chosen?.title ?? "")))
                  post({ intent: "drop", set: waiting.set, seen });
              }}
            >
              <Trash2 className="i" aria-hidden />
              {words.head.drop}
            </button>
            <a className="btn btn--line" href={previewOf(waiting.set)} target="_blank" rel="noopener">
              <Eye className="i" aria-hidden />
              {words.head.preview}
            </a>
            <button
              type="button"
              className="btn"
              disabled={isStopped}
              onClick={() => {
                if (window.confirm(words.confirm.publish(waiting.items, chosen?.title ?? "")))
                  post({ intent: "publish", set: waiting.set, seen });
              }}
            >
              <Send className="i" aria-hidden />
              {words.head.publish}
            </button>
          </div>
        )}
      </TabHead>
      {hasSeveral && (
        <Sets sets={sets} shown={chosen} added={added} onAdd={() => setAdding(true)} post={post} />
      )}
      {isAdding && <TitleForm set={newSet} onAdded={setAdded} onClose={() => setAdding(false)} />}
      {problems.map(({ set, text }) => (
        <div className="problem" role="status" key={set}>
          <CircleAlert className="i" aria-hidden />
          <div>
            <p>{text}</p>
            <button type="button" className="btn btn--line" onClick={() => post({ intent: "dismiss", set })}>
              {words.problem.dismiss}
            </button>
          </div>
        </div>
      ))}
      {isClosed && <p className="problem">{words.sets.closed}</p>}
      {conflicts > 0 && (
        <p className="problem" role="status">
          {words.conflicts(conflicts)}
        </p>
      )}
      {waiting ? (
        <ol className="history">
          {waiting.records.map((record) => {
            const at = { set: waiting.set, kind: record.kind, id: record.id };
            return (
              <PendingCard
                key={`${record.kind} ${record.id}`}
                record={record}
                pages={pagesOf(waiting.set, record, imagePages)}
                others={sets.filter(({ id }) => id !== waiting.set)}
                onMove={(to) => post({ intent: "move", ...at, to })}
                onDrop={() => post({ intent: "drop", ...at })}
                onSettle={({ name, live }, keeps) =>
                  post({ intent: "resolve", ...at, field: name, keeps, live: live!.stamp })
                }
              />
            );
          })}
        </ol>
      ) : (
        <div className="state">
          <h2>{none.title}</h2>
          <p>{none.text}</p>
        </div>
      )}
      {waiting && (
        // Keyed by set, because results, new links and typed text belong to one set.
        <Fragment key={waiting.set}>
          <ChangedPages pages={waiting.records.flatMap((one) => pagesOf(waiting.set, one, imagePages))} />
          <CheckPages set={waiting.set} />
          {schedule && <Schedule set={waiting.set} seen={seen} shown={schedule} />}
          <Share set={waiting.set} seen={seen} links={shared} onEnd={(id) => post({ intent: "end", id })} />
        </Fragment>
      )}
      {waiting && !hasSeveral && (
        <Part
          title={words.sets.second.title}
          about={words.sets.second.about}
          control={<NewSetButton onOpen={() => setAdding(true)} />}
        />
      )}
      {days.length > 0 && (
        <Coming days={days} zone={zone} onKeep={(set) => post({ intent: "keep-live", set })} />
      )}
      {published.length > 0 && <Published sets={published} />}
    </>
  );
}
