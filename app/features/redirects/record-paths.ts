import { landingAt } from "../../copy/site/landing-path.ts";

/** A record's path is `path` plus its slug, both as `normalPath` spells them. */
export const RECORD_PATHS = {
  "blog-post": { table: "blog_posts", path: "/blog/" },
  "case-study": { table: "case_studies", path: "/case-studies/" },
  "landing-page": { table: "landing_pages", path: "/" },
} as const;

/** Start of a case study filter's path, followed by the industry's slug (SPEC 2). */
export const FILTERED_LIST = "/case-studies?industry=";

export type PageKind = keyof typeof RECORD_PATHS;

export type RecordPath = { kind: PageKind | "industry"; slug: string };

export const pathOf = ({ kind, slug }: RecordPath): string =>
  (kind === "industry" ? FILTERED_LIST : RECORD_PATHS[kind].path) + slug;

/**
 * Returns the kind and slug in a path; null if the path can't be a record's.
 * @param path as `normalPath` spells it
 */
export function recordOf(path: string): RecordPath | null {
  if (path.startsWith(FILTERED_LIST)) return { kind: "industry", slug: path.slice(FILTERED_LIST.length) };
  for (const kind of Object.keys(RECORD_PATHS) as PageKind[]) {
    if (kind === "landing-page") continue;
    const slug = path.startsWith(RECORD_PATHS[kind].path) && path.slice(RECORD_PATHS[kind].path.length);
    if (slug && !slug.includes("/")) return { kind, slug };
  }
  const landing = landingAt(path);
  return landing ? { kind: "landing-page", slug: landing } : null;
}
