// What a preview of a change set costs beside the same page as it is, both made anew: by turns, one after the other.
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { measureAnswers, median, say } from "./times.ts";

const TURNS = 12;
const ROUNDS = 10;
const GOAL_TIMES = 3;
/** Each makes one record's draft, in turn, of every kind. */
const KEPT = [
  `select 'blog-posts' as kind, id::text as record_id, 'title' as field, title as base from blog_posts order by slug limit 4`,
  `select 'case-studies', id::text, 'title', title from case_studies order by slug limit 2`,
  `select 'settings', setting_key, 'value', setting_value from website_settings where setting_key = 'phone_number'`,
  `select 'page-seo', name, 'meta_title', '' from (values ('team'), ('contact')) as pages (name)`,
  `select 'website-content', 'home:hero:title', 'content_value', ''`,
];

const site = await openSite({ ADMIN_PASSWORD, SEED: "demo", BACKUP_DIR: "off" });
try {
  const { session } = await logIn(site.url);
  const set = crypto.randomUUID();
  await site.query("insert into change_sets (id) values ($1)", [set]);
  for (const records of KEPT)
    await site.query(
      `insert into change_items (change_set_id, kind, record_id, name, fields)
       select $1, kind, record_id, record_id, json_build_object(field, json_build_object(
         'base', json_build_object('value', base), 'value', json_build_object('value', 'Another one ' || row_number() over ())))
       from (${records}) as of_kind (kind, record_id, field, base)`,
      [set],
    );
  const changes = await site.query("select from change_items");
  const preview = `${PANEL}/preview?set=${set}&kind=settings&record=phone_number`;
  const times = { plain: [] as number[], preview: [] as number[] };
  for (const count of [changes.length, 1]) {
    if (count === 1) await site.query("delete from change_items where kind <> 'settings'");
    for (const all of Object.values(times)) all.length = 0;
    for (let turn = 0; turn < TURNS; turn++)
      for (const [what, address] of [
        ["plain", "/"],
        ["preview", preview],
      ] as const)
        times[what].push((await measureAnswers(site.url + address, session, ROUNDS)).median);
    const [plain, shown] = [median(times.plain), median(times.preview)];
    say(
      `${count} changes: ${shown.toFixed(1)} ms beside ${plain.toFixed(1)} ms for the page as it is: ${(shown / plain).toFixed(2)} times (goal ${GOAL_TIMES})`,
    );
  }
} finally {
  await site.close();
}
process.exit(0);
