import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { redirectLines, suggestedChoices } from "../imported/choices.ts";
import { emptySummary, type Finding, type LivePage } from "../imported/item.ts";
import { import_items } from "../imported/table.server.ts";
import { oldPathOf, type Planned, redirectsOf } from "./plan.ts";
import type { ImportRun } from "./runs.server.ts";
import { planOf } from "./store.server.ts";

const SHOWN = 50;
const SAMPLES = 5;
const SAMPLE_CHARS = 300;

const first = <One>(list: readonly One[]) => ({ rows: list.slice(0, SHOWN), total: list.length });

/** Findings with the same reason. `items` are the first few, each with how often it was found. */
export type FindingGroup = {
  why: string;
  items: (Omit<Finding, "why"> & { times: number })[];
  /** number of further findings */
  more: number;
  total: number;
};

/** What's gone matters more than what's different. */
const LOSS = /^Removed: (the image|a video|an? audio|the block)|isn't copied|isn't in the export/;

/** The same kind of loss is one reason, whatever the name of each image or field. */
function splitReason({ why }: Finding): { reason: string; detail: string } {
  const [, image] = /^Removed: the image “(.*)”\.$/s.exec(why) ?? [];
  if (image !== undefined) return { reason: "Removed: the images that can't be copied.", detail: image };
  const [, reason = "", detail = ""] = /^([^:]*(?:isn't|aren't) [^:]*): (.*)$/s.exec(why) ?? [];
  return detail ? { reason: `${reason}.`, detail } : { reason: why, detail: "" };
}

/** Groups findings by reason, losses first, then by how many items they concern. */
function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const split = findings.map((one) => ({ ...one, ...splitReason(one) }));
  return [...Map.groupBy(split, ({ reason }) => reason)]
    .map(([why, found]) => {
      const same = Map.groupBy(found, ({ title, detail, line }) => JSON.stringify([title, detail, line]));
      const items = [...same.values()].slice(0, SHOWN).map((list) => {
        const { title, detail, line } = list[0]!;
        const named = detail ? `${title}: ${detail}` : title;
        return { title: named, ...(line !== undefined && { line }), times: list.length };
      });
      const shown = items.reduce((sum, { times }) => sum + times, 0);
      return { why, items, more: found.length - shown, total: found.length };
    })
    .sort((a, b) => Number(LOSS.test(b.why)) - Number(LOSS.test(a.why)) || b.total - a.total);
}

/** Returns an import's report, based on the saved or the suggested choices. */
export async function readReport(db: Database, run: ImportRun) {
  const summary = run.summary ?? emptySummary();
  const types = await countTypes(db, run.import_id);
  const suggested = suggestedChoices(Object.keys(types), summary.archives);
  const { choices, plan, known } = await planOf(db, { ...run, choices: run.choices ?? suggested });
  const coming = plan.filter(({ path }) => path);
  const leftByPlan = plan
    .filter(({ path }) => !path)
    .map(({ item, reason = "" }): Finding => ({ title: item.title || item.slug, why: reason }));
  const here = coming.filter(({ item }) => known.has(item.key));
  const redirects = [...redirectsOf(plan, run.site_url), ...redirectLines(choices.redirects)];
  return {
    summary: { found: summary.found, siteTitle: summary.siteTitle },
    types,
    choices,
    counts: {
      coming: coming.length,
      left: plan.length - coming.length + summary.left.length,
      known: here.length,
      edited: here.filter(({ item }) => known.get(item.key)!.isEdited).length,
      redirects: redirects.length,
      ...(await countFacts(db, run.import_id)),
    },
    left: groupFindings([...summary.left, ...leftByPlan.map(named)]),
    changed: groupFindings([
      ...summary.changed,
      ...coming.flatMap(({ item, note }) => (note ? [named({ title: item.title, why: note })] : [])),
    ]),
    shortcodes: Object.entries(summary.shortcodes),
    variables: Object.entries(summary.variables),
    taken: first(plan.flatMap(({ taken, slug }) => (taken ? [{ wanted: taken, slug }] : []))),
    urls: first(
      coming.flatMap(({ item, path }) =>
        item.oldUrls
          .slice(0, 1)
          .filter((from) => oldPathOf(from, run.site_url) !== null)
          .map((from) => ({ from, to: path })),
      ),
    ),
    samples: await readSamples(db, run.import_id, coming, summary.samples),
  };
}

