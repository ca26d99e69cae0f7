import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { findLive, withSerializableRetry } from "../changes/apply.server.ts";
import { findDraft, saveDraft } from "../changes/drafts.server.ts";
import { publishDrafts } from "../changes/publish.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { changeItem, findMoved, type ItemChange, readAt, writeAt } from "./json-path.ts";

/**
 * An edit of one text on a page.
 * @property base the text when the edit began
 * @property item changes the list item around the text, instead of the text
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
 * Saves an edit to the record's draft. If asked, publishes the draft, unless it changes other fields too.
 * If the text no longer matches `base`, and isn't at another place in its list, nothing is saved and the newer text is
 * returned.
 * @throws Refused if the text is gone or its list item can't be changed that way, and in the cases of `saveDraft` and
 * `publishDrafts`
 */
export function saveEdit(db: Database, edit: Edit) {
  const { kind, id, field, item } = edit;
  const key = { kind, id };
  return withSerializableRetry(db, async (tx) => {
    const live = (await findLive(tx, kind, id))?.fields.find(({ name }) => name === field);
    if (!live) throw recordGone("This text");
    const draft = await findDraft(tx, key);
    const stored = draft?.fields[field]?.value.value ?? live.value;
    const isHere = [edit.base, edit.value].includes(readAt(stored, edit.path) ?? "");
    const path = isHere ? edit.path : (findMoved(stored, edit.path, edit.base) ?? edit.path);
    const now = readAt(stored, path);
    if (now === null) throw recordGone("This text");
    // The browser retries an edit if it never got the first reply.
    const isSame = now === edit.value && !item;
    if (isSame && !(edit.isLive && draft)) return { state: "same" } as const;
    if (now !== edit.base && !isSame) return { state: "conflict", now } as const;
    const written = item ? changeItem(stored, path, item, edit.value) : writeAt(stored, path, edit.value);
    if (written === null)
      throw new Refused({ "": words.items.cannot[item === "remove" ? "remove" : "move"] });
    const { isNothing } = await saveDraft(tx, key, { posted: { [field]: written }, draft: draft?.version });
    const list = item && { before: stored, after: written };
    const hasOthers =
      Object.keys(draft?.fields ?? {}).some((name) => name !== field) ||
      ((path.length > 0 || item !== undefined) && hasOtherParts(live.value, stored, item ? [] : path));
    const saved = { state: "saved", before: now, list } as const;
    if (!edit.isLive || isNothing || hasOthers) return saved;
    return { ...saved, published: await publishDrafts(tx, [key]) };
  });
}

/** Returns whether a list's draft changes more than the text at the path. */
function hasOtherParts(live: string, draft: string, path: Edit["path"]): boolean {
  if (path.length && readAt(live, path) === null) return true;
  const [one, other] = [live, draft].map((value) => {
    const rest = path.length ? writeAt(value, path, "") : value;
    return JSON.stringify(parseJson(rest) ?? rest);
  });
  return one !== other;
}
