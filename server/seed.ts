import { sql } from "drizzle-orm";
import { blog_posts } from "../app/features/blog/table.server.ts";
import { case_studies } from "../app/features/case-studies/table.server.ts";
import { SAMPLE } from "../app/features/history/revision.server.ts";
import { industries } from "../app/features/industries/table.server.ts";
import { KINDS } from "../app/features/records/kinds.server.ts";
import { website_settings } from "../app/features/settings/table.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import { installation } from "../app/platform/database/installation.table.server.ts";
import samplePosts from "../db/sample-content/blog-posts.json" with { type: "json" };
import sampleCaseStudies from "../db/sample-content/case-studies.json" with { type: "json" };
import sampleIndustries from "../db/sample-content/industries.json" with { type: "json" };
import sampleSettings from "../db/sample-content/settings.json" with { type: "json" };

const SEED_LOCK = 7_351_402_121;

/**
 * Loads the sample content (CONTRACT, SEED), once per database: removed samples never come back, and existing content
 * stays untouched. Safe to run concurrently.
 * @param db the owner's handle
 * @param seed if "none", nothing is written, so a later start can still use "demo"
 * @returns whether sample content was written
 * @throws on a database error, with nothing written
 */
export async function seedIfEmpty(db: Database, seed: Config["seed"]): Promise<boolean> {
  if (seed === "none") return false;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const [before] = await tx.select().from(installation);
    if (before) return false;
    await tx.insert(installation).values({});
    await tx.execute(sql`select set_config('app.reason', ${SAMPLE}, true)`);
    if (await hasContent(tx)) return false;
    await writeSamples(tx);
    return true;
  });
}

/** Deleted records count too. */
async function hasContent(tx: Database): Promise<boolean> {
  for (const { table } of KINDS) {
    const rows = await tx.select({ one: sql`1` }).from(table).limit(1);
    if (rows.length) return true;
  }
  return false;
}

async function writeSamples(tx: Database) {
  const filed = await tx
    .insert(industries)
    .values(sampleIndustries.map((industry) => ({ ...industry, is_sample: true })))
    .returning({ id: industries.id, name: industries.name });
  const idOf = new Map(filed.map(({ id, name }) => [name, id]));
  await tx.insert(case_studies).values(
    sampleCaseStudies.map(({ results, ...study }) => {
      const industry_id = idOf.get(study.industry);
      if (!industry_id) throw new Error(`The sample case study ${study.slug} names an unknown industry`);
      return { ...study, ...dates(study), results: asResults(results), industry_id, is_sample: true };
    }),
  );
  await tx
    .insert(blog_posts)
    .values(samplePosts.map((post) => ({ ...post, ...dates(post), is_sample: true })));
  // SPEC 5: only non-empty values are settings.
  const set = Object.entries(sampleSettings).filter(([, value]) => value !== "");
  await tx
    .insert(website_settings)
    .values(set.map(([setting_key, setting_value]) => ({ setting_key, setting_value })));
}

const dates = (record: { created_at: string; updated_at: string }) => ({
  created_at: new Date(record.created_at),
  updated_at: new Date(record.updated_at),
});

/** Removes undefined values, which exist only for TypeScript: it gives each sample the labels of all samples. */
function asResults(results: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(results).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
