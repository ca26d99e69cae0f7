import { beforeEach, expect, test } from "vitest";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();
const { clear, query, read, save } = site;

beforeEach(() => clear("change_sets", "blog_posts", "landing_pages", "slug_history", "website_settings"));

const calendar = (search: string) => read(`${PANEL}/changes/calendar?${search}`);

/** Returns the words of each day that has entries, by day, without its name. */
async function daysOf(search: string): Promise<Record<string, string>> {
  const days = (await calendar(search)).split(/(?=<li class="cal__day")/).slice(1);
  return Object.fromEntries(
    days
      .map(
        (html) =>
          [/data-day="([\d-]+)"/.exec(html)![1], elementsOf(html, "ul").map(wordsOf).join(" ")] as const,
      )
      .filter(([, words]) => words),
  );
}

async function addPost(title: string, created = "2026-12-10T12:00Z", published = true) {
  const [post] = await query<{ id: string }>(
    `insert into blog_posts (title, slug, content, created_at, published)
     values ($1, lower(replace($1, ' ', '-')), '<p>Words</p>', $2, $3) returning id`,
    [title, created, published],
  );
  return post!.id;
}

/** Adds drafts that are scheduled together, or unscheduled ones. */
async function addDrafts(
  ids: readonly string[],
  at: string | null,
  until: string | null = null,
  kind = "blog-posts",
) {
  const [set] = await query<{ id: string }>(
    "insert into change_sets (publish_at, take_back_at, separate) values ($1, $2, true) returning id",
    [at, until],
  );
  for (const id of ids)
    await query(
      `insert into change_items (change_set_id, kind, record_id, name, fields) values ($1, $2, $3, $4, '{}')`,
      [set!.id, kind, id, `Draft of ${id.slice(0, 4)}`],
    );
  return set!.id;
}
const nameOf = (id: string) => draftName({ kind: "blog-posts", id });
const timesOf = async () =>
  (
    await query<{ at: Date; until: Date | null }>(
      "select publish_at at, take_back_at until from change_sets where publish_at is not null order by 1",
    )
  ).map(({ at, until }) => [at.toISOString(), until?.toISOString() ?? null]);

test("a month shows its whole weeks, and each entry on its day in the site's time zone", async () => {
  // New York is five hours behind UTC.
  await addPost("Before", "2026-11-30T04:59Z");
  await addPost("First", "2026-11-30T05:00Z");
  await addPost("Late", "2027-01-01T04:30Z");
  await addPost("Last", "2027-01-04T04:59Z");
  await addPost("After", "2027-01-04T05:00Z");
  await addPost("Draft", "2026-12-12T12:00Z", false);
  expect(await daysOf("at=2026-12")).toEqual({
    "2026-11-30": "First Published 12:00 AM · Post",
    "2026-12-31": "Late Published 11:30 PM · Post",
    "2027-01-03": "Last Published 11:59 PM · Post",
  });
  expect(Object.keys(await daysOf("view=week&at=2026-12-31"))).toEqual(["2026-12-31", "2027-01-03"]);
  expect(Object.keys(await daysOf("view=day&at=2026-12-31"))).toEqual(["2026-12-31"]);
  await query(
    "insert into website_settings (setting_key, setting_value) values ('time_zone', 'Europe/Berlin')",
  );
  expect(Object.keys(await daysOf("at=2026-12"))).toEqual(["2026-11-30", "2027-01-01"]);
});

test("on days of 23 and 25 hours, late and repeated times stay on their day", async () => {
  await addPost("Spring", "2026-03-09T03:30Z");
  await addPost("Next", "2026-03-09T04:00Z");
  await addPost("One", "2026-11-01T05:30Z");
  await addPost("Two", "2026-11-01T06:30Z");
  await addPost("Evening", "2026-11-02T04:30Z");
  expect(await daysOf("view=week&at=2026-03-08")).toEqual({
    "2026-03-08": "Spring Published 11:30 PM · Post",
  });
  expect(Object.keys(await daysOf("view=week&at=2026-03-09"))).toEqual(["2026-03-09"]);
  expect(await daysOf("view=week&at=2026-11-01")).toEqual({
    "2026-11-01":
      "One Published 1:30 AM · Post Two Published 1:30 AM · Post Evening Published 11:30 PM · Post",
  });
});

