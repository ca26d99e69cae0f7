// Kinds of records whose names stand in paths of the site, and how.

/** The path of a record is its kind's `path` and after it its slug, as `normalPath` spells both. */
export const RECORD_PATHS = {
  "blog-post": { table: "blog_posts", path: "/blog/" },
  "case-study": { table: "case_studies", path: "/case-studies/" },
} as const;

/** What the path of a filter of the case studies begins with; after it comes the industry's name as a slug (SPEC 2). */
export const FILTERED_LIST = "/case-studies?industry=";

/** Records with a page of their own. */
export type PageKind = keyof typeof RECORD_PATHS;

export type RecordPath = { kind: PageKind | "industry"; slug: string };

export const pathOf = ({ kind, slug }: RecordPath): string =>
  (kind === "industry" ? FILTERED_LIST : RECORD_PATHS[kind].path) + slug;

/**
 * What a path says of a record.
 * @param path as `normalPath` spells it
 * @returns null where it is no record's
 */
export function recordOf(path: string): RecordPath | null {
  if (path.startsWith(FILTERED_LIST)) return { kind: "industry", slug: path.slice(FILTERED_LIST.length) };
  for (const kind of Object.keys(RECORD_PATHS) as PageKind[]) {
    const slug = path.startsWith(RECORD_PATHS[kind].path) && path.slice(RECORD_PATHS[kind].path.length);
    if (slug && !slug.includes("/")) return { kind, slug };
  }
  return null;
}
