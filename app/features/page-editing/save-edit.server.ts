// Saves one text that was edited on its page.

import type { Database } from "../../platform/database/database.server.ts";
import { recordGone } from "../../platform/database/refused.ts";
import { findLive, withSerializableRetry } from "../changes/apply.server.ts";
import { findDraft, saveDraft } from "../changes/drafts.server.ts";
import { publishAlone } from "../changes/publish.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { readAt, writeAt } from "./json-path.ts";

/** @property base the text as it was when the edit began */
export type Edit = {
  kind: KindName;
  id: string;
  field: string;
  path: (string | number)[];
  base: string;
  value: string;
  isLive: boolean;
};

/**
 * Saves an edit to the record's draft, and publishes that if asked, unless the draft changes other fields too. If the
 * text isn't the one the edit was based on, it saves nothing and returns the newer one.
 * @throws Refused as `saveDraft` and `publishAlone` do
 */
export function saveEdit(db: Database, edit: Edit) {
  const { kind, id, field, path } = edit;
  const key = { kind, id };
  return withSerializableRetry(db, async (tx) => {
    const live = (await findLive(tx, kind, id))?.fields.find(({ name }) => name === field);
    if (!live) throw recordGone("This text");
    const draft = await findDraft(tx, key);
    const stored = draft?.fields[field]?.value.value ?? live.value;
    const now = readAt(stored, path);
    if (now === null) throw recordGone("This text");
    // Also after a retry whose first reply never arrived.
    if (now === edit.value && !(edit.isLive && draft)) return { state: "same" } as const;
    if (now !== edit.base && now !== edit.value) return { state: "conflict", now } as const;
    const posted = { [field]: writeAt(stored, path, edit.value) };
    const { isNothing } = await saveDraft(tx, key, { posted, draft: draft?.version });
    const hasOthers = Object.keys(draft?.fields ?? {}).some((name) => name !== field);
    if (!edit.isLive || isNothing || hasOthers) return { state: "saved", before: now } as const;
    return { state: "saved", before: now, published: await publishAlone(tx, key) } as const;
  });
}
