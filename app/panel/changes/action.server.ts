// What the Changes tab does: publish, take back, drop, settle, schedule, share.
import { data } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { type Args, actorOf } from "../../features/admin-session/actor.server.ts";
import { applyChanges, rolledBack } from "../../features/changes/apply.server.ts";
import { dropDrafts, listUnpublished, settleConflict, undoDrop } from "../../features/changes/keep.server.ts";
import { addPreviewLink, endPreviewLink } from "../../features/changes/links.server.ts";
import { listChanges, publishChanges, undoPublish } from "../../features/changes/publish.server.ts";
import {
  dismissProblem,
  keepLive,
  readCalendar,
  schedulePublish,
} from "../../features/changes/schedule.server.ts";
import { setTitle } from "../../features/changes/set-title.ts";
import { addSet, collectIn, moveDraft, removeSet, renameSet } from "../../features/changes/sets.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { configContext, isContentUntouched, ownerDb } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { shortTime } from "../../platform/dates.ts";
import { parseOr400, readPostedForm } from "../../platform/posted-form.server.ts";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { findChangedPage } from "../save.places.server.ts";
import { readForm, save, saveForm } from "../save.server.ts";
import type { ShareReply } from "./share.tsx";

const set = z.uuid();
/** What a clock shows, as a browser posts it. */
const wall = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
const record = { kind: z.enum(KIND_NAMES), id: z.string().min(1).max(500) };
const rules = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("publish"), set }),
  z.object({ intent: z.literal("undo"), set }),
  z.object({ intent: z.literal("drop"), set, kind: record.kind.optional(), id: record.id.optional() }),
  z.object({ intent: z.literal("schedule"), set, at: wall, until: wall.or(z.literal("")).default("") }),
  z.object({ intent: z.enum(["collect", "remove-set"]), set }),
  z.object({ intent: z.literal("move"), set, ...record, to: z.uuid() }),
  z.object({ intent: z.literal("keep-live"), set }),
  z.object({ intent: z.literal("dismiss"), set }),
  z.object({ intent: z.literal("unschedule"), set }),
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

/** Does what a form or a button of the tab posts. */
export async function answerChanges(args: Args) {
  const db = args.context.get(ownerDb);
  const form = await readPostedForm(args.request);
  if (["add-set", "rename-set"].includes(String(form.get("intent")))) return saveTitle(args.context, form);
  const posted = parseOr400(rules, form);
  args.context.set(isContentUntouched, posted.intent !== "publish" && posted.intent !== "undo");
  switch (posted.intent) {
    case "publish":
      return save(
        async () => {
          const written = await publishChanges(db, posted.set, { actor: await actorOf(args) });
          const text = [words.done.live(written.length), await readEnd(db, posted.set)]
            .filter(Boolean)
            .join(" ");
          return { text, links: [viewOnSite("/")], undo: { intent: "undo", set: posted.set } };
        },
        { done: words.done.published, failed: words.failed.publish },
      );
    case "undo":
      return save(
        async () => {
          const back = await undoPublish(db, posted.set, await actorOf(args));
          return { text: words.done.asBefore, undo: { intent: "undo", set: back } };
        },
        { done: words.done.undone, failed: words.failed.undo },
      );
    case "drop":
      return save(
        async () => {
          const { kind, id } = posted;
          const key = kind && id ? { kind, id } : undefined;
          const stay = await listUnpublished(db, posted.set, key);
          const undo = { intent: "restore", id: await dropDrafts(db, posted.set, key) };
          return { text: stay.length ? words.done.stays(stay) : undefined, undo };
        },
        { done: words.done.dropped, failed: words.failed.drop },
      );
    case "schedule":
      return save(() => schedule(db, posted), {
        done: words.schedule.scheduled,
        failed: words.schedule.failed,
      });
    case "unschedule":
      return save(async () => void (await schedulePublish(db, posted.set, null)), {
        done: words.schedule.removed,
        failed: words.schedule.failed,
      });
    case "collect":
      return save(() => collectIn(db, posted.set), {
        done: words.sets.collecting,
        failed: words.sets.failed,
      });
    case "remove-set":
      return save(() => removeSet(db, posted.set), { done: words.sets.removed, failed: words.sets.failed });
    case "move": {
      const { kind, id, to } = posted;
      return save(
        async () => {
          await moveDraft(db, posted.set, { kind, id }, to);
          return { undo: { intent: "move", set: to, kind, id, to: posted.set } };
        },
        { done: words.sets.moved, failed: words.sets.moveFailed },
      );
    }
    case "keep-live":
      return save(() => keepLive(db, posted.set), {
        done: words.coming.kept,
        failed: words.coming.keepFailed,
      });
    case "dismiss":
      return save(() => dismissProblem(db, posted.set), {
        done: words.problem.dismissed,
        failed: words.problem.dismissFailed,
      });
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

/** When a set that is live is taken back by itself, in words; undefined where it is not. */
async function readEnd(db: Database, set: string): Promise<string | undefined> {
  const [{ coming }, { time_zone }] = await Promise.all([readCalendar(db), readSettings(db)]);
  const end = coming.find((event) => event.set === set && event.isEnd);
  return end && words.schedule.ends(shortTime(end.at, time_zone));
}

/** Begins a set with a title, or gives one another. */
async function saveTitle(context: Args["context"], form: FormData) {
  const db = context.get(ownerDb);
  context.set(isContentUntouched, true);
  const { set: id } = parseOr400(z.object({ set }), form);
  const isNew = form.get("intent") === "add-set";
  const said = { done: isNew ? words.sets.added : words.sets.renamed, failed: words.sets.failed };
  return saveForm(
    readForm(form, setTitle),
    ({ title }) => (isNew ? addSet : renameSet)(db, id, title).then(() => undefined),
    { ...said, missing: words.sets.missing },
    ["title"],
  );
}

/** @returns when it goes live, in words */
async function schedule(db: Database, { set, at: from, until }: { set: string; at: string; until: string }) {
  const { at, takeBackAt, isDouble } = await schedulePublish(db, set, from, until || null);
  const { time_zone } = await readSettings(db);
  const { goesLive, ends, isDouble: twice } = words.schedule;
  return [
    at && goesLive(shortTime(at, time_zone)),
    takeBackAt && ends(shortTime(takeBackAt, time_zone)),
    isDouble && twice,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Makes a link that begins with the page of what waits first, and answers with it. */
async function share(context: Args["context"], set: string) {
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
