import { data } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { applyChanges, countItems } from "../../features/changes/apply.server.ts";
import { findSchedule } from "../../features/changes/calendar.server.ts";
import { discardDrafts, restoreDiscarded } from "../../features/changes/discard.server.ts";
import { listUnpublished, resolveConflict } from "../../features/changes/drafts.server.ts";
import { addPreviewLink, endPreviewLink } from "../../features/changes/links.server.ts";
import { recordWritten } from "../../features/changes/log.server.ts";
import { listChanges, publishDrafts } from "../../features/changes/publish.server.ts";
import type { RecordKey } from "../../features/changes/record-key.server.ts";
import { cancelRevert, dismissProblem, scheduleDrafts } from "../../features/changes/schedule.server.ts";
import { unschedule } from "../../features/changes/sets.server.ts";
import { draftNames, listTouched, type Target } from "../../features/changes/touched.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, actorOf, recordOf } from "../../features/sign-in/actor.server.ts";
import { requireKinds } from "../../features/sign-in/proof.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { configContext, isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import type { ShareReply } from "../../ui/panel/preview-link.tsx";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { findChangedPage } from "../saving/places.server.ts";
import { save, type ToastAddition } from "../saving/save.server.ts";
import { readEnd } from "../saving/schedule.server.ts";

/** Local date and time, as browsers post them. */
const wall = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
const drafts = draftNames;
const rules = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["publish", "drop", "share", "unschedule"]), drafts }),
  z.object({ intent: z.literal("schedule"), drafts, at: wall, until: wall.or(z.literal("")).default("") }),
  z.object({
    ...{ intent: z.literal("resolve"), drafts: drafts.refine((names) => names.length === 1) },
    ...{ field: z.string().min(1).max(100), keeps: z.enum(["draft", "live"]), live: z.string().max(100) },
  }),
  z.object({ intent: z.enum(["keep-live", "dismiss"]), set: z.uuid() }),
  z.object({ intent: z.enum(["end", "restore"]), id: z.uuid() }),
]);
type Posted = z.output<typeof rules>;

const saidOf = (intent: keyof typeof words.done) => ({
  done: words.done[intent],
  failed: words.failed[intent],
});

export async function answerChanges(args: Args) {
  const { context } = args;
  const posted = parseOr400(rules, await readPostedForm(args.request));
  context.set(isContentUntouched, posted.intent !== "publish");
  const touched = await listTouched(context.get(ownerDb), targetOf(posted));
  const refuse = (text: string) =>
    save(
      async () => {
        throw new Refused({ "": text });
      },
      saidOf(posted.intent),
      refusalOf(posted.intent),
    );
  if ("drafts" in posted && touched.length < posted.drafts.length) return refuse(words.changed);
  if (isClosedTo(context, touched)) return refuse(words.closed);
  await requireKinds(
    args,
    touched.map(({ kind }) => kind),
  );
  if (posted.intent === "share") return share(args, touched);
  return save(() => perform(args, posted, touched), saidOf(posted.intent), refusalOf(posted.intent));
}

/** Returns a function that describes a rejection. If drafts are gone, the tab reloads to show what's left. */
const refusalOf = (intent: keyof typeof words.failed) => (refused: Refused) => ({
  toast: { tone: "bad" as const, title: words.failed[intent], text: refused.message },
  ...(refused.message === words.changed && { isOutdated: true as const }),
});

function targetOf(posted: Posted): Target {
  if ("drafts" in posted) return { drafts: posted.drafts };
  if ("set" in posted) return { set: posted.set };
  return posted.intent === "end" ? { link: posted.id } : { discarded: posted.id };
}

/** Returns whether records include one that the person may not see, such as settings for an editor. */
export const isClosedTo = (context: Args["context"], records: readonly { kind: KindName }[]): boolean =>
  records.some(({ kind }) => !may(context, rightOfKind(kind)));

/**
 * @param chosen the records of the drafts
 * @returns additions to the toast
 */
async function perform(
  args: Args,
  posted: Exclude<Posted, { intent: "share" }>,
  chosen: readonly RecordKey[],
): Promise<ToastAddition> {
  const db = args.context.get(ownerDb);
  switch (posted.intent) {
    case "publish": {
      const { set: operation, written } = await publishDrafts(db, chosen);
      await recordWritten(db, "changes.published", written, { actor: await actorOf(args) });
      const lines = [words.toastText.live(await countItems(db, written)), await readEnd(db, operation)];
      return { text: lines.filter(Boolean).join(" "), links: [viewOnSite("/")], operation };
    }
    case "drop": {
      const stay = await listUnpublished(db, chosen);
      const undo = { intent: "restore", id: await discardDrafts(db, chosen) };
      return { text: stay.length ? words.toastText.stays(stay) : undefined, undo };
    }
    case "schedule":
      return schedule(db, chosen, posted);
    case "unschedule":
      await unschedule(db, chosen);
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
    case "resolve":
      await resolveConflict(db, chosen[0]!, posted);
  }
  return undefined;
}

/** @returns the schedule, in words, and how Undo sets the earlier one */
async function schedule(
  db: Database,
  chosen: readonly RecordKey[],
  { drafts, at: wall, until }: { drafts: readonly string[]; at: string; until: string },
): Promise<ToastAddition> {
  const before = await findSchedule(db, chosen);
  const { at, takeBackAt, isDouble } = await scheduleDrafts(db, chosen, wall, until || null);
  const { time_zone } = await readSettings(db);
  const { goesLive, ends, isDouble: twice, together } = words.schedule;
  const lines = [
    goesLive(shortTime(at, time_zone)),
    takeBackAt && ends(shortTime(takeBackAt, time_zone)),
    chosen.length > 1 && together(chosen.length),
    isDouble && twice,
  ];
  return {
    text: lines.filter(Boolean).join(" "),
    undo: before && undoOf(before, drafts.join("."), time_zone),
  };
}

/** Returns the post that sets an earlier schedule again; undefined if its time has passed. */
function undoOf(
  { publish_at, take_back_at }: NonNullable<Awaited<ReturnType<typeof findSchedule>>>,
  drafts: string,
  timeZone: string,
): Record<string, string> | undefined {
  if (!publish_at) return { intent: "unschedule", drafts };
  if (publish_at <= new Date()) return undefined;
  const until = take_back_at ? wallTime(take_back_at, timeZone) : "";
  return { intent: "schedule", drafts, at: wallTime(publish_at, timeZone), until };
}

/** Creates a preview link. It opens the page of the first draft, or else the home page. */
async function share(args: Args, chosen: readonly RecordKey[]) {
  const { context } = args;
  const db = context.get(ownerDb);
  let link: string | undefined;
  const reply = await save(
    async () => {
      const token = await addPreviewLink(db, chosen);
      await recordOf(args, "preview.shared", {});
      const changes = await listChanges(db, chosen);
      const path = await withRollback(db, async (tx) => {
        await applyChanges(tx, changes, "take");
        return findChangedPage(tx, { kind: chosen[0]!.kind, record_id: chosen[0]!.id });
      }).catch(() => "/");
      link = `${context.get(configContext).siteUrl}/preview/${token}${path}`;
    },
    saidOf("share"),
    refusalOf("share"),
  );
  return data<ShareReply>({ ...reply.data, link }, reply.init ?? undefined);
}
