import { and, asc, desc, eq, sql } from "drizzle-orm";
import { href } from "react-router";
import { landingAt } from "../../copy/site/landing-path.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { landingPage } from "../landing-pages/kind.ts";
import { findLandingPageFace } from "../landing-pages/queries.server.ts";
import { sectionLabel } from "../landing-pages/section-label.ts";
import { mapStrings } from "../landing-pages/sections.ts";
import { landing_pages } from "../landing-pages/table.server.ts";
import { redirects } from "../redirects/table.server.ts";
import type { RecordPage } from "./record-kind.server.ts";
import { byText, recordList } from "./record-list.server.ts";
import { records } from "./records.server.ts";

const { id, title, slug, service, area, in_header, in_footer, share_image, ...table } = landing_pages;
const { published, is_sample, created_at, updated_at } = table;

const page: RecordPage = {
  table: landing_pages,
  section: "landing-pages",
  base: "/",
  slugAt: landingAt,
  path: (slug) => `/${slug}`,
  image: share_image,
  listedOn: ["sitemap"],
  face: findLandingPageFace,
};

export const landingPages = {
  ...records(landingPage, landing_pages, {
    tab: href("/admin-control-panel-seoprozone/pages/added"),
    name: title,
    orders: [created_at, id],
    unique: {
      index: "landing_pages_slug_unique",
      taken: ({ slug }) => ({ slug: `Another page you added already uses /${slug}.` }),
      since: () => ({
        "": "Another page now uses its URL. Change that page's URL, then restore this one.",
      }),
    },
    beforeSave: refuseRedirected,
    // The copy isn't in any menu, where it would look like the original.
    copied: { in_header: false, in_footer: false },
    trash: { about: sql<string>`'/' || ${slug}` },
    search: {
      detail: sql<string>`'/' || ${slug} || case when ${published} then '' else ' · Draft' end`,
      by: [title, slug, area],
      orders: [desc(created_at), asc(id)],
    },
    page,
  }),
  page,
  list: recordList(landing_pages, {
    columns: {
      ...{ id, slug, title, service, area, in_header, in_footer },
      ...{ published, is_sample, created_at, updated_at },
    },
    search: [title, slug, area],
    filters: { service },
    sorts: { title: [byText(title)], slug: [asc(slug)] },
  }),
  strings: { field: "sections", map: mapStrings, label: sectionLabel },
};

/** Throws Refused if a redirect uses a new URL, because a page there would delete the redirect. */
async function refuseRedirected(tx: Database, input: { slug: string }, of: string | null) {
  if (of && (await tx.$count(landing_pages, and(eq(id, of), eq(slug, input.slug))))) return undefined;
  const isUsed = and(eq(redirects.from_path, `/${input.slug}`), redirects.is_on);
  if (await tx.$count(redirects, isUsed))
    throw new Refused({ slug: `A redirect uses /${input.slug}. Delete it on the Redirects tab first.` });
  return undefined;
}