test("schedules and reverts are on their days and open the draft; reverts of what's live can't be moved", async () => {
  const [id, other] = [await addPost("One", "2026-01-01T12:00Z"), await addPost("Two", "2026-01-01T12:00Z")];
  await addDrafts([id], "2098-12-08T14:00Z", "2098-12-20T14:00Z");
  const live = await addDrafts([other], null, "2098-12-24T14:00Z");
  await query("update change_sets set state = 'published', published_at = now() where id = $1", [live]);
  await query("update change_items set waits = false where change_set_id = $1", [live]);
  const days = await daysOf("at=2098-12");
  expect(days["2098-12-08"]).toMatch(/^Draft of .{4} Scheduled 9:00 AM · Post/);
  expect(days["2098-12-20"]).toMatch(/^Draft of .{4} Reverts 9:00 AM · Post/);
  expect(days["2098-12-24"]).toMatch(/^Draft of .{4} Reverts 9:00 AM · Post/);
  const html = await calendar("at=2098-12");
  expect(html).toContain(`href="${PANEL}/blog?edit=${id}&amp;draft=1"`);
  expect(html.match(/aria-label="Move Draft/g)).toHaveLength(2);
  expect(wordsOf(html)).not.toContain("Not scheduled");
});

test("drafts without a schedule are listed, unpublished records only if they have no draft", async () => {
  const [drafted, hidden] = [
    await addPost("Drafted", undefined, false),
    await addPost("Hidden", undefined, false),
  ];
  await addDrafts([drafted], null);
  const words = wordsOf(await calendar("at=2026-12"));
  expect(words).toMatch(
    /Not scheduled .*Draft of .{4} Draft Post Schedule… Draft of .{4} Hidden Draft Post · Open it/,
  );
  expect(words).not.toContain("Drafted");
  expect(words).toContain("Nothing was published or is scheduled in this period.");
  await addDrafts([hidden], "2098-12-08T14:00Z");
  expect(wordsOf(await calendar("at=2026-12"))).not.toContain("Hidden");
});

test("moving keeps the time and both dates of drafts scheduled together; the reply says how to undo it", async () => {
  const ids = [await addPost("One"), await addPost("Two")];
  await addDrafts(ids, "2098-12-08T14:00Z", "2098-12-20T14:00Z");
  const drafts = ids.map(nameOf).join(".");
  const move = (at: string, until = "2098-12-20T09:00") =>
    save("changes", { intent: "schedule", drafts, at, until });
  const moved = await move("2098-12-10T09:00");
  expect([moved.status, moved.text]).toEqual([200, expect.stringContaining("2 drafts, scheduled together.")]);
  expect(moved.text).toContain("2098-12-08T09:00");
  expect(await timesOf()).toEqual([["2098-12-10T14:00:00.000Z", "2098-12-20T14:00:00.000Z"]]);
  for (const [at, why] of [
    ["2026-01-05T09:00", "This time is in the past. Choose a later one."],
    ["2099-03-08T02:30", "no such time on that day"],
    ["2098-12-21T09:00", "It would be reverted before it goes live."],
  ] as const) {
    const refused = await move(at, at.startsWith("2099") ? "" : undefined);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(why)]);
  }
  expect(await timesOf()).toEqual([["2098-12-10T14:00:00.000Z", "2098-12-20T14:00:00.000Z"]]);
});

test("Undo of a draft's first schedule unschedules it", async () => {
  const id = await addPost("One");
  await addDrafts([id], null);
  const reply = await save("changes", { intent: "schedule", drafts: nameOf(id), at: "2098-12-10T09:00" });
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"unschedule"')]);
  expect(await timesOf()).toHaveLength(1);
});

test("a day with many entries shows three, and links to all of them; the month stays small", async () => {
  await query(
    `insert into blog_posts (title, slug, content, created_at)
     select 'Post ' || n, 'post-' || n, repeat('<p>Long</p>', 1000), '2026-12-01T12:00Z'::timestamptz + n % 5 * interval '1 day'
     from generate_series(1, 1000) n`,
  );
  const month = await calendar("at=2026-12");
  expect(month.match(/class="cal__title"/g)).toHaveLength(15);
  expect(month).toContain(`href="${PANEL}/changes/calendar?view=day&amp;at=2026-12-03"`);
  expect(wordsOf(month)).toContain("+197 more on Thursday, December 3, 2026");
  const empty = await calendar("at=2026-06");
  expect(month.length - empty.length).toBeLessThan(30_000);
  expect((await calendar("view=day&at=2026-12-03")).match(/class="cal__title"/g)).toHaveLength(200);
});

test("anything but a month or a day in the URL is today", async () => {
  const today = /aria-current="date"/;
  for (const at of ["", "at=2026-13", "at=2026-02-30", "at=x", "at=9999-12", "view=year"])
    expect(await calendar(at)).toMatch(today);
  expect(await calendar("at=2098-12")).not.toMatch(today);
});

test("editors see it without the owner's drafts; the enquiries role doesn't", async () => {
  await addPost("Post");
  await addDrafts(["general"], "2026-12-09T14:00Z", null, "settings");
  const ask = async (role: string) => {
    const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, await addPerson(site.query, role))}`;
    return fetch(`${site.url}${PANEL}/changes/calendar?at=2026-12`, { headers: { Cookie } });
  };
  const editor = wordsOf(await (await ask("editor")).text());
  expect(editor).toContain("Post Published");
  expect(editor).not.toContain("Settings");
  expect((await ask("enquiries")).status).toBe(404);
  expect((await daysOf("at=2026-12"))["2026-12-09"]).toContain("Settings");
});
