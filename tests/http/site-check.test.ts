// Decision 0019.
import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { LOW_PRIORITY } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();
const LIST = `${PANEL}/pages/check`;

async function check() {
  await site.request(LIST, { intent: "check" });
  const state = async () =>
    (
      await site.query<{ state: string }>("select state from site_checks order by requested_at desc limit 1")
    )[0]?.state;
  await expect.poll(state, LOW_PRIORITY).toMatch(/done|failed/);
  expect(await state()).toBe("done");
}

test("before the first check, the tab offers to start one", async () => {
  const page = await site.read(LIST);
  expect(page).toContain("Not checked yet");
  expect(page).toContain("Check now");
  expect(wordsOf(await site.read(`${PANEL}/dashboard`))).toContain("The site hasn't been checked yet.");
});

test("a check reads every page in the sitemap and links each issue to its field", async () => {
  const words = "Words that say in some length what is written there, so that nobody has to open it to know.";
  await site.query(
    `insert into blog_posts (title, slug, content, excerpt, published, meta_title) values
      ('One of two', 'one', '<p>See <a href="/never-there">this</a>.</p>', $1, true, 'The same title on two pages'),
      ('Two of two', 'two', '<p><img src="/media/abcdefghijkl" alt="x"></p>', $1 || ' Again.', true, 'The same title on two pages'),
      ('Short', 'short', '<p>Well.</p>', $1 || ' Short.', true, 'Tiny')`,
    [words],
  );
  await site.query(
    `insert into page_seo (page_name, is_indexable, is_followable) values ('team', false, true)`,
  );
  await check();
  const page = await site.read(LIST);
  const ids = await site.query<{ slug: string; id: string }>("select slug, id from blog_posts");
  const editOf = (slug: string) => `edit=${ids.find((row) => row.slug === slug)!.id}`;
  expect(page).toContain("Broken links: /never-there.");
  expect(page).toContain(`${editOf("one")}#content`);
  expect(page).toContain("2 pages have the title “The same title on two pages");
  expect(page).toContain(`${editOf("two")}#meta_title`);
  expect(page).toContain("An image in the text was deleted");
  expect(page).toContain("“Tiny");
  expect(page).toContain("This page is hidden from search engines (noindex).");
  expect(page).toContain("name=team&amp;seo=1#is_indexable");
  expect(await site.read(`${PANEL}/dashboard`)).toMatch(/\d+ to fix first, \d+ to improve/);
  expect(await site.query("select path from missing_paths")).toEqual([]);
});

test("a fixed issue disappears when its page is checked again", async () => {
  await site.query("update blog_posts set content = '<p>See nothing.</p>' where slug = 'one'");
  const reply = await site.request(LIST, { intent: "again", paths: "/blog/one" });
  expect(await reply.text()).toContain("Fixed");
  expect(await site.read(LIST)).not.toContain("/never-there");
  await site.query("update blog_posts set meta_title = 'A title that says what it is' where slug = 'short'");
  // The panel requests this check after every save.
  await site.read(`${PANEL}/page-checks?path=/blog/short`);
  expect(await site.read(LIST)).not.toContain("“Tiny");
  await site.query("update blog_posts set published = false where slug = 'two'");
  await site.request(LIST, { intent: "again", paths: "/blog/two" });
  expect(await site.read(LIST)).not.toContain("The same title on two pages");
});

test("a dismissed issue is hidden until it's restored", async () => {
  await site.request(LIST, { intent: "leave", kind: "robots", about: "", path: "/team" });
  expect(await site.read(LIST)).not.toContain("This page is hidden from search engines");
  await site.request(LIST, { intent: "again", paths: "/team" });
  expect(await site.read(LIST)).not.toContain("This page is hidden from search engines");
  await site.request(LIST, { intent: "bring-back" });
  expect(await site.read(LIST)).toContain("This page is hidden from search engines");
});

test("invalid requests are rejected", async () => {
  const strange: Record<string, string>[] = [
    { intent: "leave", kind: "nonsense", about: "", path: "/" },
    { intent: "again", paths: "https://other.example/" },
    { intent: "again", paths: "//other.example/" },
  ];
  for (const form of strange) expect((await site.request(LIST, form)).status).toBe(400);
});
