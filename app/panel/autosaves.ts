// Stores, dismisses and deletes the autosaves that forms post in the background.
import { data } from "react-router";
import { z } from "zod";
import { deleteAutosave, refuseAutosave, saveAutosave } from "../features/autosaves/queries.server.ts";
import { autosaveRules } from "../features/autosaves/rules.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { readPostedForm } from "../platform/http/posted-form.server.ts";
import { timeOfDay } from "../platform/time/dates.ts";
import type { Route } from "./+types/autosaves";

/** @returns `kept`: the autosave's time in the site's time zone */
export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const { intent, ...posted } = Object.fromEntries(await readPostedForm(request));
  const id = z.uuid().safeParse(posted.draft);
  if (id.success && (intent === "forget" || intent === "refuse")) {
    await (intent === "forget" ? deleteAutosave : refuseAutosave)(db, id.data);
    return Response.json({});
  }
  const autosave = autosaveRules.safeParse(posted);
  if (intent !== "keep" || !autosave.success) throw data(null, { status: 400 });
  const [savedAt, { time_zone }] = await Promise.all([saveAutosave(db, autosave.data), readSettings(db)]);
  return Response.json({ kept: timeOfDay(savedAt, time_zone) });
}
