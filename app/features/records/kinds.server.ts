// Every kind of record, described once: deleted records, search, dashboard, tidying up, sitemap, IndexNow, find and
// replace, checks and share pictures read the list and know no kind by its name (decision 0038).
import type { RestorableName } from "../../copy/panel/record-kinds.ts";
import { blogPosts } from "./blog-posts.server.ts";
import { caseStudies } from "./case-studies.server.ts";
import { industries } from "./industries.server.ts";
import { media } from "./media.server.ts";
import { pageSeo } from "./page-seo.server.ts";
import type { KindName, RecordKind, RestorableKind } from "./record-kind.server.ts";
import { redirects } from "./redirects.server.ts";
import { settings } from "./settings.server.ts";
import { websiteContent } from "./website-content.server.ts";

/**
 * Samples are removed and deleted records forgotten in this order, which is why industries come after the case studies
 * that are filed under them; what brings records back goes the other way.
 */
export const KINDS: readonly RecordKind[] = [
  websiteContent,
  pageSeo,
  blogPosts,
  caseStudies,
  settings,
  industries,
  media,
  redirects,
];

export const KIND_NAMES = KINDS.map(({ name }) => name) as [KindName, ...KindName[]];

export const RESTORABLE_KINDS = KINDS.filter((kind): kind is RestorableKind => "trash" in kind);

export const restorableKind = (name: RestorableName): RestorableKind =>
  RESTORABLE_KINDS.find((kind) => kind.name === name)!;

/** The kinds that have one of the parts which not every kind has. */
export const kindsWith = <Part extends "samples" | "search" | "page">(part: Part) =>
  RESTORABLE_KINDS.filter(
    (kind): kind is RestorableKind & Required<Pick<RestorableKind, Part>> => kind[part] !== undefined,
  );

/** The record that a path names, published or not; null for other pages. */
export function recordAt(path: string) {
  const [, section, slug] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const kind = slug && kindsWith("page").find(({ page }) => page.section === section);
  return kind ? { kind, slug } : null;
}
