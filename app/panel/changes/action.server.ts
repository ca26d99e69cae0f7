import { data } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { type Args, actorOf, recordOf } from "../../features/admin-session/actor.server.ts";
import { applyChanges, withSerializableRetry } from "../../features/changes/apply.server.ts";
import {
  discardDrafts,
  listUnpublished,
  resolveConflict,
  restoreDiscarded,
} from "../../features/changes/drafts.server.ts";
import { addPreviewLink, endPreviewLink } from "../../features/changes/links.server.ts";
import { listChanges, publishChanges } from "../../features/changes/publish.server.ts";
import { cancelRevert, dismissProblem, schedulePublish } from "../../features/changes/schedule.server.ts";
import { setTitle } from "../../features/changes/set-title.ts";
import {
  addSet,
  makeCurrentSet,
  moveDraft,
  removeSet,
  renameSet,
  separateDraft,
} from "../../features/changes/sets.server.ts";
import { rightOfKind } from "../../features/people/rights.ts";
import { may, requireRight } from "../../features/people/signed-in.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { requireKinds } from "../../features/sign-in-factors/proof.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { configContext, isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { ShareReply } from "../../ui/panel/preview-link.tsx";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { findChangedPage } from "../saving/places.server.ts";
import { readForm, save, saveForm, type ToastAddition } from "../saving/save.server.ts";
import { readEnd } from "../saving/schedule.server.ts";

const set = z.uuid();
/** Local date and time, as browsers post them. */
const wall = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
const record = { kind: z.enum(KIND_NAMES), id: z.string().min(1).max(500) };
/** With `alone`, the record's draft first moves to a set of its own. */
const alone = {
  kind: record.kind.optional(),
  id: record.id.optional(),
  alone: z.literal("on").optional(),
};
const rules = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["publish", "unschedule", "collect", "remove-set", "keep-live", "dismiss"]),
    set,
  }),
  z.object({ intent: z.literal("share"), set, ...alone }),
  z.object({ intent: z.literal("drop"), set, kind: record.kind.optional(), id: record.id.optional() }),
  z.object({
    ...{ intent: z.literal("schedule"), set, ...alone },
    ...{ at: wall, until: wall.or(z.literal("")).default("") },
  }),
  z.object({ intent: z.literal("move"), set, ...record, to: z.uuid(), undoes: z.uuid().optional() }),
  z.object({ intent: z.enum(["end", "restore"]), id: z.uuid() }),
  z.object({
    intent: z.literal("resolve"),
    set,
    ...record,
    field: z.string().min(1).max(100),
    keeps: z.enum(["draft", "live"]),
    live: z.string().max(100),
  }),
]);
type Posted = z.output<typeof rules>;

const saidOf = (intent: keyof typeof words.done) => ({
  done: words.done[intent],
  failed: words.failed[intent],
});

export async function answerChanges(args: Args) {
  const form = await readPostedForm(args.request);
  if (["add-set", "rename-set"].includes(String(form.get("intent")))) return saveTitle(args.context, form);
  const posted = parseOr400(rules, form);
  const kind = kindOf(posted);
  if (kind) requireRight(args.context, rightOfKind(kind));
  args.context.set(isContentUntouched, posted.intent !== "publish");
  if (posted.intent === "share") return share(args, posted);
  // The other set may be scheduled, so a move can publish, too.
  if (posted.intent === "publish" || posted.intent === "schedule" || posted.intent === "move") {
    const changed = kind ? [{ kind }] : await listChanges(args.context.get(ownerDb), posted.set);
    if (may(args.context, "everything"))
      await requireKinds(
        args,
        changed.map((one) => one.kind),
      );
  }
  return save(() => perform(args, posted), saidOf(posted.intent));
}

/** Returns undefined for actions on a whole set. */
const kindOf = (posted: Posted): KindName | undefined =>
  "kind" in posted && (!("alone" in posted) || posted.alone) ? posted.kind : undefined;

/** @throws Refused if the set contains drafts that an editor isn't allowed to see, such as settings */
export async function requireOpenSet(context: Args["context"], set: string) {
  if (may(context, "everything")) return;
  for (const { kind } of await listChanges(context.get(ownerDb), set))
    if (!may(context, rightOfKind(kind))) throw new Refused({ "": words.sets.closed });
}

