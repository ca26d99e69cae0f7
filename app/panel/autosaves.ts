// Saves forms in the background: to the draft on screen, or as an autosave.
import { data } from "react-router";
import { z } from "zod";
import { AUTOSAVE_KINDS } from "../copy/panel/record-kinds.ts";
import { deleteAutosave, refuseAutosave, saveAutosave } from "../features/autosaves/queries.server.ts";
import { autosaveRules } from "../features/autosaves/rules.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { rightOfKind } from "../features/staff/rights.ts";
import { may, requireRight } from "../features/staff/signed-in.server.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { readPostedForm } from "../platform/http/posted-form.server.ts";
import { timeOfDay } from "../platform/time/dates.ts";
import type { Route } from "./+types/autosaves";
import { autosaveDraft } from "./saving/drafts.server.ts";

/**
 * @returns `kept`: the time of the save, in the site's time zone; `draft`: the draft's new version, if the form
 *   was saved to the draft
 */
export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const { intent, ...posted } = Object.fromEntries(await readPostedForm(request));
  const id = z.uuid().safeParse(posted.autosave);
  const restored = z.uuid().safeParse(posted.restored).data;
  const own = AUTOSAVE_KINDS.filter((kind) => may(context, rightOfKind(kind)));
  if (id.success && (intent === "forget" || intent === "refuse")) {
    await (intent === "forget" ? deleteAutosave : refuseAutosave)(db, id.data, own);
    if (restored) await deleteAutosave(db, restored, own);
    return Response.json({});
  }
  const autosave = autosaveRules.safeParse(posted);
  // Tabs opened before an update still post `keep`.
  const isIntent = intent === "autosave" || intent === "draft" || intent === "keep";
  if (!isIntent || !autosave.success) throw data(null, { status: 400 });
  requireRight(context, rightOfKind(autosave.data.kind));
  const { time_zone } = await readSettings(db);
  const draft = intent === "draft" ? await autosaveDraft(context, autosave.data) : null;
  const savedAt = draft === null ? await saveAutosave(db, autosave.data) : new Date();
  if (!savedAt) throw data(null, { status: 400 });
  if (restored) await deleteAutosave(db, restored, own);
  return Response.json({ kept: timeOfDay(savedAt, time_zone), ...(draft !== null && { draft }) });
}
