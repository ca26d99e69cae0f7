import { eq } from "drizzle-orm";
import { href } from "react-router";
import { z } from "zod";
import { importWords } from "../../copy/panel/import.ts";
import { listFields, published, text } from "../fields/fields.ts";
import { countPublished, publishImport } from "../imported/publish.server.ts";
import { imports as table } from "../imported/table.server.ts";
import { serializeSaves } from "../redirects/write.server.ts";
import { byUuid, type RecordKind, type Row, withValues } from "./record-kind.server.ts";

const fields = listFields({ label: text(importWords.fields.label, z.string()), ...published });

/** Imports from other systems. Publishing an import publishes everything in it. */
export const imports: RecordKind = {
  name: "imports",
  table,
  fields,
  editor: (id) => `${href("/admin-control-panel-seoprozone/import")}?id=${id}`,
  listWith: async () => [],
  find: byUuid(async (db, id) => {
    const [row] = await db.select().from(table).where(eq(table.id, id));
    return row ? { id, name: row.label, version: row.version, fields: withValues(row, fields) } : null;
  }),
  size: countPublished,
  async save(db, id, changed) {
    const { label } = changed;
    if (label) await db.update(table).set({ label }).where(eq(table.id, id));
    if (changed.published === "true" || changed.published === "false")
      await publishImport(db, id, changed.published === "true", serializeSaves);
  },
  history: { name: (row: Row) => String(row.label) },
};
