import pg from "pg";
import { expect, test, vi } from "vitest";
import { asDatabaseUrl } from "../support/database.ts";
import { namesOfDrafts } from "../support/draft-names.ts";
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
 * @returns their names, joined by dots
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
  const drafts = await namesOfDrafts(query);
  expect(drafts.split(".")).toHaveLength(8);
  return drafts;
}

/**
 * Returns the numbers of published drafts, of their revisions, of the sets they were published in, of the drafts that
 * are left, and of the sets those are in.
 */
async function readState() {
  const [now] = await query(
    `select (select count(*)::int from blog_posts where title = 'Kept')
       + (select count(*)::int from industries where name = 'Kept')
       + (select count(*)::int from website_content where content_value = 'Kept') as live,
       (select count(*)::int from revisions join change_sets on strpos(reason, change_sets.id::text) > 0) as written,
       (select count(*)::int from change_sets where state = 'published') as published,
       (select count(*)::int from change_items where waits) as left,
       (select count(distinct change_set_id)::int from change_items where waits) as open`,
  );
  return now!;
}
const NOTHING = { live: 0, written: 0, published: 0, left: 8, open: 1 };
const ALL = { live: 8, written: 8, published: 1, left: 0, open: 0 };

const publish = (drafts: string) => save("changes", { intent: "publish", drafts }).catch(() => null);
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
const makeDue = (ago: string) =>
  query("update change_sets set publish_at = now() - $1::interval where publish_at is not null", [ago]);
const schedule = async (drafts: string) => {
  const { status } = await save("changes", { intent: "schedule", drafts, at: "2099-01-01T09:00" });
  expect(status).toBe(200);
};

test.runIf(process.platform === "linux")(
  "after kill -9 during a publish, everything or nothing is published",
  async () => {
    const drafts = await keepAll();
    const hold = await holdLast();
    const asked = publish(drafts);
    await hold.reached();
    for (const pid of processesOf(site, "serving")) process.kill(pid, "SIGKILL");
    expect(await asked).toBeNull();
    await hold.gone();
    expect(await readState()).toEqual(NOTHING);

    for (let kill = 0; kill < KILLS; kill++) {
      await expect.poll(isServing, PATIENCE).toBe(true);
      const next = (await namesOfDrafts(query)) || (await keepAll());
      const asked = publish(next);
      await new Promise((resolve) => setTimeout(resolve, kill * KILL_AFTER_MS));
      for (const pid of processesOf(site, "serving")) process.kill(pid, "SIGKILL");
      await asked;
      expect([NOTHING, ALL]).toContainEqual(await readState());
    }
    await expect.poll(isServing, PATIENCE).toBe(true);
    const last = await keepAll();
    await publish(last);
    await publish(last);
    expect(await readState()).toEqual(ALL);
  },
);

test.runIf(process.platform === "linux")(
  "if the jobs process is killed during a scheduled publish, its replacement publishes everything once",
  async () => {
    await schedule(await keepAll());
    const hold = await holdLast();
    await makeDue("1 second");
    await queueJob();
    await hold.reached();
    for (const pid of processesOf(site, "jobs")) process.kill(pid, "SIGKILL");
    expect(await readState()).toEqual(NOTHING);
    await hold.gone();
    await expect.poll(readState, PATIENCE).toEqual(ALL);
    await queueJob();
    await expect.poll(jobsLeft, PATIENCE).toEqual([]);
    expect(await readState()).toEqual(ALL);
  },
);

test("a site that was down at the scheduled time publishes when it's back", async () => {
  await schedule(await keepAll());
  site.process.kill("SIGKILL");
  await site.ended;
  await makeDue("10 minutes");
  expect(await readState()).toEqual(NOTHING);
  const again = await startSite({ DATABASE_URL: asDatabaseUrl(database), DATA_DIR: dataDir, SEED: "none" });
  try {
    await expect.poll(readState, PATIENCE).toEqual(ALL);
    expect(again.stderr()).not.toContain("trouble");
  } finally {
    await again.stop();
  }
  expect(await readState()).toEqual(ALL);
});
