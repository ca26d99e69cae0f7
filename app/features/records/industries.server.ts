import { asc, desc, eq, notExists, sql } from "drizzle-orm";
import { href } from "react-router";
import {
  countSampleIndustries,
  deleteIndustry,
  deleteUnusedSampleIndustries,
  findVisibility,
  industryUse,
  renameInCaseStudies,
} from "../case-studies/industry-use.server.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { industry } from "../industries/kind.ts";
import { industries as table } from "../industries/table.server.ts";
import { recordIndustryRename } from "../redirects/slug-history.server.ts";
import { byText, recordList } from "./record-list.server.ts";
import { records } from "./records.server.ts";

const { id, name, description } = table;

export const industries = {
  ...records(industry, table, {
    tab: href("/admin-control-panel-seoprozone/industries"),
    name,
    orders: [name],
    unique: {
      index: "industries_name_unique",
      taken: isTaken,
      since: ({ name }) => isTaken({ name: String(name) }),
    },
    staysSample: ["name"],
    async afterUpdate(tx, { name: now }, before) {
      const { isKnown, isPublic } = await findVisibility(tx, before.id);
      // The old name's list URL redirects if it was ever public.
      if (isKnown)
        await recordIndustryRename(tx, { id: before.id, before: String(before.name), now, isPublic });
      await renameInCaseStudies(tx, before.id, now);
    },
    trash: {
      about: description,
      remove: deleteIndustry,
      // A deleted case study can only be restored while its industry exists.
      isOver: (db) =>
        notExists(db.select({ one: sql`1` }).from(case_studies).where(eq(case_studies.industry_id, id))),
    },
    samples: { count: countSampleIndustries, remove: deleteUnusedSampleIndustries },
    search: { detail: description, by: [name], orders: [sql`lower(${name})`, asc(id)] },
  }),
  /** Each with its number of case studies. `name` is SPEC's order. */
  list: recordList(table, {
    columns: {
      id,
      name,
      description,
      is_sample: table.is_sample,
      updated_at: table.updated_at,
      uses: industryUse.uses,
    },
    join: industryUse.join,
    search: [name, description],
    sorts: { name: [byText(name)], uses: [desc(industryUse.uses), byText(name)] },
  }),
};

function isTaken({ name }: { name: string }) {
  return { name: `There's already an industry named “${name}”.` };
}
