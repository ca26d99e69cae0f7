import { data } from "react-router";
import { z } from "zod";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import { cropWords, detailWords } from "../../copy/panel/media.ts";
import { cropOriginal } from "../../features/media/crop.server.ts";
import { cropRules, focusAfter, isWhole } from "../../features/media/crop.ts";
import { addCropped } from "../../features/media/files.server.ts";
import { UploadRefused } from "../../features/media/upload.server.ts";
import { findFileToCrop } from "../../features/media/writes.owner.server.ts";
import { listImageUses } from "../../features/records/image-uses.server.ts";
import type { Args } from "../../features/sign-in/actor.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { IMAGE_ID } from "../../platform/text/image.ts";
import type { CropReply } from "../../ui/panel/image-crop-dialog.tsx";
import { save } from "../saving/save.server.ts";

/** `file` is the start of the hash of the file on screen, as in its URLs. */
const posted = z
  .object({ id: z.string().regex(IMAGE_ID), file: z.string().optional().default("") })
  .and(cropRules);

/** Rotates and crops an image. The result replaces its file, as an upload would. */
export async function answerCrop({ context }: Args, form: FormData) {
  const db = context.get(ownerDb);
  const { id, file, ...crop } = parseOr400(posted, form);
  let hash = "";
  const reply = await save(
    async () => {
      if (isWhole(crop)) throw new Refused({ "": mediaRefusals.cropNothing });
      const { fileId, sha256, ...before } = await findFileToCrop(db, id);
      if (!sha256.startsWith(file)) throw new Refused({ "": mediaRefusals.replaced });
      const cropped = await context.get(cropOriginal)(sha256, crop).catch(asRefused);
      const focus = focusAfter(before, crop);
      await addCropped(db, id, cropped, { fileId, focus });
      hash = cropped.sha256.slice(0, 8);
      const isShown = (await listImageUses(db, [id])).some(({ state }) => state === "published");
      const isMoved = focus.x !== before.x || focus.y !== before.y;
      const focal = isMoved && { focal_x: String(before.x), focal_y: String(before.y) };
      return {
        text: isShown ? detailWords.replacedSoon : undefined,
        undo: { intent: "undo-replace", id, ...focal },
      };
    },
    { done: detailWords.replaced, failed: cropWords.failed },
  );
  return data<CropReply>({ ...reply.data, file: hash }, reply.init ?? undefined);
}

/** A refusal is about the image or the storage, so the panel shows its sentence. */
function asRefused(error: unknown): never {
  throw error instanceof UploadRefused ? new Refused({ "": error.message }) : error;
}
