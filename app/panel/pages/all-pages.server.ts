import { eq } from "drizzle-orm";
import { LISTED_PAGES, type ListedPage } from "../../copy/site/page-names.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { pages } from "../../copy/site/pages.ts";
import { listDrafted } from "../../features/changes/drafts.server.ts";
import { listPages } from "../../features/landing-pages/queries.server.ts";
import type { SectionType } from "../../features/landing-pages/sections.ts";
import { page_seo } from "../../features/page-seo/table.server.ts";
import { landingPages } from "../../features/records/landing-pages.server.ts";
import { pageSeo } from "../../features/records/page-seo.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { readTextKey } from "../../features/website-content/text-key.ts";
import { pageLabel } from "../../features/website-content/text-label.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { RowMarks } from "../../ui/panel/row-marks.tsx";
import { readRowMarks } from "../saving/row-marks.server.ts";

/** As many as "Add many" adds at once. The view of added pages has all of them. */
const ADDED_MAX = 200;

/**
 * `id` is of a page that the owner added; `name` of a built-in one. `path` is null without a public page. `types` are
 * the first sections.
 */
export type PageRow = RowMarks & {
  title: string;
  path: string | null;
  published: boolean;
  is_sample: boolean;
  is_indexable: boolean;
  types: SectionType[];
} & ({ name: ListedPage } | { id: string });

/** Built-in sections that look like a section of added pages. */
const LOOKS: Record<string, SectionType> = {
  ...{ hero: "hero", stats: "stats", case_studies: "case_studies", reasons: "reasons", content: "text" },
  ...{ services: "prices", seo_services: "prices", process: "steps", problem: "text", features: "reasons" },
  ...{ filters: "logos", list: "case_studies", featured: "case_studies", recent: "case_studies" },
  ...{ leadership: "image_text", members: "testimonials", form: "form", cards: "stats", mission: "text" },
  ...{ main_pages: "faq", legal_pages: "faq", score: "stats", rules: "faq" },
};
const SHOWN = 3;

/** Returns the built-in pages, in the spec's order, and the pages that the owner added, the latest first. */
export async function readAllPages(db: Database): Promise<{ rows: PageRow[]; hasMore: boolean }> {
  const [added, marks, seo, seoMarks, texts, { time_zone }] = await Promise.all([
    listPages(db, ADDED_MAX + 1),
    readRowMarks(db, landingPages),
    db.select({ name: page_seo.page_name }).from(page_seo).where(eq(page_seo.is_indexable, false)),
    readRowMarks(db, pageSeo),
    listDrafted(db, "website-content"),
    readSettings(db),
  ]);
  const hidden = new Set(seo.map(({ name }) => name));
  /** The next time at which a draft of the page's text will be published; empty if none is scheduled. */
  const pendingTexts = (name: string) => {
    const times = [...texts].flatMap(([key, at]) => (readTextKey(key)?.page_name === name ? [at] : []));
    if (!times.length) return null;
    const [next] = times.flatMap((at) => at ?? []).sort((a, b) => a.getTime() - b.getTime());
    return next && times.every((at) => at) ? shortTime(next, time_zone) : "";
  };
  const builtIn = LISTED_PAGES.map((name): PageRow => {
    const sections = Object.hasOwn(pages, name) ? Object.keys(pages[name as keyof typeof pages]) : null;
    const { pending, isUnsaved } = seoMarks.marksOf(name);
    return {
      ...{ name, title: pageLabel(name), path: sections && pagePath(name) },
      ...{ published: sections !== null, is_sample: false, is_indexable: !hidden.has(name) },
      ...{ pending: pending || (pendingTexts(name) ?? pending), isUnsaved },
      types: (sections ?? []).flatMap((section) => LOOKS[section] ?? []).slice(0, SHOWN),
    };
  });
  const rows = added
    .slice(0, ADDED_MAX)
    .map(({ slug, ...row }): PageRow => ({ ...row, ...marks.marksOf(row.id), path: `/${slug}` }));
  return { rows: [...builtIn, ...rows], hasMore: added.length > ADDED_MAX };
}
