import { PAGED_NAMES, type PagedName, recordKinds } from "../../copy/panel/record-kinds.ts";
import { landingAt } from "../../copy/site/landing-path.ts";

export type PageKind = (typeof recordKinds)[PagedName]["form"];

/** A record's path is `path` plus its slug, both as `normalPath` spells them. */
export const RECORD_PATHS = Object.fromEntries(
  PAGED_NAMES.map((name) => {
    const { form, table, base: path } = recordKinds[name];
    return [form, { table, path }];
  }),
) as Record<PageKind, { table: string; path: string }>;

/** Start of a case study filter's path, followed by the industry's slug (SPEC 2). */
export const FILTERED_LIST = "/case-studies?industry=";

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