/** @returns additions to the toast */
async function perform(args: Args, posted: Exclude<Posted, { intent: "share" }>): Promise<ToastAddition> {
  const db = args.context.get(ownerDb);
  if ("set" in posted && !kindOf(posted)) await requireOpenSet(args.context, posted.set);
  switch (posted.intent) {
    case "publish": {
      const written = await publishChanges(db, posted.set, { actor: await actorOf(args) });
      const lines = [words.toastText.live(written.length), await readEnd(db, posted.set)];
      return { text: lines.filter(Boolean).join(" "), links: [viewOnSite("/")], operation: posted.set };
    }
    case "drop": {
      const { kind, id } = posted;
      const key = kind && id ? { kind, id } : undefined;
      const stay = await listUnpublished(db, posted.set, key);
      const undo = { intent: "restore", id: await discardDrafts(db, posted.set, key) };
      return { text: stay.length ? words.toastText.stays(stay) : undefined, undo };
    }
    case "move": {
      const { set, kind, id, to } = posted;
      const undoes = await moveDraft(db, set, { kind, id }, to, posted.undoes);
      return { undo: { intent: "move", set: to, kind, id, to: set, ...(undoes && { undoes }) } };
    }
    case "schedule":
      return withSerializableRetry(db, (tx) => schedule(tx, posted));
    case "unschedule":
      await schedulePublish(db, posted.set, null);
      break;
    case "collect":
      await makeCurrentSet(db, posted.set);
      break;
    case "remove-set":
      await removeSet(db, posted.set);
      break;
    case "keep-live":
      await cancelRevert(db, posted.set);
      break;
    case "dismiss":
      await dismissProblem(db, posted.set);
      break;
    case "end":
      await endPreviewLink(db, posted.id);
      await recordOf(args, "preview.ended", {});
      break;
    case "restore":
      await restoreDiscarded(db, posted.id);
      break;
    case "resolve": {
      const { set, kind, id, ...of } = posted;
      await resolveConflict(db, set, { kind, id }, of);
    }
  }
  return undefined;
}

async function saveTitle(context: Args["context"], form: FormData) {
  const db = context.get(ownerDb);
  context.set(isContentUntouched, true);
  const { set: id } = parseOr400(z.object({ set }), form);
  const isNew = form.get("intent") === "add-set";
  return saveForm(
    readForm(form, setTitle),
    ({ title }) => (isNew ? addSet : renameSet)(db, id, title).then(() => undefined),
    { ...saidOf(isNew ? "add-set" : "rename-set"), missing: words.sets.missing },
    ["title"],
  );
}

type Alone = { set: string; kind?: KindName; id?: string; alone?: "on" };

const setOf = async (db: Database, { set, kind, id, alone }: Alone, keepsSchedule?: boolean) =>
  alone && kind && id ? separateDraft(db, { kind, id }, keepsSchedule) : set;

/** @returns the schedule, in words */
async function schedule(db: Database, posted: Alone & { at: string; until: string }) {
  const set = await setOf(db, posted);
  const { at, takeBackAt, isDouble } = await schedulePublish(db, set, posted.at, posted.until || null);
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

/** Creates a preview link. It opens the page of the record or of the set's first change, or else the home page. */
async function share(args: Args, posted: Extract<Posted, { intent: "share" }>) {
  const { context } = args;
  const db = context.get(ownerDb);
  let link: string | undefined;
  const reply = await save(async () => {
    if (!kindOf(posted)) await requireOpenSet(context, posted.set);
    const set = await setOf(db, posted, true);
    const token = await addPreviewLink(db, set);
    await recordOf(args, "preview.shared", {});
    const changes = await listChanges(db, set);
    const shown = changes.find(({ kind, record_id }) => kind === posted.kind && record_id === posted.id);
    const path = await withRollback(db, async (tx) => {
      await applyChanges(tx, changes, "take");
      return findChangedPage(tx, shown ?? changes[0]!);
    }).catch(() => "/");
    link = `${context.get(configContext).siteUrl}/preview/${token}${path}`;
  }, saidOf("share"));
  return data<ShareReply>({ ...reply.data, link }, reply.init ?? undefined);
}
