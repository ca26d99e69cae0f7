import { data } from "react-router";
import { z } from "zod";
import { detailWords, mediaTab as words } from "../../copy/panel/media.ts";
import { deleteMedia, setDecorative, undoReplace } from "../../features/media/writes.owner.server.ts";
import { listImageUses } from "../../features/records/image-uses.server.ts";
import { media } from "../../features/records/media.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import { changedFields } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { IMAGE_ID } from "../../platform/text/image.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { saveAndForget } from "../saving/drafts.server.ts";
import { save, withUndo } from "../saving/save.server.ts";
import { saveUpdate } from "../saving/update.server.ts";
import { answerCrop } from "./crop.server.ts";

/** @property question to confirm a delete; names places where visitors see the images */
export type MediaReply = SaveReply & { question?: string };

/** More than the grid shows per page. */
const AT_ONCE_MAX = 200;
const imageId = z.string().regex(IMAGE_ID);
const edited = z.object({ id: imageId, version: recordVersion.default(0) });
const focal = z.coerce.number().min(0).max(1).optional();
/** Undoing a crop moves the focal point back, too. */
const undone = z.object({ id: imageId, focal_x: focal, focal_y: focal });
const several = z.object({
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(imageId).min(1).max(AT_ONCE_MAX)),
  confirmed: z.string().optional(),
});

/** The question names this many places and counts the others. */
const NAMED_MAX = 8;

/** @throws a 400 for a form that the tab doesn't create */
export async function answerMedia(args: Args) {
  const db = args.context.get(ownerDb);
  const form = await readPostedForm(args.request);
  const intent = form.get("intent");
  if (intent === "crop") return answerCrop(args, form);
  if (intent === "update" || intent === "undo-replace") return answerOne(args, intent, form);
  const { ids, confirmed } = parseOr400(several, form);
  switch (intent) {
    case "delete": {
      if (!confirmed) {
        const toast = { tone: "bad", title: words.deleteFailed, text: words.notConfirmed } as const;
        const question = await questionOf(db, ids);
        return data<MediaReply>({ isSaved: false, toast, question }, { status: 409 });
      }
      return save(
        async () => {
          const names = await deleteMedia(db, ids);
          for (const name of names) await recordOf(args, "record.deleted", { kind: "media", name });
          return withUndo(args.context);
        },
        {
          done: ids.length === 1 ? words.deletedOne : words.deletedMany(ids.length),
          failed: words.deleteFailed,
        },
      );
    }
    case "decorate":
      return save(
        async () => {
          const changed = await setDecorative(db, ids);
          return withUndo(args.context, words.decoratedCount(changed.length));
        },
        { done: words.decorated, failed: words.decorateFailed },
      );
    default:
      throw data(null, { status: 400 });
  }
}

function answerOne(args: Args, intent: "update" | "undo-replace", form: FormData) {
  const db = args.context.get(ownerDb);
  if (intent === "undo-replace") {
    const { id, ...focus } = parseOr400(undone, form);
    return save(() => undoReplace(db, id, focus), {
      done: detailWords.replaceUndone,
      failed: detailWords.replaceUndoFailed,
    });
  }
  const { id, version } = parseOr400(edited, form);
  const opened = form.get("opened");
  /** A new file increments the version but doesn't change this form's fields. */
  const isSame = (now: object) => changedFields(opened, now, media.labels)?.length === 0;
  const { schema, labels, required, words: said } = media;
  return saveUpdate(args, form, {
    ...{ key: { kind: media.name, id }, version, schema, labels, required },
    words: { updated: said.updated, failed: said.failed.update, missing: said.missing },
    find: (tx) => media.read(tx, id),
    async findVersion(tx) {
      const now = await media.read(tx, id);
      return now && isSame(now) ? { version } : now;
    },
    what: "saved this image",
    async write(input) {
      const now = await media.read(db, id);
      const from = now && isSame(now) ? now.version : version;
      await saveAndForget(db, form, "media", (tx) => media.update(tx, id, from, input));
      return undefined;
    },
  });
}

async function questionOf(db: Database, ids: readonly string[]): Promise<string> {
  const seen = (await listImageUses(db, ids)).filter(({ state }) => state === "published");
  if (!seen.length) return words.question(ids.length);
  const places = seen.slice(0, NAMED_MAX).map(({ title, field }) => `• ${title} (${field})`);
  return words.inUse(places.join("\n"), Math.max(0, seen.length - NAMED_MAX));
}
