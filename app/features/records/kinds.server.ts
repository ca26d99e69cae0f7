import { isPrivateKind, type RestorableName } from "../../copy/panel/record-kinds.ts";
import { blogPosts } from "./blog-posts.server.ts";
import { caseStudies } from "./case-studies.server.ts";
import { imports } from "./imports.server.ts";
import { industries } from "./industries.server.ts";
import { landingPages } from "./landing-pages.server.ts";
import { media } from "./media.server.ts";
import { pageSeo } from "./page-seo.server.ts";
import type { KindName, RecordKind, RestorableKind } from "./record-kind.server.ts";
import { redirects } from "./redirects.server.ts";
import { replyTemplates } from "./reply-templates.server.ts";
import { settings } from "./settings.server.ts";
import { websiteContent } from "./website-content.server.ts";

/**
 * Samples and deleted records are purged in this order, so industries follow the case studies that reference
 * them. Restoring goes in reverse.
 */
export const KINDS: readonly RecordKind[] = [
  websiteContent,
  pageSeo,
  blogPosts,
  caseStudies,
  landingPages,
  settings,
  industries,
  media,
  redirects,
  imports,
  replyTemplates,
];

/** All kinds that aren't private. */
export const SITE_KINDS = KINDS.filter(({ name }) => !isPrivateKind(name));

export const KIND_NAMES = KINDS.map(({ name }) => name) as [KindName, ...KindName[]];

export const RESTORABLE_KINDS = KINDS.filter((kind): kind is RestorableKind => "trash" in kind);

export const restorableKind = (name: RestorableName): RestorableKind =>
  RESTORABLE_KINDS.find((kind) => kind.name === name)!;

export const kindsWith = <Part extends "samples" | "search" | "page">(part: Part) =>
  RESTORABLE_KINDS.filter(
    (kind): kind is RestorableKind & Required<Pick<RestorableKind, Part>> => kind[part] !== undefined,
  );

/** Returns the kind and slug of a record's path, even if no such record exists; null for other paths. */
export function recordAt(path: string) {
  for (const kind of kindsWith("page")) {
    const slug = kind.page.slugAt(path);
    if (slug) return { kind, slug };
  }
  return null;
}
