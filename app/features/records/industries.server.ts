import { asc, eq, notExists, sql } from "drizzle-orm";
import { href } from "react-router";
import {
  countSampleIndustries,
  deleteUnusedSampleIndustries,
  renameIndustry,
} from "../case-studies/industry-use.server.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { INDUSTRY_LABELS } from "../industries/labels.ts";
import { findIndustry, restoreIndustry } from "../industries/queries.server.ts";
import { industry } from "../industries/rules.ts";
import { industries as table } from "../industries/table.server.ts";
import { checked, fieldsOf, isHolding, type RecordKind, withValues } from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/industries");
const fields = fieldsOf(INDUSTRY_LABELS);
const { id, name, description } = table;
type Row = NonNullable<Awaited<ReturnType<typeof findIndustry>>>;
const asFound = (row: Row) => ({ id: row.id, name: row.name, fields: withValues(row, fields) });

/** What case studies are filed under. */
export const industries = {
  name: "industries",
  table,
  fields,
  editor: (id) => `${tab}?edit=${id}`,
  async listWith(db, sought, limit) {
    const rows = db
      .select()
      .from(table)
      .where(isHolding(table, fields, sought));
    return (await rows.orderBy(name).limit(limit)).map(asFound);
  },
  async find(db, id) {
    const row = await findIndustry(db, id);
    return row && asFound(row);
  },
  async save(db, id, changed) {
    const row = await findIndustry(db, id);
    if (row) await renameIndustry(db, id, row.version, checked(industry, { ...row, ...changed }));
  },
  trash: {
    table,
    name,
    about: description,
    restore: restoreIndustry,
    // A deleted case study that comes back needs its industry.
    isOver: (db) =>
      notExists(db.select({ one: sql`1` }).from(case_studies).where(eq(case_studies.industry_id, id))),
  },
  samples: { count: countSampleIndustries, remove: deleteUnusedSampleIndustries },
  search: {
    table,
    tab,
    title: name,
    detail: description,
    by: [name],
    orders: [sql`lower(${name})`, asc(id)],
  },
} satisfies RecordKind;
