// 1,000 previews by a link beside 50 saves a second and visitors, and the same without previews: what visitors get and
// what becomes of the saves. Then without saves, each of which empties the page cache: how often that has the page.
// Before all of it, one preview beside one page that is rendered.
import { setTimeout as delay } from "node:timers/promises";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD } from "../tests/support/owner.ts";
import { addressOf, openSite } from "./site.ts";
import { atPace, inParallel, measureAnswers, median, percentile, say } from "./times.ts";

const PREVIEWS = 1_000;
const PREVIEWERS = 3;
const SAVES_A_SECOND = 50;
const VISITS_A_SECOND = 100;
const MOST_RUNNING = 20;
const POSTS = 25;
const ROUNDS = 200;
const GOAL_TIMES = 3;
/** In every draft, and in nothing that is live. */
const MARK = "xPreviewOnlyx";
const PAGES = [
  "/",
  "/blog",
  "/contact",
  "/case-studies",
  "/services",
  "/blog/bench-1",
  "/sitemap.xml",
  "/rss.xml",
];

// Each preview comes from another address: a person has 30 a minute.
const site = await openSite({ ADMIN_PASSWORD, TRUST_PROXY: "1" });
try {
  const owner = await logIn(site.url);
  const posts = await site.query<{ id: string; slug: string; version: number }>(
    `insert into blog_posts (title, slug, excerpt, content)
     select 'Post ' || n, 'bench-' || n, 'About', '<p>' || repeat('Words of an article. ', 200) || '</p>'
     from generate_series(1, ${POSTS}) n returning id, slug, version`,
  );
  const save = async (post: (typeof posts)[number], more: Record<string, string>) => {
    const { id, slug, version } = post;
    const { status } = await owner.save("blog", {
      ...{ intent: "update", id, slug, version: String(version), title: "Live", published: "on" },
      ...{ content: `<p>${"Words of an article. ".repeat(200)}</p>`, ...more },
    });
    return status;
  };
  await save(posts[0]!, { title: `Kept ${MARK}`, keep: "on" });
  await owner.save("content", {
    ...{ intent: "update", id: "", version: "0", page_name: "home", section_name: "hero" },
    ...{ content_key: "title", content_type: "text", content_value: `Kept ${MARK}`, keep: "on" },
  });
  const [{ id: set } = { id: "" }] = await site.query<{ id: string }>("select id from change_sets");
  const { text } = await owner.save("changes", { intent: "share", set });
  const link = /\/preview\/[\w-]{22}/.exec(text)![0];

  let people = 0;
  const asSomebody = () => ({ "X-Forwarded-For": addressOf(++people) });
  const preview = async (path: string) => {
    const startedAt = performance.now();
    const response = await fetch(site.url + link + path, { headers: asSomebody() });
    const isRight = response.status === 200 && (await response.text()).includes(MARK);
    return { ms: performance.now() - startedAt, isRight };
  };

  for (const [what, path] of [
    ["a post", "/blog/bench-1"],
    ["the home page", "/"],
  ] as const) {
    // An owner's page is rendered each time.
    const plain = await measureAnswers(site.url + path, owner.session, ROUNDS);
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) times.push((await preview(path)).ms);
    say(
      `${what}: a preview ${spread(times)}, rendered plainly ${plain.median.toFixed(1)} ms (slowest ${plain.slowest.toFixed(1)}): ${(median(times) / plain.median).toFixed(2)} times (goal ${GOAL_TIMES})`,
    );
  }

  /** Saves and visits until the work has ended. @param others pages that the work asks for, which are no visitors' */
  async function beside(what: string, work: () => Promise<unknown>, { isSaving = true, others = 0 } = {}) {
    const [keptBefore, madeBefore] = await readCounts();
    const saves = { done: 0, failed: [] as number[] };
    const visits = { done: 0, marked: 0, failed: 0 };
    const startedAt = performance.now();
    const free = [...posts];
    const over = work();
    const saveOne = async () => {
      // A form is saved again once it was.
      const post = free.shift();
      if (!post) return;
      const status = await save(post, { excerpt: `Saved ${saves.done}` });
      free.push(post);
      if (status !== 200) return void saves.failed.push(status);
      saves.done++;
      post.version++;
    };
    const saving = isSaving ? atPace(1000 / SAVES_A_SECOND, over, saveOne, MOST_RUNNING) : null;
    const visitOne = async () => {
      const response = await fetch(site.url + PAGES[Math.floor(Math.random() * PAGES.length)], {
        headers: asSomebody(),
      });
      const page = await response.text();
      visits.done++;
      if (response.status !== 200) visits.failed++;
      if (page.includes(MARK) || page.includes("/preview/")) visits.marked++;
    };
    await Promise.all([saving, atPace(1000 / VISITS_A_SECOND, over, visitOne, MOST_RUNNING)]);
    const seconds = (performance.now() - startedAt) / 1000;
    const [kept, made] = await readCounts();
    const hits = (kept - keptBefore) / (kept - keptBefore + made - madeBefore - others);
    say(
      `${what}: ${seconds.toFixed(0)} s, ${saves.done} saves (${(saves.done / seconds).toFixed(0)} a second), ${saves.failed.length} failed${saves.failed.length ? ` (${[...new Set(saves.failed)]})` : ""}; ` +
        `${visits.done} visits, ${visits.failed} failed, ${visits.marked} with a byte of a preview; ${(hits * 100).toFixed(1)} % of visitors' pages from the cache`,
    );
    return seconds;
  }

  /** Previews at once, by people who look at one page after the other. */
  async function lookAround(previews: number) {
    const times: number[] = [];
    let wrong = 0;
    await inParallel(previews, PREVIEWERS, async (i) => {
      const { ms, isRight } = await preview(i % 2 ? "/blog/bench-1" : "/");
      times.push(ms);
      if (!isRight) wrong++;
    });
    say(`${previews} previews, ${PREVIEWERS} at once: ${spread(times)}, ${wrong} without the draft`);
  }

  const seconds = await beside("previews and saves", () => lookAround(PREVIEWS), { others: PREVIEWS });
  await beside("saves", () => delay(seconds * 1000));
  // The last saves are heard of, and each page is there again.
  await delay(2_000);
  await Promise.all(PAGES.map((page) => measureAnswers(site.url + page, {}, 3)));
  const others = PREVIEWS / 5;
  const shorter = await beside("previews", () => lookAround(others), { isSaving: false, others });
  await beside("neither", () => delay(shorter * 1000), { isSaving: false });
  // What the cache holds in the end, without a save in between.
  const held = await Promise.all(
    PAGES.flatMap((page) => [page, page]).map(async (page) => (await fetch(site.url + page)).text()),
  );
  say(
    `${held.filter((page) => page.includes(MARK)).length} of ${PAGES.length} pages of the cache with a byte of a preview`,
  );
} finally {
  await site.close();
}
process.exit(0);

function spread(times: number[]): string {
  return `${median(times).toFixed(1)} ms (p99 ${percentile(times, 0.99).toFixed(1)})`;
}

/** Pages that came from memory, and those that were waited for, previews among them. */
async function readCounts(): Promise<[kept: number, made: number]> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  const sum = (kind: string) =>
    [...text.matchAll(new RegExp(`^site_requests_total\\{[^}]*kind="${kind}"[^}]*\\} (\\d+)`, "gm"))]
      .map(([, count]) => Number(count))
      .reduce((a, b) => a + b, 0);
  return [sum("kept"), sum("page")];
}
