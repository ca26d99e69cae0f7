// Keeps what is typed into a form and not saved, and forgets it again. The form tells by itself; nobody presses a button.
import { data } from "react-router";
import { z } from "zod";
import { forgetDraft, keepDraft, refuseDraft } from "../features/drafts/queries.server.ts";
import { draftRules } from "../features/drafts/rules.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import { timeOfDay } from "../platform/dates.ts";
import { readPostedForm } from "../platform/posted-form.server.ts";
import type { Route } from "./+types/drafts";

/** @returns of a form that is kept the time in the site's time zone, as `kept` */
export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const { intent, ...posted } = Object.fromEntries(await readPostedForm(request));
  const id = z.uuid().safeParse(posted.draft);
  if (id.success && (intent === "forget" || intent === "refuse")) {
    await (intent === "forget" ? forgetDraft : refuseDraft)(db, id.data);
    return Response.json({});
  }
  const draft = draftRules.safeParse(posted);
  if (intent !== "keep" || !draft.success) throw data(null, { status: 400 });
  const [savedAt, { time_zone }] = await Promise.all([keepDraft(db, draft.data), readSettings(db)]);
  return Response.json({ kept: timeOfDay(savedAt, time_zone) });
}
