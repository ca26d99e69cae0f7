import { Eye, Send, Trash2, Undo2 } from "lucide-react";
import { data, href } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { recordOf } from "../../features/admin-session/actor.server.ts";
import { applyChanges, rolledBack } from "../../features/changes/apply.server.ts";
import { dropDrafts, settleConflict, undoDrop } from "../../features/changes/keep.server.ts";
import { addPreviewLink, endPreviewLink, listPreviewLinks } from "../../features/changes/links.server.ts";
import {
  listChanges,
  listPublished,
  publishChanges,
  undoPublish,
} from "../../features/changes/publish.server.ts";
import { showWaiting } from "../../features/changes/show.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { configContext, isContentUntouched, ownerDb } from "../../platform/context.server.ts";
import { shortTime } from "../../platform/dates.ts";
import { parseOr400, readPostedForm } from "../../platform/posted-form.server.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { Table } from "../../ui/panel/table.tsx";
import { useToast, viewOnSite } from "../../ui/panel/toaster.tsx";
import { findChangedPage } from "../save.places.server.ts";
import { loadOrToast, save } from "../save.server.ts";
import type { Route } from "./+types/tab";
import { CheckPages } from "./check-pages.tsx";
import { WaitingCard } from "./record.tsx";
import { Share, type ShareReply } from "./share.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Changes | Control panel" }];

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const [waiting, published, { time_zone }] = await Promise.all([
      showWaiting(db),
      listPublished(db),
      readSettings(db),
    ]);
    const links = waiting ? await listPreviewLinks(db, waiting.set) : [];
    const shared = links.map(({ created_at, expires_at, last_opened_at, ...link }) => ({
      ...link,
      created: shortTime(created_at, time_zone),
      ends: shortTime(expires_at, time_zone),
      opened: last_opened_at && shortTime(last_opened_at, time_zone),
    }));
    const dated = published.map(({ at, ...set }) => ({ ...set, when: at ? shortTime(at, time_zone) : "" }));
    return { waiting, shared, published: dated };
  }, words.failed.fetch);
  return data({ changes: value, fault });
}

const set = z.uuid();
const record = { kind: z.enum(KIND_NAMES), id: z.string().min(1).max(500) };
const rules = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("publish"), set }),
  z.object({ intent: z.literal("undo"), set }),
  z.object({ intent: z.literal("drop"), set, kind: record.kind.optional(), id: record.id.optional() }),
  z.object({ intent: z.literal("share"), set }),
  z.object({ intent: z.literal("end"), id: z.uuid() }),
  z.object({ intent: z.literal("restore"), id: z.uuid() }),
  z.object({
    intent: z.literal("settle"),
    set,
    ...record,
    field: z.string().min(1).max(100),
    keeps: z.enum(["draft", "live"]),
    live: z.string().max(100),
  }),
]);

export async function action(args: Route.ActionArgs) {
  const db = args.context.get(ownerDb);
  const posted = parseOr400(rules, await readPostedForm(args.request));
  args.context.set(isContentUntouched, posted.intent !== "publish" && posted.intent !== "undo");
  const undo = { intent: "" };
  switch (posted.intent) {
    case "publish":
      return save(
        async () => {
          const written = await publishChanges(db, posted.set);
          Object.assign(undo, { intent: "undo", set: posted.set });
          await recordOf(args, "changes.published", { count: written.length });
          return { text: words.done.live(written.length), links: [viewOnSite("/")] };
        },
        { done: words.done.published, failed: words.failed.publish },
        { undo },
      );
    case "undo":
      return save(
        async () => {
          const back = await undoPublish(db, posted.set);
          Object.assign(undo, { intent: "undo", set: back });
          await recordOf(args, "changes.undone", {});
        },
        { done: words.done.undone, failed: words.failed.undo },
        { undo },
      );
    case "drop":
      return save(
        async () => {
          const { kind, id } = posted;
          const dropped = await dropDrafts(db, posted.set, kind && id ? { kind, id } : undefined);
          Object.assign(undo, { intent: "restore", id: dropped });
        },
        { done: words.done.dropped, failed: words.failed.drop },
        { undo },
      );
    case "share":
      return share(args.context, posted.set);
    case "end":
      return save(() => endPreviewLink(db, posted.id), { done: words.done.ended, failed: words.failed.end });
    case "restore":
      return save(() => undoDrop(db, posted.id), { done: words.done.restored, failed: words.failed.restore });
    case "settle": {
      const { kind, id, ...of } = posted;
      return save(() => settleConflict(db, posted.set, { kind, id }, of), {
        done: words.done.settled,
        failed: words.failed.settle,
      });
    }
  }
}

