// `POST …/edit-page/save` saves one text from the page editor.
import { z } from "zod";
import { recordWritten } from "../../features/changes/log.server.ts";
import { ITEM_CHANGES } from "../../features/page-editing/json-path.ts";
import type { EditReply } from "../../features/page-editing/page-text.ts";
import { saveEdit } from "../../features/page-editing/save-edit.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import { actorOf } from "../../features/sign-in/actor.server.ts";
import { requireKinds } from "../../features/sign-in/proof.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { openKinds } from "../saving/open-kinds.server.ts";
import { describeOtherPlaces } from "../saving/other-places.server.ts";
import { afterSave } from "../saving/save.server.ts";
import type { Route } from "./+types/save";
import { readPending } from "./pending.server.ts";

const posted = z.object({
  kind: z.enum(KIND_NAMES),
  id: z.string().min(1).max(500),
  field: z.string().min(1).max(100),
  path: z
    .string()
    .transform(parseJson)
    .pipe(z.array(z.union([z.string().max(100), z.number().int().min(0)])).max(10)),
  base: z.string(),
  value: z.string(),
  item: z.enum(ITEM_CHANGES).optional(),
  live: z.literal("on").optional(),
});

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { live, ...edit } = parseOr400(posted, await readPostedForm(request));
  await requireKinds(args, [edit.kind]);
  const db = context.get(ownerDb);
  context.set(isContentUntouched, !live);
  try {
    const done = await saveEdit(db, { ...edit, isLive: live === "on" });
    if (done.state === "conflict") return Response.json(done satisfies EditReply);
    const published = "published" in done ? done.published : undefined;
    if (published) {
      const actor = await actorOf(args);
      await afterSave(() => recordWritten(db, "changes.published", published.written, { actor }));
    }
    const elsewhere =
      done.state === "saved" && !edit.item
        ? await afterSave(() => describeOtherPlaces(db, openKinds(context), done.before, edit.value, "text"))
        : undefined;
    return Response.json({
      state: done.state,
      ...(await readPending(context)),
      operation: published?.set,
      elsewhere: elsewhere ?? undefined,
      list: "list" in done ? done.list : undefined,
    } satisfies EditReply);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return Response.json({ state: "refused", reason: error.message } satisfies EditReply);
  }
}
