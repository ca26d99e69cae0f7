import { asc, desc } from "drizzle-orm";
import { href } from "react-router";
import { CASE_STUDY_LABELS } from "../case-studies/labels.ts";
import {
  addCaseStudy,
  deleteCaseStudy,
  deleteSampleCaseStudies,
  findCaseStudy,
  restoreCaseStudy,
  updateCaseStudy,
} from "../case-studies/queries.owner.server.ts";
import { findCaseStudyFace } from "../case-studies/queries.server.ts";
import { formatResults } from "../case-studies/results-json.ts";
import { caseStudy } from "../case-studies/rules.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { countSamples } from "./queries.server.ts";
import {
  below,
  checked,
  fieldsOf,
  inTable,
  type RecordField,
  type RecordKind,
  SEARCH_FORMATS,
  withValues,
} from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/case-studies");
const fields = fieldsOf(CASE_STUDY_LABELS, {
  challenge: "html",
  solution: "html",
  results: "json",
  image: "image",
  slug: "other",
  industry_id: "other",
  featured: "other",
  published: "other",
  ...SEARCH_FORMATS,
});
const { id, title, slug, client, created_at } = case_studies;
type Row = typeof case_studies.$inferSelect;
/** Returns the fields of a history row. `results` arrives as parsed JSON. */
const fieldsOfRow = (row: Record<string, unknown>): RecordField[] =>
  withValues({ ...row, results: formatResults(row.results as Row["results"]) }, fields).map((field) =>
    field.name === "industry_id" ? { ...field, shown: String(row.industry) } : field,
  );

export const caseStudies = {
  name: "case-studies",
  table: case_studies,
  fields,
  form: "case-study",
  editor: (id) => `${tab}?edit=${id}`,
  ...inTable({
    table: case_studies,
    fields,
    orders: [created_at, id],
    nameOf: (row) => row.title,
    asForm: (row) => ({ ...row, results: formatResults(row.results) }),
    shownOf: (row) => ({ industry_id: row.industry }),
    find: findCaseStudy,
    schema: caseStudy,
    write: updateCaseStudy,
  }),
  history: { fields: fieldsOfRow },
  add: async (db, posted) => (await addCaseStudy(db, checked(caseStudy, posted))).id,
  trash: {
    table: case_studies,
    name: title,
    about: slug,
    remove: deleteCaseStudy,
    restore: restoreCaseStudy,
  },
  samples: { count: (db) => countSamples(db, case_studies), remove: deleteSampleCaseStudies },
  search: {
    table: case_studies,
    tab,
    title,
    detail: client,
    by: [title, client],
    orders: [desc(created_at), asc(id)],
  },
  page: {
    table: case_studies,
    ...below("case-studies"),
    path: (slug) => href("/case-studies/:slug", { slug }),
    image: case_studies.image,
    listedOn: ["home", "case-studies", "sitemap"],
    face: findCaseStudyFace,
  },
} satisfies RecordKind;
