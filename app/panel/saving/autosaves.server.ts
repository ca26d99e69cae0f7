import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { z } from "zod";
import type { AutosaveKind } from "../../copy/panel/record-kinds.ts";
import { findAutosaves } from "../../features/autosaves/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { builtInParts } from "../../features/website-content/built-in.ts";
import { shownValue } from "../../features/website-content/shown-value.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { AutosaveStart } from "../../ui/panel/autosave-offer.tsx";

/**
 * @param of.record null for a new record
 * @param of.asked `add` from the URL, which may be an autosave's id
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
  const to = href("/admin-control-panel-seoprozone/autosaves");
  return { to, id: randomUUID(), kind, record, taken, offered: taken ? [] : offered };
}

/** Texts have no title, so their value is used. */
function titleOf({ content_value = "", content_type = "text", ...fields }: Record<string, string>) {
  const { page_name = "", section_name = "", content_key = "" } = fields;
  // Order matters: a post also has `meta_title`, and a page's SEO also has `name`.
  const title = fields.title ?? fields.meta_title ?? fields.name ?? fields.from_path;
  const parts = builtInParts({ page_name, section_name, content_key });
  return title ?? shownValue({ content_value, content_type, parts });
}
