import { eq } from "drizzle-orm";
import { href } from "react-router";
import { findMedia, restoreMedia } from "../media/queries.owner.server.ts";
import { media as table } from "../media/table.server.ts";
import { fieldsOf, isHolding, type RecordKind, withValues } from "./record-kind.server.ts";

const fields = fieldsOf({ name: "Name", alt: "Alt text", credit: "Credit" }, { name: "other" });

/** The owner's pictures. */
export const media = {
  name: "media",
  table,
  fields,
  editor: () => href("/admin-control-panel-seoprozone/dashboard"),
  async listWith(db, sought, limit) {
    const rows = await db
      .select()
      .from(table)
      .where(isHolding(table, fields, sought))
      .orderBy(table.name)
      .limit(limit);
    return rows.map((row) => ({ id: row.id, name: row.name, fields: withValues(row, fields) }));
  },
  async find(db, id) {
    const row = await findMedia(db, id);
    return row && { id: row.id, name: row.name, fields: withValues(row, fields) };
  },
  async save(db, id, { alt, credit }) {
    await db
      .update(table)
      .set({ alt: alt ?? undefined, credit: credit ?? undefined })
      .where(eq(table.id, id));
  },
  trash: { table, name: table.name, about: table.alt, restore: restoreMedia },
} satisfies RecordKind;
