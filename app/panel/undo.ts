// `POST /admin-control-panel-seoprozone/undo` undoes an operation, for Undo in toasts.
import { z } from "zod";
import { undo as words } from "../copy/panel/undo.ts";
import { undoOperation } from "../features/changes/undo.server.ts";
import { listKindsOf } from "../features/history/queries.server.ts";
import { actorOf, recordOf } from "../features/sign-in/actor.server.ts";
import { requireKinds } from "../features/sign-in/proof.server.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../platform/http/posted-form.server.ts";
import { submitKeepingInput } from "../ui/panel/save-reply.ts";
import type { Route } from "./+types/undo";
import { save } from "./saving/save.server.ts";

/** @property redo whether the operation is itself an undo */
const posted = z.object({ operation: z.uuid(), redo: z.literal("on").optional() });

export async function action(args: Route.ActionArgs) {
  const { operation, redo } = parseOr400(posted, await readPostedForm(args.request));
  // Undo reverts records of every kind in the operation, so the person needs permission for each kind.
  await requireKinds(args, await listKindsOf(args.context.get(ownerDb), operation));
  return save(
    async () => {
      const done = await undoOperation(args.context.get(ownerDb), operation, await actorOf(args));
      const names = [...done.restored, ...done.removed, ...done.written].map(({ name }) => name);
      if (!done.event) await recordOf(args, "undone", { count: names.length, name: names[0]! });
      return { text: words.what(names), operation: done.operation, isRedo: !redo };
    },
    redo ? { done: words.redone, failed: words.notRedone } : { done: words.undone, failed: words.notUndone },
  );
}

export const clientAction = submitKeepingInput(words.notUndone);
