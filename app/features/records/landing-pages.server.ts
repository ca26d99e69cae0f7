import { asc, desc, sql } from "drizzle-orm";
import { href } from "react-router";
import { LANDING_PAGE_LABELS } from "../landing-pages/labels.ts";
import {
  addLandingPage,
  deleteLandingPage,
  deleteSampleLandingPages,
  findLandingPage,
  restoreLandingPage,
  updateLandingPage,
} from "../landing-pages/queries.owner.server.ts";
import { findLandingPageFace } from "../landing-pages/queries.server.ts";
import { landingPage } from "../landing-pages/rules.ts";
import { formatSections, mapStrings } from "../landing-pages/sections.ts";
import { landing_pages } from "../landing-pages/table.server.ts";
import { landingAt } from "../redirects/landing-path.ts";
import { countSamples } from "./queries.server.ts";
import {
  checked,
  fieldsOf,
  inTable,
  type RecordKind,
  type Row,
  SEARCH_FORMATS,
  withValues,
} from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/pages/added");
const fields = fieldsOf(LANDING_PAGE_LABELS, {
  sections: "json",
  ...{ slug: "other", service: "other", sort: "other", published: "other" },
  ...{ in_header: "other", in_footer: "other", in_sitemap: "other", in_related: "other" },
  without_menus: "other",
  ...SEARCH_FORMATS,
});
const { id, title, slug, area, published, created_at } = landing_pages;

export const landingPages = {
  name: "landing-pages",
  table: landing_pages,
  fields,
  form: "landing-page",
  strings: { field: "sections", map: mapStrings },
  editor: (id) => `${tab}?edit=${id}`,
  ...inTable({
    table: landing_pages,
    fields,
    orders: [created_at, id],
    nameOf: (row) => row.title,
    asForm: (row) => ({ ...row, sections: formatSections(row.sections) }),
    find: findLandingPage,
    schema: landingPage,
    write: updateLandingPage,
  }),
  history: { fields: (row: Row) => withValues({ ...row, sections: formatSections(row.sections) }, fields) },
  add: async (db, posted) => (await addLandingPage(db, checked(landingPage, posted))).id,
  trash: {
    table: landing_pages,
    name: title,
    about: sql<string>`'/' || ${slug}`,
    remove: deleteLandingPage,
    restore: restoreLandingPage,
  },
  samples: { count: (db) => countSamples(db, landing_pages), remove: deleteSampleLandingPages },
  search: {
    table: landing_pages,
    tab,
    title,
    detail: sql<string>`'/' || ${slug} || case when ${published} then '' else ' · Draft' end`,
    by: [title, slug, area],
    orders: [desc(created_at), asc(id)],
  },
  page: {
    table: landing_pages,
    section: "landing-pages",
    base: "/",
    slugAt: landingAt,
    path: (slug) => `/${slug}`,
    image: landing_pages.share_image,
    listedOn: ["sitemap"],
    face: findLandingPageFace,
  },
} satisfies RecordKind;
