// Saves what forms post in the background while the owner types: to the draft they show, otherwise as an autosave.
import { data } from "react-router";
import { z } from "zod";
import { deleteAutosave, refuseAutosave, saveAutosave } from "../features/autosaves/queries.server.ts";
import { autosaveRules } from "../features/autosaves/rules.ts";
import { rightOfKind } from "../features/people/rights.ts";
import { requireRight } from "../features/people/signed-in.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { readPostedForm } from "../platform/http/posted-form.server.ts";
import { timeOfDay } from "../platform/time/dates.ts";
import type { Route } from "./+types/autosaves";
import { autosaveDraft } from "./saving/drafts.server.ts";

/**
 * @returns `kept`, its time in the site's time zone, and `draft`, the new version of the draft if it was saved to that
 * (intent `draft`, for a form that shows one and is complete)
 */
export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const { intent, ...posted } = Object.fromEntries(await readPostedForm(request));
  const id = z.uuid().safeParse(posted.draft);
  if (id.success && (intent === "forget" || intent === "refuse")) {
    await (intent === "forget" ? deleteAutosave : refuseAutosave)(db, id.data);
    return Response.json({});
  }
  const autosave = autosaveRules.safeParse(posted);
  if ((intent !== "keep" && intent !== "draft") || !autosave.success) throw data(null, { status: 400 });
  requireRight(context, rightOfKind(autosave.data.kind));
  const { time_zone } = await readSettings(db);
  const draft = intent === "draft" ? await autosaveDraft(context, autosave.data) : null;
  const savedAt = draft === null ? await saveAutosave(db, autosave.data) : new Date();
  return Response.json({ kept: timeOfDay(savedAt, time_zone), ...(draft !== null && { draft }) });
}
