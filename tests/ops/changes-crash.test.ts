import pg from "pg";
import { expect, test, vi } from "vitest";
import { asDatabaseUrl } from "../support/database.ts";
import { headlineDraft } from "../support/headline-draft.ts";
import { PANEL } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { processesOf, startSite } from "../support/site.ts";
import { openPanelSite } from "../support/test-site.ts";

const { database, dataDir, query, save, ...site } = await openPanelSite();

/** How many times the serving process is killed during a publish, each time a little later. */
const KILLS = 3;
const KILL_AFTER_MS = 12;

/**
 * Saves drafts of six posts, an industry and the home page's headline.
 * @returns the ID of the change set
 */
async function keepAll(): Promise<string> {
  for (const table of ["change_sets", "blog_posts", "industries", "website_content", "revisions"])
    await query(`delete from ${table}`);
  const posts = await query<{ id: string; slug: string }>(
    "insert into blog_posts (title, slug, content) select 'Live', 'post-' || n, '<p>x</p>' from generate_series(1, 6) n returning id, slug",
  );
  const [industry] = await query<{ id: string }>(
    "insert into industries (name) values ('Live') returning id",
  );
  for (const { id, slug } of posts)
    await save("blog", {
      ...{ intent: "update", id, version: "1", slug, content: "<p>x</p>", draft: "on" },
      title: "Kept",
    });
  await save("industries", { intent: "update", id: industry!.id, version: "1", name: "Kept", draft: "on" });
  await save("content", headlineDraft("Kept"));
  await query("truncate revisions");
  const [set] = await query<{ id: string; count: number }>(
    "select s.id, count(*)::int from change_sets s join change_items i on i.change_set_id = s.id group by s.id",
  );
  expect(set?.count).toBe(8);
  return set!.id;
}

/** Returns the numbers of published drafts and of their revisions, and the set's state. */
async function stateOf(set: string) {
  const [now] = await query<{ live: number; state: string; written: number }>(
    `select (select count(*)::int from blog_posts where title = 'Kept')
       + (select count(*)::int from industries where name = 'Kept')
       + (select count(*)::int from website_content where content_value = 'Kept') as live,
       (select count(*)::int from revisions where reason like '%' || $1 || '%') as written,
       (select state from change_sets where id = $1::uuid) as state`,
    [set],
  );
  return now!;
}
const NOTHING = { live: 0, state: "open", written: 0 };
const ALL = { live: 8, state: "published", written: 8 };

const publish = (set: string) => save("changes", { intent: "publish", set }).catch(() => null);
const isServing = async () => (await fetch(`${site.url}${PANEL}`).catch(() => null))?.ok ?? false;

/**
 * Blocks a publish at its last write.
 * @returns `reached`, which waits for the block, and `gone`, which removes the block and waits for the connection to
 * end
 */
async function holdLast() {
  const holder = new pg.Client(database);
  await holder.connect();
  await holder.query("begin");
  await holder.query("lock table website_content in share mode");
  const waiting = async () =>
    (
      await holder.query(
        "select 1 from pg_locks where not granted and relation = 'website_content'::regclass and database = (select oid from pg_database where datname = current_database())",
      )
    ).rowCount;
  return {
    reached: () => vi.waitUntil(waiting, PATIENCE),
    async gone() {
      await holder.query("commit");
      await vi.waitUntil(async () => !(await waiting()), PATIENCE);
      // The connection ends only after the database has responded.
      await vi.waitUntil(
        async () =>
          (
            await holder.query(
              "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')",
            )
          ).rowCount === 0,
        PATIENCE,
      );
      await holder.end();
    },
  };
}

const queueJob = () =>
  query("select graphile_worker.add_job('publish_changes', job_key => 'publish_changes')");
const jobsLeft = () =>
  query(
    "select 1 from graphile_worker.jobs where task_identifier = 'publish_changes' and attempts < max_attempts",
  );
const makeDue = (set: string, ago: string) =>
  query("update change_sets set publish_at = now() - $2::interval where id = $1", [set, ago]);

test.runIf(process.platform === "linux")(
  "after kill -9 during a publish, everything or nothing is published",
  async () => {
    const set = await keepAll();
    const hold = await holdLast();
    const asked = publish(set);
    await hold.reached();
    for (const pid of processesOf(site, "serving")) process.kill(pid, "SIGKILL");
    expect(await asked).toBeNull();
    await hold.gone();
    expect(await stateOf(set)).toEqual(NOTHING);

    for (let kill = 0; kill < KILLS; kill++) {
      await expect.poll(isServing, PATIENCE).toBe(true);
      const next = (await stateOf(set)).state === "open" ? set : await keepAll();
      const asked = publish(next);
      await new Promise((resolve) => setTimeout(resolve, kill * KILL_AFTER_MS));
      for (const pid of processesOf(site, "serving")) process.kill(pid, "SIGKILL");
      await asked;
      expect([NOTHING, ALL]).toContainEqual(await stateOf(next));
    }
    await expect.poll(isServing, PATIENCE).toBe(true);
    const last = await keepAll();
    await publish(last);
    await publish(last);
    expect(await stateOf(last)).toEqual(ALL);
  },
);

test.runIf(process.platform === "linux")(
  "if the jobs process is killed during a scheduled publish, its replacement publishes everything once",
  async () => {
    const set = await keepAll();
    const hold = await holdLast();
    await makeDue(set, "1 second");
    await queueJob();
    await hold.reached();
    for (const pid of processesOf(site, "jobs")) process.kill(pid, "SIGKILL");
    expect(await stateOf(set)).toEqual(NOTHING);
    await hold.gone();
    await expect.poll(() => stateOf(set), PATIENCE).toEqual(ALL);
    await queueJob();
    await expect.poll(jobsLeft, PATIENCE).toEqual([]);
    expect(await stateOf(set)).toEqual(ALL);
  },
);

test("a site that was down at the scheduled time publishes when it's back", async () => {
  const set = await keepAll();
  await makeDue(set, "-1 hour");
  site.process.kill("SIGKILL");
  await site.ended;
  await makeDue(set, "10 minutes");
  expect(await stateOf(set)).toEqual(NOTHING);
  const again = await startSite({ DATABASE_URL: asDatabaseUrl(database), DATA_DIR: dataDir, SEED: "none" });
  try {
    await expect.poll(() => stateOf(set), PATIENCE).toEqual(ALL);
    expect(again.stderr()).not.toContain("trouble");
  } finally {
    await again.stop();
  }
  expect(await stateOf(set)).toEqual(ALL);
});
