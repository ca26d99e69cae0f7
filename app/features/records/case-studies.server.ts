import { asc, desc, eq } from "drizzle-orm";
import { href } from "react-router";
import { findNameOfIndustry, restoreIndustryOf } from "../case-studies/industry-use.server.ts";
import { caseStudy } from "../case-studies/kind.ts";
import { findCaseStudyFace } from "../case-studies/queries.server.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { industries } from "../industries/table.server.ts";
import { below, type RecordPage } from "./record-kind.server.ts";
import { byText, recordList } from "./record-list.server.ts";
import { records } from "./records.server.ts";

const { id, title, slug, client, result, figure, monthly, duration, image, ...table } = case_studies;
const { published, featured, is_sample, created_at, updated_at } = table;

const page: RecordPage = {
  table: case_studies,
  ...below("case-studies"),
  path: (slug) => href("/case-studies/:slug", { slug }),
  image,
  listedOn: ["home", "case-studies", "sitemap"],
  face: findCaseStudyFace,
};

export const caseStudies = {
  ...records(caseStudy, case_studies, {
    tab: href("/admin-control-panel-seoprozone/case-studies"),
    name: title,
    orders: [created_at, id],
    unique: {
      index: "case_studies_slug_unique",
      taken: ({ slug }) => ({ slug: `The slug “${slug}” is taken by another case study.` }),
      since: () => ({
        "": "Another case study now uses its slug. Change that case study's slug, then restore this one.",
      }),
    },
    staysSample: ["client"],
    beforeSave: async (tx, { industry_id }) => ({ industry: await findNameOfIndustry(tx, industry_id) }),
    afterRestore: restoreIndustryOf,
    trash: { about: slug },
    search: { detail: client, by: [title, client], orders: [desc(created_at), asc(id)] },
    page,
  }),
  page,
  list: recordList(case_studies, {
    columns: {
      ...{
        id,
        slug,
        title,
        client,
        result,
        figure,
        monthly,
        duration,
        image,
        published,
        featured,
        is_sample,
      },
      ...{ created_at, updated_at },
      industry: industries.name,
    },
    join: (query) => query.innerJoin(industries, eq(industries.id, case_studies.industry_id)),
    search: [title, client],
    filters: { industry: case_studies.industry_id },
    sorts: { title: [byText(title)], client: [byText(client)] },
  }),
};
