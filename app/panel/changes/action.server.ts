import { data } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { applyChanges, countItems, withSerializableRetry } from "../../features/changes/apply.server.ts";
import { discardDrafts, restoreDiscarded } from "../../features/changes/discard.server.ts";
import { listUnpublished, resolveConflict } from "../../features/changes/drafts.server.ts";
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
import { isAmong, listTouched, stampOfRecords, type Target } from "../../features/changes/touched.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, actorOf, recordOf } from "../../features/sign-in/actor.server.ts";
import { requireKinds } from "../../features/sign-in/proof.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may, requireRight } from "../../features/staff/signed-in.server.ts";
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
/**
 * With `alone`, the record's draft first moves to a set of its own. Without, the whole set is meant, and `seen` is the
 * `stampOfRecords` that the form showed.
 */
const whole = {
  kind: record.kind.optional(),
  id: record.id.optional(),
  alone: z.literal("on").optional(),
  seen: z.string().max(20).optional(),
};
const rules = z
  .discriminatedUnion("intent", [
    z.object({ intent: z.enum(["unschedule", "collect", "remove-set", "keep-live", "dismiss"]), set }),
    z.object({ intent: z.literal("publish"), set, seen: whole.seen }),
    z.object({ intent: z.literal("share"), set, ...whole }),
    z.object({
      ...{ intent: z.literal("drop"), set, seen: whole.seen },
      ...{ kind: record.kind.optional(), id: record.id.optional() },
    }),
    z.object({
      ...{ intent: z.literal("schedule"), set, ...whole },
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
  ])
  // Half a record would otherwise mean the whole set.
  .refine((posted) => !("set" in posted && "kind" in posted) || !posted.kind === !posted.id)
  .refine((posted) => !("alone" in posted && posted.alone) || posted.kind !== undefined);
type Posted = z.output<typeof rules>;

const saidOf = (intent: keyof typeof words.done) => ({
  done: words.done[intent],
  failed: words.failed[intent],
});

export async function answerChanges(args: Args) {
  const { context } = args;
  const db = context.get(ownerDb);
  const form = await readPostedForm(args.request);
  if (["add-set", "rename-set"].includes(String(form.get("intent")))) return saveTitle(args, form);
  const posted = parseOr400(rules, form);
  context.set(isContentUntouched, posted.intent !== "publish");
  if ("kind" in posted && posted.kind) requireRight(context, rightOfKind(posted.kind));
  const target = targetOf(posted);
  const touched = await listTouched(db, target);
  if (isClosedTo(context, touched)) return save(refuseClosed, saidOf(posted.intent));
  await requireKinds(
    args,
    touched.map(({ kind }) => kind),
  );
  const check = async (tx: Database) => {
    const now = await listTouched(tx, target);
    const seen = "set" in target && "seen" in posted ? posted.seen : undefined;
    const isSeen = seen === undefined || seen === stampOfRecords(now);
    if (!isSeen || !now.every(isAmong(touched))) throw new Refused({ "": words.sets.changed });
  };
  if (posted.intent === "share") return share(args, posted, check);
  return save(() => perform(args, posted, check), saidOf(posted.intent), refusalOf(posted.intent));
}

/** Returns a function that describes a rejection. If the set has changed, the tab reloads to show its drafts. */
const refusalOf = (intent: keyof typeof words.failed) => (refused: Refused) => ({
  toast: { tone: "bad" as const, title: words.failed[intent], text: refused.message },
  ...(refused.message === words.sets.changed && { isOutdated: true as const }),
});

/** Returns what a request touches. A record without `alone` only says which page of a shared set to open. */
function targetOf(posted: Posted): Target {
  if (!("set" in posted)) return posted.intent === "end" ? { link: posted.id } : { discarded: posted.id };
  const isWhole = (posted.intent === "schedule" || posted.intent === "share") && !posted.alone;
  return "kind" in posted && posted.kind && posted.id && !isWhole
    ? { record: { kind: posted.kind, id: posted.id } }
    : { set: posted.set };
}

/** Returns whether records include one that the person may not see, such as settings for an editor. */
export const isClosedTo = (context: Args["context"], records: readonly { kind: KindName }[]): boolean =>
  records.some(({ kind }) => !may(context, rightOfKind(kind)));

async function refuseClosed(): Promise<never> {
  throw new Refused({ "": words.sets.closed });
}

/** @throws Refused if the draft or set changed after its rights were checked */
type CheckAgain = (tx: Database) => Promise<void>;

/** @returns additions to the toast */
async function perform(
  args: Args,
  posted: Exclude<Posted, { intent: "share" }>,
  check: CheckAgain,
): Promise<ToastAddition> {
  const db = args.context.get(ownerDb);
  switch (posted.intent) {
    case "publish": {
      const written = await publishChanges(db, posted.set, { actor: await actorOf(args), check });
      const lines = [words.toastText.live(await countItems(db, written)), await readEnd(db, posted.set)];
      return { text: lines.filter(Boolean).join(" "), links: [viewOnSite("/")], operation: posted.set };
    }
    case "drop": {
      const { kind, id } = posted;
      const key = kind && id ? { kind, id } : undefined;
      const stay = await listUnpublished(db, posted.set, key);
      const undo = { intent: "restore", id: await discardDrafts(db, posted.set, key, check) };
      return { text: stay.length ? words.toastText.stays(stay) : undefined, undo };
    }
    case "move": {
      const { set, kind, id, to } = posted;
      const undoes = await moveDraft(db, set, { kind, id }, to, posted.undoes);
      return { undo: { intent: "move", set: to, kind, id, to: set, ...(undoes && { undoes }) } };
    }
    case "schedule":
      return withSerializableRetry(db, async (tx) => {
        await check(tx);
        return schedule(tx, posted);
      });
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

async function saveTitle(args: Args, form: FormData) {
  const { context } = args;
  const db = context.get(ownerDb);
  context.set(isContentUntouched, true);
  const { set: id } = parseOr400(z.object({ set }), form);
  const isNew = form.get("intent") === "add-set";
  const touched = await listTouched(db, { set: id });
  if (isClosedTo(context, touched)) return save(refuseClosed, saidOf(isNew ? "add-set" : "rename-set"));
  await requireKinds(
    args,
    touched.map(({ kind }) => kind),
  );
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
async function share(args: Args, posted: Extract<Posted, { intent: "share" }>, check: CheckAgain) {
  const { context } = args;
  const db = context.get(ownerDb);
  let link: string | undefined;
  const reply = await save(
    async () => {
      const set = await setOf(db, posted, true);
      const token = await addPreviewLink(db, set, posted.alone ? undefined : check);
      await recordOf(args, "preview.shared", {});
      const changes = await listChanges(db, set);
      const shown = changes.find(({ kind, record_id }) => kind === posted.kind && record_id === posted.id);
      const path = await withRollback(db, async (tx) => {
        await applyChanges(tx, changes, "take");
        return findChangedPage(tx, shown ?? changes[0]!);
      }).catch(() => "/");
      link = `${context.get(configContext).siteUrl}/preview/${token}${path}`;
    },
    saidOf("share"),
    refusalOf("share"),
  );
  return data<ShareReply>({ ...reply.data, link }, reply.init ?? undefined);
}
