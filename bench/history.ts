// How long history takes to answer among 100,000 revisions, and what a save costs with the trigger that keeps them
// beside one without it, by turns.
import { purgeRevisions } from "../app/features/history/queries.server.ts";
import { openDatabases } from "../app/platform/database.server.ts";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { measureAnswers, median, say } from "./times.ts";

const POSTS = 1_000;
const OF_EACH = 100;
const OF_ONE = 2_000;
const ROUNDS = 15;
const TURNS = 8;
const SAVES = 60;
const GOAL_MS = 100;
const GOAL_TIMES = 1.2;

/** A post of some 4 kB with all states of it, one after the other over two years, each with another title. */
const FILL = [
  `insert into blog_posts (title, slug, excerpt, content, category)
   select 'Post ' || n, 'post-' || n, 'About ' || n, '<p>' || repeat('Words of post ' || n || '. ', 200) || '</p>', 'News'
   from generate_series(1, ${POSTS}) as n`,
  "truncate revisions",
  `insert into revisions (kind, record_key, op, row, changed, at)
   select 'blog-posts', p.id::text, case s when 1 then 'insert' else 'update' end,
     (to_jsonb(p) || jsonb_build_object('title', 'State ' || s, 'content', p.content || '<p>State ' || s || '.</p>'))::json,
     case s when 1 then null else array['content', 'title'] end,
     now() - (states - s) * interval '7 days' - random() * interval '7 days'
   from blog_posts as p, lateral (select case p.slug when 'post-1' then ${OF_ONE} else ${OF_EACH} end as states) as of_it,
     generate_series(1, states) as s`,
  `insert into revisions (kind, record_key, op, row, changed, at)
   select 'industries', gen_random_uuid()::text, 'update', json_build_object('name', 'Industry ' || n), array['name'],
     now() - interval '700 days' + n * interval '1 minute'
   from generate_series(1, 5) as n`,
  "vacuum analyze",
];

const site = await openSite({ ADMIN_PASSWORD, SEED: "none" });
const { query } = site;
try {
  const owner = await logIn(site.url);
  for (const statement of FILL) await query(statement);
  const [{ n } = { n: 0 }] = await query<{ n: number }>("select count(*)::int as n from revisions");
  say(`${n.toLocaleString("en-US")} revisions (goal ${GOAL_MS} ms)`);

  const idOf = async (slug: string) =>
    (await query<{ id: string }>("select id from blog_posts where slug = $1", [slug]))[0]!.id;
  const revisionsOf = async (id: string) =>
    query<{ id: string }>("select id from revisions where record_key = $1 order by at, id", [id]);
  const [usual, often] = [await idOf("post-500"), await idOf("post-1")];
  const states = await revisionsOf(often);
  const record = (id: string, more = "") => `/activity/record?kind=blog-posts&id=${id}${more}`;
  const at = (place: number) => states.at(place)!.id;
  const [deep] = await query<{ id: string }>("select id from revisions order by at, id offset 1000 limit 1");
  for (const [what, address] of [
    [`a record with ${OF_EACH} states`, record(usual)],
    [`a record with ${OF_ONE} states`, record(often)],
    ["its oldest ones", record(often, `&before=${at(20)}`)],
    ["its first state compared with the present one", record(often, `&from=${at(0)}&to=${at(-1)}`)],
    ["Activity", "/activity"],
    ["Activity, its last page but a few", `/activity?before=${deep!.id}`],
    ["Activity, a kind that hardly changed", "/activity?kind=industries"],
    ["Activity, a kind that never changed", "/activity?kind=case-studies"],
    [
      "Activity, one day",
      `/activity?day=${new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)}`,
    ],
    // Since then all posts were changed, half of them, and one.
    ["the site as it was 690 days ago", pastPath(690)],
    ["the site as it was 3 days ago", pastPath(3)],
    ["a post of 690 days ago", pastPath(690, "/blog/post-500")],
    ["the page of a state from the history", `/as-of/${at(-2)}?record`],
  ] as const)
    await measure(what, PANEL + address, owner.session);
  await measure("the home page as it is, not cached", "/", owner.session);

  await measureSaves(owner.save, usual);

  const { owner: db, close } = openDatabases(site.database, { owner: 1, visitor: 1 });
  const startedAt = performance.now();
  await purgeRevisions(db);
  say(`what is too old is forgotten in ${(performance.now() - startedAt).toFixed(0)} ms`);
  await close();
} finally {
  await site.close();
}
process.exit(0);

/** A page of the site as it was so many days ago. */
function pastPath(days: number, path = "/") {
  const at = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16);
  return `/as-of/${at}${path}`;
}

async function measure(what: string, address: string, headers: HeadersInit) {
  const { median, slowest } = await measureAnswers(site.url + address, headers, ROUNDS);
  say(`${what}: ${median.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`);
}

/** Saves a post through its form, with the trigger and without it by turns. */
async function measureSaves(save: Awaited<ReturnType<typeof logIn>>["save"], id: string) {
  const times = { with: [] as number[], without: [] as number[] };
  const content = `<p>${"Words of an article. ".repeat(200)}</p>`;
  for (let turn = 0; turn < TURNS; turn++) {
    const how = turn % 2 ? "without" : "with";
    await query(`alter table blog_posts ${how === "with" ? "enable" : "disable"} trigger remember_revision`);
    for (let i = 0; i < SAVES; i++) {
      const [{ version } = { version: 0 }] = await query<{ version: number }>(
        "select version from blog_posts where id = $1",
        [id],
      );
      const title = `Saved ${turn} ${i}`;
      const startedAt = performance.now();
      const { status } = await save("blog", {
        ...{ intent: "update", id, version: String(version), title, slug: "post-500", content },
        ...{ excerpt: "About it.", category: "News", published: "on", switches: "published" },
      });
      times[how].push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`A save answered ${status}`);
    }
  }
  const [kept, plain] = [median(times.with), median(times.without)];
  say(
    `a save: ${kept.toFixed(2)} ms with history, ${plain.toFixed(2)} without: ${(kept / plain).toFixed(2)} times (goal ${GOAL_TIMES})`,
  );
}
