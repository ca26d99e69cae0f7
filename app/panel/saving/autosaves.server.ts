// Reads the autosaves that a form offers when it opens.
import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { z } from "zod";
import { findAutosaves } from "../../features/autosaves/queries.server.ts";
import type { AutosaveKind } from "../../features/autosaves/rules.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { shownValue } from "../../features/website-content/shown-value.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { AutosaveStart } from "../../ui/panel/autosave-offer.tsx";

/**
 * Reads what an autosaved form needs.
 * @param of.record the id or key of the record; null to add one
 * @param of.asked the URL's `add`: for an unsaved new record, the id of the autosave to open
 */
export async function readAutosave(
  db: Database,
  kind: AutosaveKind,
  { record, asked }: { record: string | null; asked?: string },
): Promise<AutosaveStart> {
  const chosen = z.uuid().safeParse(asked).data;
  const [found, { time_zone }] = await Promise.all([
    findAutosaves(db, kind, record, chosen),
    readSettings(db),
  ]);
  const offered = found.map(({ saved_at, ...autosave }) => ({
    ...autosave,
    title: titleOf(autosave.fields),
    kept: shortTime(saved_at, time_zone),
  }));
  const taken = offered.find(({ id }) => id === chosen) ?? null;
  const to = href("/admin-control-panel-seoprozone/drafts");
  return { to, id: randomUUID(), kind, record, taken, offered: taken ? [] : offered };
}

/** Returns what distinguishes an autosave from others; a text has its value instead of a title. */
function titleOf({ content_value = "", content_type = "text", ...fields }: Record<string, string>) {
  // A post has a title and a meta title; a page's SEO has a meta title and the page's name.
  const title = fields.title ?? fields.meta_title ?? fields.name ?? fields.from_path;
  return title ?? shownValue({ content_value, content_type });
}