/** Staged titles may be empty. */
const named = (finding: Finding): Finding => ({ ...finding, title: finding.title.trim() || "Untitled" });

async function countTypes(db: Database, id: string): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ type: string; count: number }>(sql`
    select data ->> 'type' as type, count(*)::int as count from import_items
    where import_id = ${id} and kind = 'record' group by 1 order by 2 desc, 1 limit 50`);
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

type Facts = Record<"images" | "titles" | "descriptions" | "noindex" | "uncategorized" | "unsigned", number>;

async function countFacts(db: Database, id: string): Promise<Facts> {
  const { rows } = await db.execute<Facts>(sql`
    select coalesce(sum(jsonb_array_length(data -> 'images') + (data ->> 'featuredImage' is not null)::int), 0)::int as images,
      count(*) filter (where data -> 'seo' ->> 'title' <> '')::int as titles,
      count(*) filter (where data -> 'seo' ->> 'description' <> '')::int as descriptions,
      count(*) filter (where data -> 'seo' ->> 'isIndexable' = 'false')::int as noindex,
      count(*) filter (where data ->> 'type' = 'post' and data ->> 'category' = '')::int as uncategorized,
      count(*) filter (where data ->> 'type' = 'post' and data ->> 'author' = '')::int as unsigned
    from import_items where import_id = ${id} and kind = 'record'`);
  return rows[0]!;
}

/** Returns a few converted items with their live pages. */
async function readSamples(
  db: Database,
  id: string,
  coming: readonly Planned[],
  live: Readonly<Record<string, LivePage>>,
) {
  const isLive = ({ item }: Planned) => Object.hasOwn(live, item.key);
  const plan = [...new Set([...coming.filter(isLive), ...coming])].slice(0, SAMPLES);
  const keys = plan.map(({ item }) => item.key);
  const rows = await db
    .select({ key: import_items.source_key, data: import_items.data })
    .from(import_items)
    .where(and(eq(import_items.import_id, id), inArray(import_items.source_key, keys)));
  return plan.flatMap((one) => {
    const { item, path } = one;
    const data = rows.find(({ key }) => key === item.key)?.data;
    if (!data) return [];
    const { title, seo, oldUrls } = data;
    const text = textOf(data.html).slice(0, SAMPLE_CHARS);
    const description = seo.description || data.live?.description || "";
    const here = { title: seo.title || data.live?.title || "", description, heading: title, text };
    return [{ key: item.key, path, url: oldUrls[0] ?? "", here, old: isLive(one) ? live[item.key]! : null }];
  });
}

/** Returns an import's problems and its counts by kind and state. */
export async function readResult(db: Database, id: string) {
  const counts = await db
    .select({ kind: import_items.kind, state: import_items.state, count: sql<number>`count(*)::int` })
    .from(import_items)
    .where(eq(import_items.import_id, id))
    .groupBy(import_items.kind, import_items.state);
  const failed = await db
    .select({ title: import_items.title, why: import_items.reason })
    .from(import_items)
    .where(
      and(
        eq(import_items.import_id, id),
        sql`(${import_items.state} = 'failed' or (${import_items.state} = 'left' and ${import_items.data} ->> 'type' = 'post'))`,
      ),
    )
    .orderBy(import_items.kind, import_items.position)
    .limit(500);
  return { counts, failed: first(failed) };
}

/** Returns one page of an old site's sorted paths. */
export async function listOldPaths(db: Database, run: ImportRun, from: number, limit: number) {
  const { rows } = await db.execute<{ urls: string[]; isHere: boolean }>(sql`
    select data -> 'oldUrls' as urls, new_path <> '' as "isHere" from import_items
    where import_id = ${run.import_id} and kind = 'record' and data is not null`);
  const typed = (run.choices?.redirects ?? "").split("\n").map((line) => line.trim().split(/[\s*]/)[0]!);
  const paths = rows
    // For skipped items, omits URLs such as `/?p=12`, which open the home page here.
    .flatMap(({ urls, isHere }) => (isHere ? urls : urls.slice(0, 1)))
    .flatMap((url) => oldPathOf(url, run.site_url) ?? []);
  const listed = [...typed, ...(run.summary?.sitemap ?? [])].filter((path) => path.startsWith("/"));
  const all = [...new Set([...paths, ...listed])].sort();
  return { paths: all.slice(from, from + limit), total: all.length };
}
