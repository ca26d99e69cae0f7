import { sql } from "drizzle-orm";
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { type PageKind, pathOf, RECORD_PATHS } from "./record-paths.ts";
import { findRecords } from "./slug-history.server.ts";

/** Skips words such as "and" or "the". */
const WORD_MIN_CHARS = 4;
/** Share of words that two URLs must have in common. */
const LIKENESS_MIN = 0.5;
const CANDIDATES_MAX = 500;

const KINDS = Object.keys(RECORD_PATHS) as PageKind[];
const PAGES = (Object.keys(pages) as PageName[]).map(pagePath).filter((path) => path !== "/");

/**
 * Suggests a target for each path: a page with the same last segment, or else the page with the most words in common.
 * @param paths as `normalPath` spells them
 * @returns targets by path; no entry if nothing is similar
 */
export async function suggestTargets(db: Database, paths: string[]): Promise<Map<string, string>> {
  const asked = paths.map((path) => ({ path, slug: slugOf(path) })).filter(({ slug }) => slug !== "");
  const exact = asked.flatMap(({ slug }) => KINDS.map((kind) => pathOf({ kind, slug })));
  const [records, similar] = await Promise.all([findRecords(db, exact), findSimilar(db, asked)]);
  const suggested = asked.flatMap(({ path, slug }) => {
    const same = KINDS.map((kind) => records.get(pathOf({ kind, slug }))?.to_path).find(Boolean);
    const to = same ?? PAGES.find((page) => slugOf(page) === slug) ?? mostLike(slug, [...PAGES, ...similar]);
    return to && to !== path ? [[path, to] as const] : [];
  });
  return new Map(suggested);
}

const slugOf = (path: string) =>
  (path.split("/").findLast(Boolean) ?? "").replace(/\.(html?|php|aspx?)$/, "").replaceAll("_", "-");

const wordsOf = (slug: string) =>
  new Set(slug.split(/[^a-z0-9]+/).filter((word) => word.length >= WORD_MIN_CHARS));

async function findSimilar(db: Database, asked: { slug: string }[]): Promise<string[]> {
  const words = [...new Set(asked.flatMap(({ slug }) => [...wordsOf(slug)]))];
  if (!words.length) return [];
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const { rows } = await db.execute<{ slug: string }>(
        sql`select slug from ${sql.identifier(RECORD_PATHS[kind].table)}
          where published and deleted_at is null and slug ~ ${words.join("|")} limit ${CANDIDATES_MAX}`,
      );
      return rows.map(({ slug }) => pathOf({ kind, slug }));
    }),
  );
  return found.flat();
}

function mostLike(slug: string, paths: string[]): string | undefined {
  const words = wordsOf(slug);
  const [best] = paths
    .map((path) => {
      const own = wordsOf(slugOf(path));
      const common = [...own].filter((word) => words.has(word)).length;
      return { path, likeness: common / Math.max(own.size, words.size, 1) };
    })
    .filter(({ likeness }) => likeness >= LIKENESS_MIN)
    .toSorted((a, b) => b.likeness - a.likeness);
  return best?.path;
}
