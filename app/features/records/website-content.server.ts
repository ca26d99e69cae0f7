import { and, eq, isNotNull, sql } from "drizzle-orm";
import { href } from "react-router";
import { violatedConstraint } from "../../platform/database/constraint.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { FieldFormat } from "../fields/fields.ts";
import { builtInModel, builtInParts, builtInValue } from "../website-content/built-in.ts";
import type { ContentType } from "../website-content/content-type.ts";
import { findText, listTextsWith } from "../website-content/lists.server.ts";
import { deleteContent, updateContent } from "../website-content/queries.server.ts";
import { contentRules } from "../website-content/rules.ts";
import { website_content } from "../website-content/table.server.ts";
import { readTextKey, type TextKey, writeTextKey } from "../website-content/text-key.ts";
import { textLabel } from "../website-content/text-label.ts";
import { checked, type FoundRecord, type RecordField, type RecordKind } from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/content");
const { page_name, section_name, content_key, content_value } = website_content;

/** Website text, including built-in text. The id comes from `writeTextKey`. */
export const websiteContent = {
  name: "website-content",
  table: website_content,
  form: "website-content",
  editor: (id) => `${tab}?edit=${encodeURIComponent(id)}`,
  async listWith(db, sought, limit, skip = 0) {
    return (await listTextsWith(db, sought, limit, skip)).map(asFound);
  },
  async find(db, id) {
    const address = readTextKey(id);
    const text = address && (await findText(db, address));
    return text && asFound(text);
  },
  async save(db, id, { content_value }) {
    const address = readTextKey(id);
    const text = address && (await findText(db, address));
    if (!text || content_value === undefined) return;
    if (content_value === null) {
      if (text.id) await deleteContent(db, text.id);
      return;
    }
    const { page_name, section_name, content_key, content_type } = text;
    const input = { page_name, section_name, content_key, content_type, content_value };
    await updateContent(db, text.id, text.version, checked(contentRules(builtInModel), input));
  },
  history: {
    id: (row) => writeTextKey(row as TextRow),
    // No key contains this separator.
    key: (id) => Object.values(readTextKey(id) ?? {}).join("\u001f"),
    name: (row) => textLabel(row as TextRow),
    fields: (row) => [fieldOf(row as TextRow)],
    isBuiltIn: (row) => builtInValue(row as TextRow) !== undefined,
    withoutRow(row) {
      const value = builtInValue(row as TextRow) ?? "";
      const content_value = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      return [{ ...fieldOf({ ...(row as TextRow), content_value }), isDefault: true }];
    },
  },
  trash: {
    table: website_content,
    name: sql<string>`concat_ws(' / ', ${page_name}, ${section_name}, ${content_key})`,
    about: sql<string>`left(${content_value}, 120)`,
    remove: deleteContent,
    restore,
  },
} satisfies RecordKind;

type TextRow = TextKey & { content_type: ContentType; content_value: string };

const fieldOf = (text: TextRow): RecordField => ({
  name: "content_value",
  label: "Value",
  format: formatOf(text),
  value: text.content_value,
  parts: builtInParts(text),
});

function asFound(text: NonNullable<Awaited<ReturnType<typeof findText>>>): FoundRecord {
  const field = { ...fieldOf(text), isDefault: !text.id };
  return { id: writeTextKey(text), name: textLabel(text), version: text.version, fields: [field] };
}

/** Returns a text's format. Link targets count as `other`. */
function formatOf(text: TextRow): FieldFormat {
  const { content_type } = text;
  if (content_type === "image_url") return "image";
  if (content_type === "html" || content_type === "json") return content_type;
  return content_type === "text" && builtInParts(text)[""]?.is !== "link" ? "text" : "other";
}

/**
 * Restores a deleted text.
 * @throws Refused if a text with this key exists again
 */
async function restore(db: Database, id: string): Promise<void> {
  try {
    await db
      .update(website_content)
      .set({ deleted_at: null })
      .where(and(eq(website_content.id, id), isNotNull(website_content.deleted_at)));
  } catch (error) {
    if (violatedConstraint(error) !== "website_content_address_unique") throw error;
    throw new Refused({ "": "Other content is now stored under this key. Delete that first." });
  }
}
