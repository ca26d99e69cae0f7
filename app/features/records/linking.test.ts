import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { blogPost } from "../blog/kind.ts";
import { website_content } from "../website-content/table.server.ts";
import { blogPosts } from "./blog-posts.server.ts";
import { listLinking } from "./linking.server.ts";

const { owner } = await openTestDatabases();
const SITE = "https://www.agency.com";
const add = async (slug: string, content: string) =>
  (await blogPosts.insert(owner, blogPost.schema.parse({ title: slug, slug, content }))).id;

test("links are found in HTML, JSON and link fields", async () => {
  const place = { page_name: "home", section_name: "s" };
  const text = (content_key: string, content_value: string) => ({ ...place, content_key, content_value });
  await owner
    .insert(website_content)
    .values([
      text("html", '<p>Read <a title="x" href="/blog/a?x=1#y">it</a></p>'),
      text("whole", `<a href="${SITE}/blog/a/">it</a>`),
      text("json", '[{"href":"/Blog/A"}]'),
      text("within", JSON.stringify([{ answer: '<a href="/blog/b#top">it</a>' }])),
      text("link", " /blog/a#part "),
      text("words", "Read /blog/a"),
      text(
        "other",
        '<a href="/blog/a-b">1</a> <a href="/blog/a/b">2</a> <a href="https://elsewhere.net/blog/a">3</a>',
      ),
    ]);
  const self = await add("a", '<a href="/blog/a">self</a>');
  const other = await add("other", "<p><a href='/blog/a'>it</a></p>");
  await blogPosts.trash.remove(owner, await add("deleted", '<a href="/blog/a">it</a>'));
  const found = await listLinking(owner, { paths: ["/blog/a", "/blog/b"], siteUrl: SITE, except: self });
  const tab = "/admin-control-panel-seoprozone";
  expect(found.map(({ to }) => to).sort()).toEqual(
    [
      `${tab}/blog?edit=${other}`,
      ...["html", "json", "link", "whole", "within"].map((key) => `${tab}/content?edit=home%3As%3A${key}`),
    ].sort(),
  );
  expect(found.find(({ to }) => to.includes("/blog?"))?.label).toBe("other");
});
