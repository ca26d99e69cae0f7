// A change set at its limit, of posts, of case studies, of texts: what an owner waits for its tab, its previews, its
// checks and its publishing, and a save of one of its records at the same moment.
import { setTimeout as delay } from "node:timers/promises";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { median, say } from "./times.ts";

const RECORDS = 200;
const ROUNDS = 5;
const WORDS = `<p>${"Words of an article that is long enough. ".repeat(150)}</p><h2>More</h2>`;

/** Records with a draft each: what makes them, and the field that the draft changes, with its values. */
const KINDS = [
  {
    kind: "blog-posts",
    list: "/blog",
    make: `insert into blog_posts (title, slug, excerpt, content) select 'Post ' || n, 'full-' || n, 'About', '${WORDS}' from generate_series(1, $1::int) n`,
    drafts: `select id::text, title, 'content' as field, content as base, content || '<p>Kept</p>' as value from blog_posts where slug like 'full-%'`,
    save: { tab: "blog", of: "blog_posts" },
  },
  {
    kind: "case-studies",
    list: "/case-studies",
    make: `insert into case_studies (title, slug, client, industry, industry_id, result, challenge, solution, results) select 'Study ' || n, 'full-' || n, 'Client', i.name, i.id, '', '${WORDS}', '${WORDS}', '{}' from generate_series(1, $1::int) n, (select * from industries order by name limit 1) i`,
    drafts: `select id::text, title, 'challenge' as field, challenge as base, challenge || '<p>Kept</p>' as value from case_studies where slug like 'full-%'`,
    save: { tab: "case-studies", of: "case_studies" },
  },
  {
    kind: "website-content",
    list: "/about",
    make: `insert into website_content (page_name, section_name, content_key, content_value, content_type) select 'about', 'bench', 'text_' || n, 'Words', 'text' from generate_series(1, $1::int) n`,
    drafts: `select 'about:bench:' || content_key as id, content_key as title, 'content_value' as field, content_value as base, 'Kept' as value from website_content where section_name = 'bench'`,
  },
];

const site = await openSite({ ADMIN_PASSWORD, SEED: "demo", BACKUP_DIR: "off" });

/** @returns how long it took, in ms, and what it answered */
async function timed<Answer>(work: () => Promise<Answer>) {
  const startedAt = performance.now();
  const answer = await work();
  return { ms: performance.now() - startedAt, answer };
}

try {
  const owner = await logIn(site.url);
  for (const { kind, list, make, drafts, save } of KINDS) {
    await site.query(make, [RECORDS]);
    const set = crypto.randomUUID();
    await site.query("insert into change_sets (id, collects) values ($1, true)", [set]);
    await site.query(
      `insert into change_items (change_set_id, kind, record_id, name, fields)
       select $1, $2, id, title, json_build_object(field, json_build_object(
         'base', json_build_object('value', base), 'value', json_build_object('value', value))) from (${drafts}) as of_kind`,
      [set, kind],
    );
    const { text } = await owner.save("changes", { intent: "share", set });
    const link = /\/preview\/[\w-]{22}/.exec(text)![0];
    const read = async (path: string) => {
      const response = await owner.request(path);
      await response.text();
      return response.status;
    };
    const measure = async (what: string, path: string, rounds = ROUNDS) => {
      const times: number[] = [];
      const statuses = new Set<number>();
      for (let round = 0; round < rounds; round++) {
        const { ms, answer } = await timed(() => read(path));
        times.push(ms);
        statuses.add(answer);
      }
      say(`${kind}: ${what} ${median(times).toFixed(0)} ms (${[...statuses]})`);
    };
    // A person has 30 openings a minute.
    await site.query("delete from rate_limits");
    await measure("the home page as it is", "/");
    await measure("preview of the home page", `${link}/`);
    await measure(`preview of ${list}`, link + list);
    await measure("the Changes tab", `${PANEL}/changes?set=${set}`, 3);
    const checks = `${PANEL}/changes/checks?set=${set}`;
    await measure("checks", checks, 1);

    const records = save
      ? await site.query<Record<string, string>>(`select * from ${save.of} where slug like 'full-%' limit 20`)
      : [];
    /** Saves one after the other, each of another record that waits in the set, until the work has ended. */
    const savesBeside = async (what: string, work: () => Promise<unknown>) => {
      if (!save) return;
      let isOver = false;
      const done = work().finally(() => {
        isOver = true;
      });
      const times: number[] = [];
      const failed: number[] = [];
      await delay(100);
      for (const record of records) {
        if (isOver) break;
        const form = Object.fromEntries(
          Object.entries(record).filter(([, value]) => typeof value === "string"),
        );
        const saved = await timed(() =>
          owner.save(save.tab, { ...form, intent: "update", version: String(record.version) }),
        );
        record.version = String(Number(record.version) + 1);
        times.push(saved.ms);
        if (saved.answer.status !== 200) failed.push(saved.answer.status);
      }
      await done;
      say(
        `${kind}: ${times.length} saves of its records beside ${what}: slowest ${Math.max(0, ...times).toFixed(0)} ms, ${failed.length} failed (${failed})`,
      );
    };
    await savesBeside("checks", () => read(checks));
    await savesBeside("a preview", () => read(`${link}/`));
    const visit = async () => {
      const times: number[] = [];
      for (let i = 0; i < 40; i++) times.push((await timed(() => fetch(site.url + list))).ms);
      return times;
    };
    const [, visits] = await Promise.all([read(checks), visit()]);
    say(`${kind}: visitors of ${list} beside checks: slowest ${Math.max(...visits).toFixed(0)} ms`);
    const published = await timed(() => owner.save("changes", { intent: "publish", set }));
    say(`${kind}: publish ${published.ms.toFixed(0)} ms (${published.answer.status})`);
    const undone = await timed(() => owner.save("changes", { intent: "undo", set }));
    say(`${kind}: take back ${undone.ms.toFixed(0)} ms (${undone.answer.status})`);
  }
} finally {
  await site.close();
}
process.exit(0);
