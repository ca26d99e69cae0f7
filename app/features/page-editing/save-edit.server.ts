// Saves one text, or one change to a list, that was made on its page.

import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { findLive, withSerializableRetry } from "../changes/apply.server.ts";
import { findDraft, saveDraft } from "../changes/drafts.server.ts";
import { publishAlone } from "../changes/publish.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { changeItem, type ItemChange, readAt, writeAt } from "./json-path.ts";

/**
 * @property base the text as it was when the edit began
 * @property item changes the list item that contains the text, instead of the text
 */
export type Edit = {
  kind: KindName;
  id: string;
  field: string;
  path: (string | number)[];
  base: string;
  value: string;
  item?: ItemChange;
  isLive: boolean;
};

/**
 * Saves an edit to the record's draft, and publishes that if asked, unless the draft changes other fields too. If the
 * text isn't the one the edit was based on, it saves nothing and returns the newer one.
 * @throws Refused as `saveDraft` and `publishAlone` do
 */
export function saveEdit(db: Database, edit: Edit) {
  const { kind, id, field, path, item } = edit;
  const key = { kind, id };
  return withSerializableRetry(db, async (tx) => {
    const live = (await findLive(tx, kind, id))?.fields.find(({ name }) => name === field);
    if (!live) throw recordGone("This text");
    const draft = await findDraft(tx, key);
    const stored = draft?.fields[field]?.value.value ?? live.value;
    const now = readAt(stored, path);
    if (now === null) throw recordGone("This text");
    // Also after a retry whose first reply never arrived.
    const isSame = now === edit.value && !item;
    if (isSame && !(edit.isLive && draft)) return { state: "same" } as const;
    if (now !== edit.base && !isSame) return { state: "conflict", now } as const;
    const written = item ? changeItem(stored, path, item, edit.value) : writeAt(stored, path, edit.value);
    if (written === null)
      throw new Refused({ "": words.items.cannot[item === "remove" ? "remove" : "move"] });
    const { isNothing } = await saveDraft(tx, key, { posted: { [field]: written }, draft: draft?.version });
    const list = item && { before: stored, after: written };
    const hasOthers = Object.keys(draft?.fields ?? {}).some((name) => name !== field);
    const saved = { state: "saved", before: now, list } as const;
    if (!edit.isLive || isNothing || hasOthers) return saved;
    return { ...saved, published: await publishAlone(tx, key) };
  });
}
