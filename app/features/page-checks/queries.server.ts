// Stores the progress and results of the site check (decision 0019).
import { and, desc, eq, inArray, lt, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Issue } from "./issues.ts";
import { site_checks, site_faults, site_links, site_pages } from "./table.server.ts";

export const CHECK_SITE = "check_site";

/** After this time without progress, the run's process must have ended. */
const LEFT_MINUTES = 5;
const CHECKS_KEPT = 30;
/** Dead URLs are checked again on every run, other URLs after this time. */
const LINK_DAYS = 6;

export type SiteCheckTrouble = "sitemap" | "away" | "crashed" | "development";
export type SiteCheck = typeof site_checks.$inferSelect;

export type ReadPage = {
  path: string;
  title: string;
  description: string;
  /** external URLs on the page */
  links: string[];
  issues: Issue[];
};

export async function findLastCheck(db: Database): Promise<SiteCheck | null> {
  const [last] = await db.select().from(site_checks).orderBy(desc(site_checks.requested_at)).limit(1);
  return last ?? null;
}

/** Requests a run, unless one is pending or running. */
export async function requestCheck(db: Database, byOwner: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(site_checks).values({ by_owner: byOwner }).onConflictDoNothing();
    await tx.execute(
      sql`select graphile_worker.add_job(${CHECK_SITE}::text, job_key := ${CHECK_SITE}::text, max_attempts := 1)`,
    );
  });
}

/**
 * Claims a pending run, or one whose process ended.
 * @returns the run's id, or null
 */
export async function claimCheck(db: Database): Promise<string | null> {
  const isLeft = lt(site_checks.heard_at, sql`now() - make_interval(mins => ${LEFT_MINUTES})`);
  const [taken] = await db
    .update(site_checks)
    .set({ state: "running", heard_at: sql`now()`, read: 0 })
    .where(or(eq(site_checks.state, "waiting"), and(eq(site_checks.state, "running"), isLeft)))
    .returning({ id: site_checks.id });
  return taken?.id ?? null;
}

export async function recordProgress(
  db: Database,
  id: string,
  progress: Partial<Pick<SiteCheck, "pages" | "due" | "read">>,
): Promise<void> {
  await db
    .update(site_checks)
    .set({ ...progress, heard_at: sql`now()` })
    .where(eq(site_checks.id, id));
}

/** Queues a run again, for the next start of the site. */
export async function releaseCheck(db: Database, id: string): Promise<void> {
  await db.update(site_checks).set({ state: "waiting" }).where(eq(site_checks.id, id));
}

/** Ends a run. `trouble` is null on success. */
export async function finishCheck(db: Database, id: string, trouble: SiteCheckTrouble | null): Promise<void> {
  await db
    .update(site_checks)
    .set({ state: trouble ? "failed" : "done", trouble: trouble ?? "", finished_at: sql`now()` })
    .where(eq(site_checks.id, id));
  const kept = db
    .select({ id: site_checks.id })
    .from(site_checks)
    .orderBy(desc(site_checks.requested_at))
    .limit(CHECKS_KEPT);
  await db.delete(site_checks).where(notInArray(site_checks.id, kept));
}

/** Returns when each page was last read, in epoch milliseconds. */
export async function listReadPages(db: Database): Promise<Map<string, number>> {
  const rows = await db.select({ path: site_pages.path, read_at: site_pages.read_at }).from(site_pages);
  return new Map(rows.map(({ path, read_at }) => [path, read_at.getTime()]));
}

/** Deletes all pages except these. */
export async function forgetOtherPages(db: Database, paths: readonly string[]): Promise<void> {
  await db
    .delete(site_pages)
    .where(
      sql`${site_pages.path} not in (select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`,
    );
}

export async function forgetPage(db: Database, path: string): Promise<void> {
  await db.delete(site_pages).where(eq(site_pages.path, path));
}

/** Stores pages that were just read, replacing earlier results. */
export async function storePages(db: Database, pages: readonly ReadPage[]): Promise<void> {
  if (!pages.length) return;
  await db.transaction(async (tx) => {
    const paths = pages.map(({ path }) => path);
    await tx
      .insert(site_pages)
      .values(pages.map(({ path, title, description, links }) => ({ path, title, description, links })))
      .onConflictDoUpdate({
        target: site_pages.path,
        set: {
          title: sql`excluded.title`,
          description: sql`excluded.description`,
          links: sql`excluded.links`,
          read_at: sql`now()`,
        },
      });
    await tx.delete(site_faults).where(inArray(site_faults.path, paths));
    const issues = pages.flatMap(({ path, issues }) => issues.map((issue) => ({ path, ...issue })));
    if (issues.length) await tx.insert(site_faults).values(issues);
    // Stops ignoring fixed issues, so they're reported again if they return. A page that couldn't be read fixes nothing.
    await tx.execute(sql`update site_pages set accepted = coalesce((
        select jsonb_agg(one) from jsonb_array_elements(accepted) as one
          where one->>'kind' in ('external', 'double-title', 'double-description')
            or exists (select from site_faults where site_faults.path = site_pages.path
              and kind = one->>'kind' and about = one->>'about')), '[]')
      where ${inArray(site_pages.path, paths)} and accepted <> '[]'
        and not exists (select from site_faults where site_faults.path = site_pages.path and kind = 'page')`);
  });
}

/**
 * Returns external URLs to check. Dead URLs alternate with the others, which are new or due again, so neither
 * group crowds out the other.
 */
export async function listDueLinks(db: Database, limit: number): Promise<string[]> {
  await db.execute(sql`delete from site_links where url not in (select unnest(links) from site_pages)`);
  const { rows } = await db.execute<{ url: string }>(sql`
    select url from (
      select url, is_gone, row_number() over (partition by is_gone order by checked_at nulls first, url) as turn
        from (select distinct unnest(links) as url from site_pages) as linked
        left join site_links using (url), lateral (select state is not distinct from 'gone' as is_gone) as its
        where state is null or is_gone or checked_at < now() - make_interval(days => ${LINK_DAYS})
    ) as due order by turn, is_gone desc limit ${limit}`);
  return rows.map(({ url }) => url);
}

export async function storeLink(
  db: Database,
  link: Pick<typeof site_links.$inferSelect, "url" | "state" | "said">,
): Promise<void> {
  const { url, ...found } = link;
  await db
    .insert(site_links)
    .values({ url, ...found })
    .onConflictDoUpdate({ target: site_links.url, set: { ...found, checked_at: sql`now()` } });
}
