// `POST /admin-control-panel-seoprozone/undo`: undoes an operation, as a toast's Undo button posts it.
import { z } from "zod";
import { undo as words } from "../copy/panel/undo.ts";
import { actorOf, recordOf } from "../features/admin-session/actor.server.ts";
import { undoOperation } from "../features/changes/undo.server.ts";
import { listKindsOf } from "../features/history/queries.server.ts";
import { rightOfKind } from "../features/people/rights.ts";
import { requireRight } from "../features/people/signed-in.server.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../platform/http/posted-form.server.ts";
import { submitKeepingInput } from "../ui/panel/save-reply.ts";
import type { Route } from "./+types/undo";
import { save } from "./saving/save.server.ts";

/** @property redo whether it undoes an undo */
const posted = z.object({ operation: z.uuid(), redo: z.literal("on").optional() });

export async function action(args: Route.ActionArgs) {
  const { operation, redo } = parseOr400(posted, await readPostedForm(args.request));
  // All kinds that the operation wrote are undone together.
  for (const kind of await listKindsOf(args.context.get(ownerDb), operation))
    requireRight(args.context, rightOfKind(kind));
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