/** Makes a link that begins with the page of what waits first, and answers with it. */
async function share(context: Route.ActionArgs["context"], set: string) {
  const db = context.get(ownerDb);
  let link: string | undefined;
  const reply = await save(
    async () => {
      const token = await addPreviewLink(db, set);
      const changes = await listChanges(db, set);
      const path = await rolledBack(db, async (tx) => {
        await applyChanges(tx, changes, "take");
        return findChangedPage(tx, changes[0]!);
      }).catch(() => "/");
      link = `${context.get(configContext).siteUrl}/preview/${token}${path}`;
    },
    { done: words.done.shared, failed: words.failed.share },
  );
  return data<ShareReply>({ ...reply.data, link }, reply.init ?? undefined);
}

export const clientAction = submitKeepingInputBy(
  {
    publish: words.failed.publish,
    undo: words.failed.undo,
    drop: words.failed.drop,
    restore: words.failed.restore,
    share: words.failed.share,
    end: words.failed.end,
  },
  words.failed.settle,
);

/** What waits to be published, and what was published lately (decision 0053). */
export default function Changes({ loaderData }: Route.ComponentProps) {
  const { changes, fault } = loaderData;
  useToast(fault);
  const post = useRowAction();
  if (!changes)
    return (
      <>
        <TabHead title={words.head.title} about={words.head.about} />
        <p className="state">{words.unreadable}</p>
      </>
    );
  const { waiting, shared, published } = changes;
  const conflicts = (waiting?.records ?? []).flatMap(({ fields }) =>
    fields.filter(({ meeting }) => meeting === "conflict"),
  ).length;
  const isStopped = conflicts > 0 || waiting?.records.some(({ editor }) => editor === null);
  return (
    <>
      <TabHead title={words.head.title} about={words.head.about}>
        {waiting && (
          <div className="btns">
            <button
              type="button"
              className="btn btn--ghost"
              onClick={() => {
                if (window.confirm(words.confirm.drop)) post({ intent: "drop", set: waiting.set });
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
                if (window.confirm(words.confirm.publish(waiting.records.length)))
                  post({ intent: "publish", set: waiting.set });
              }}
            >
              <Send className="i" aria-hidden />
              {words.head.publish}
            </button>
          </div>
        )}
      </TabHead>
      {conflicts > 0 && (
        <p className="problem" role="status">
          {words.conflicts(conflicts)}
        </p>
      )}
      {waiting ? (
        <ol className="history">
          {waiting.records.map((record) => (
            <WaitingCard
              key={`${record.kind} ${record.id}`}
              record={record}
              preview={previewOf(waiting.set, record)}
              onDrop={() => post({ intent: "drop", set: waiting.set, kind: record.kind, id: record.id })}
              onSettle={(field, keeps) =>
                post({
                  intent: "settle",
                  set: waiting.set,
                  kind: record.kind,
                  id: record.id,
                  field: field.name,
                  keeps,
                  live: field.live!.stamp,
                })
              }
            />
          ))}
        </ol>
      ) : (
        <div className="state">
          <h2>{words.none.title}</h2>
          <p>{words.none.text}</p>
        </div>
      )}
      {waiting && <CheckPages set={waiting.set} />}
      {waiting && <Share set={waiting.set} links={shared} onEnd={(id) => post({ intent: "end", id })} />}
      {published.length > 0 && <Published sets={published} onUndo={(set) => post({ intent: "undo", set })} />}
    </>
  );
}

/** The preview of everything that waits. @param record the one whose page is shown first */
const previewOf = (set: string, record?: { kind: string; id: string }) => {
  const query = new URLSearchParams({ set });
  if (record) query.set("kind", record.kind);
  if (record) query.set("record", record.id);
  return `${href("/admin-control-panel-seoprozone/preview")}?${query}`;
};

type Published = NonNullable<Route.ComponentProps["loaderData"]["changes"]>["published"];

function Published({ sets, onUndo }: { sets: Published; onUndo: (set: string) => void }) {
  const { title, caption, columns, ...said } = words.published;
  return (
    <section className="changes__more">
      <h2>{title}</h2>
      <div className="card">
        <Table
          caption={caption}
          columns={[
            {
              head: columns.what,
              className: "tbl__main",
              cell: ({ names, isUndo, isUndone }) => (
                <span className="tbl__named">
                  <b>{names.join(", ")}</b> {isUndo && <small>{said.isUndo}</small>}
                  {isUndone && <small>{said.undone}</small>}
                </span>
              ),
            },
            { head: columns.when, className: "subtle tbl__date", cell: ({ when }) => when },
          ]}
          rows={sets}
          keyOf={({ id }) => id}
          actions={({ id, names, isUndone }) =>
            !isUndone && (
              <button type="button" className="btn btn--ghost" onClick={() => onUndo(id)}>
                <Undo2 className="i" aria-hidden />
                {said.undo}
                <span className="sr"> {names.join(", ")}</span>
              </button>
            )
          }
        />
      </div>
    </section>
  );
}
