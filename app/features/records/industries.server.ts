import { asc, eq, notExists, sql } from "drizzle-orm";
import { href } from "react-router";
import {
  countSampleIndustries,
  deleteIndustry,
  deleteUnusedSampleIndustries,
  renameIndustry,
} from "../case-studies/industry-use.server.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { INDUSTRY_LABELS } from "../industries/labels.ts";
import { findIndustry, restoreIndustry } from "../industries/queries.server.ts";
import { industry } from "../industries/rules.ts";
import { industries as table } from "../industries/table.server.ts";
import { fieldsOf, inTable, type RecordKind } from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/industries");
const fields = fieldsOf(INDUSTRY_LABELS);
const { id, name, description } = table;

export const industries = {
  name: "industries",
  table,
  fields,
  form: "industry",
  editor: (id) => `${tab}?edit=${id}`,
  ...inTable({
    table,
    fields,
    orders: [name],
    nameOf: (row) => row.name,
    find: findIndustry,
    schema: industry,
    write: renameIndustry,
  }),
  trash: {
    table,
    name,
    about: description,
    remove: deleteIndustry,
    restore: restoreIndustry,
    // A deleted case study can only be restored while its industry exists.
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
