import { asc, desc, sql } from "drizzle-orm";
import { href } from "react-router";
import { MEDIA_LABELS } from "../media/labels.ts";
import { restoreMedia } from "../media/queries.owner.server.ts";
import { mediaRules } from "../media/rules.ts";
import { media as table } from "../media/table.server.ts";
import { deleteMedia, findMediaFields, updateMedia } from "../media/writes.owner.server.ts";
import {
  checked,
  fieldsOf,
  isHolding,
  type RecordField,
  type RestorableKind,
  withValues,
} from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/media");
/** The columns of a unit only make sense together, so they're restored together. */
const UNITS: Partial<Record<string, string>> = {
  alt: "description",
  is_decorative: "description",
  focal_x: "focal point",
  focal_y: "focal point",
};
const fields = fieldsOf(MEDIA_LABELS, {
  name: "other",
  is_decorative: "other",
  focal_x: "other",
  focal_y: "other",
}).map((field) => ({ ...field, ...(UNITS[field.name] && { unit: UNITS[field.name] }) }));
const { id, name, alt, created_at } = table;
type Row = NonNullable<Awaited<ReturnType<typeof findMediaFields>>>;
const shownFields = (row: object): RecordField[] =>
  withValues(row, fields).map((field) =>
    field.name.startsWith("focal") ? { ...field, shown: `${Math.round(Number(field.value) * 100)}%` } : field,
  );
const asFound = (row: Row) => ({
  id: row.id,
  name: row.name,
  version: row.version,
  fields: shownFields(row),
});

export const media: RestorableKind = {
  name: "media",
  table,
  fields,
  form: "media",
  editor: (id) => `${tab}?edit=${id}`,
  async listWith(db, sought, limit, skip = 0) {
    const rows = db
      .select()
      .from(table)
      .where(isHolding(table, fields, sought));
    return (await rows.orderBy(name, id).limit(limit).offset(skip)).map(asFound);
  },
  async find(db, id) {
    const row = await findMediaFields(db, id);
    return row && asFound(row);
  },
  async save(db, id, changed) {
    const row = await findMediaFields(db, id);
    if (!row) return;
    // A decorative image has no alt text, so restoring alt text makes it non-decorative.
    const is_decorative = String(row.is_decorative && !changed.alt);
    await updateMedia(db, id, row.version, checked(mediaRules, { ...row, is_decorative, ...changed }));
  },
  history: { fields: shownFields },
  trash: { table, name, about: alt, remove: (db, id) => deleteMedia(db, [id]), restore: restoreMedia },
  search: {
    table,
    tab,
    title: name,
    detail: sql<string>`case when ${alt} <> '' then ${alt} when ${table.is_decorative} then 'Decorative' else 'Needs alt text' end`,
    by: [name, alt],
    orders: [desc(created_at), asc(id)],
  },
};
