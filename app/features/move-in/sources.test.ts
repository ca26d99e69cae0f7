import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ghostExport, OLD_SITE, wxr } from "../../../tests/support/exports.ts";
import { folderOfFile } from "../../../tests/support/test-folder.ts";
import { suggestedChoices } from "./choices.ts";
import { emptySummary, type SourceItem } from "./item.ts";
import { planImport } from "./plan.ts";
import { readExport } from "./read-export.server.ts";

const folder = folderOfFile();

/** Reads files, given as name and content. */
async function read(files: Record<string, string | Buffer>, siteUrl = "") {
  const summary = { ...emptySummary(), siteUrl };
  const given = Object.entries(files).map(([name, content], i) => {
    const file = path.join(folder, `${i}`);
    fs.writeFileSync(file, content);
    return { path: file, name };
  });
  const items: SourceItem[] = [];
  for await (const item of readExport(given, summary)) items.push(item);
  return { items, summary };
}

describe("a WordPress export", () => {
  test("posts have their date, author, category, image, SEO fields and old URLs, even if images come later in the file", async () => {
    const { items, summary } = await read({
      "wp.xml": wxr(
        {
          ...{ id: 1, title: "Rye &amp; co", slug: "rye", excerpt: "Short" },
          content: "<!-- wp:paragraph --><p>Bread]]> is good</p><!-- /wp:paragraph -->",
          meta: { _thumbnail_id: "9", _yoast_wpseo_title: "%%title%% | %%sitename%%", _edit_lock: "x" },
        },
        { id: 2, title: "Begun", status: "draft" },
        { id: 3, title: "About", type: "page" },
        {
          ...{ id: 9, title: "bread", type: "attachment", status: "inherit", file: `${OLD_SITE}/b.jpg` },
          meta: { _wp_attachment_image_alt: "A loaf" },
        },
      ),
    });
    expect(items.map(({ title, type, isPublished }) => [title, type, isPublished])).toEqual([
      ["Rye & co", "post", true],
      ["Begun", "post", false],
      ["About", "page", true],
    ]);
    expect(items[0]).toMatchObject({
      ...{
        key: "wordpress:old.site.test:1",
        slug: "rye",
        date: "2019-03-04T05:06:07.000Z",
        author: "Ann Baker",
      },
      ...{ category: "News & views", excerpt: "Short", html: "<p>Bread]]&gt; is good</p>" },
      featuredImage: { url: `${OLD_SITE}/b.jpg`, alt: "A loaf" },
      seo: { title: "Rye & co | Old & good", isIndexable: true },
      oldUrls: [`${OLD_SITE}/2019/03/rye/`, `${OLD_SITE}/?p=1`],
    });
    expect(summary).toMatchObject({
      siteTitle: "Old & good",
      siteUrl: OLD_SITE,
      found: { post: 2, page: 1, attachment: 1 },
    });
    expect(summary.archives).toContainEqual({ from: "/category/news/*", to: "/blog" });
    expect(JSON.stringify([items, summary])).not.toContain("example.org");
  });

  test("private, deleted and protected posts are skipped and reported with their title and line", async () => {
    const { items, summary } = await read({
      "wp.xml": wxr(
        { id: 1, title: "Secret", status: "private" },
        { id: 2, title: "Gone", status: "trash" },
        { id: 3, title: "Locked", password: "x" },
        { id: 4, title: "Menu", type: "nav_menu_item" },
      ),
    });
    expect(items).toEqual([]);
    expect(summary.left.map(({ title, why }) => [title, why])).toEqual([
      ["Secret", "It's private."],
      ["Gone", "It's in the trash."],
      ["Locked", "It's protected by a password."],
    ]);
    const lines = wxr({ id: 1, title: "Secret" }).split("\n");
    expect(summary.left[0]!.line).toBe(lines.indexOf("<item>") + 1);
  });

  test("broken XML skips only its own item and is reported with the line; a file that's cut off is rejected with the line", async () => {
    const whole = wxr({ id: 1, title: "Good" }, "<item><title>Bad<link></item>", {
      id: 2,
      title: "Also good",
    });
    const { items, summary } = await read({ "wp.xml": whole });
    expect(items.map(({ title }) => title)).toEqual(["Good", "Also good"]);
    expect(summary.left[0]!.why).toMatch(/Broken XML: <\w+> isn't closed before line \d+/);
    const cut = whole.slice(0, whole.indexOf("Also good"));
    await expect(read({ "wp.xml": cut })).rejects.toThrow(`cut off at line ${cut.split("\n").length}.`);
  });

  test("entities aren't expanded, whatever they name", async () => {
    const hostile = wxr({ id: 1, title: "T" })
      .replace(
        "<rss",
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>\n<rss',
      )
      .replace(/<title><!\[CDATA\[T\]\]>/, "<title>T &b; &f;");
    const { items } = await read({ "wp.xml": hostile });
    expect(items[0]!.title).not.toMatch(/aaaa|root:/);
  });

  test("a page whose content is only in Elementor's data is read from there", async () => {
    const data = [
      {
        elements: [
          { widgetType: "heading", settings: { title: "Hello" } },
          { widgetType: "text-editor", settings: { editor: "<p>World</p>" } },
        ],
      },
    ];
    const { items } = await read({
      "wp.xml": wxr({ id: 1, title: "T", content: "", meta: { _elementor_data: JSON.stringify(data) } }),
    });
    expect(items[0]!.html).toMatch(/<h2>Hello<\/h2>\s*<p>World<\/p>/);
  });

  test("types, shortcodes and tags named like an object's own properties are names like any other", async () => {
    const content = '[constructor a="b"]x[/constructor] <p>Text</p><constructor>y</constructor>';
    const { items, summary } = await read({
      "wp.xml": wxr({ id: 1, title: "One", type: "constructor", content }),
    });
    expect([summary.found, summary.shortcodes]).toEqual([{ constructor: 1 }, { constructor: 1 }]);
    expect(items[0]!.html).not.toMatch(/function|object/i);
    const of = { taken: new Map(), known: new Map() };
    expect(planImport(items, suggestedChoices([], []), of)[0]).toMatchObject({ target: "" });
  });

  test.each([
    ["rss without items of WordPress", "<html><body>no</body></html>", "isn't a WordPress export"],
    ["deep nesting", `<rss><channel>${"<a>".repeat(200)}`, "nested too deeply"],
  ])("%s is rejected with an explanation", async (_, xml, sentence) => {
    await expect(read({ "wp.xml": xml })).rejects.toThrow(sentence);
  });
});

describe.each(["5.80.0", "6.0.3"])("a Ghost %s export", (version) => {
  test("posts have their tag, author, SEO fields and images from the old site; posts for members are skipped", async () => {
    const json = ghostExport(version, [
      {
        feature_image: "__GHOST_URL__/content/i.png",
        html: '<p><a href="__GHOST_URL__/x/">x</a></p>',
        custom_excerpt: "E",
      },
      { status: "draft" },
      { visibility: "members" },
      { html: null, lexical: "{}" },
    ]);
    const { items, summary } = await read({ "ghost.json": json }, "https://ghost.example");
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      ...{ title: "Ghost 0", slug: "ghost-0", author: "Gus Ghost", category: "Haunts", excerpt: "E" },
      ...{ date: "2021-02-03T04:05:06.000Z", oldUrls: ["https://ghost.example/ghost-0/"] },
      html: '<p><a href="https://ghost.example/x/">x</a></p>',
      featuredImage: { url: "https://ghost.example/content/i.png" },
      seo: { title: "Meta", description: "Said" },
    });
    expect(items[1]!.isPublished).toBe(false);
    expect(summary.left.map(({ why }) => why)).toEqual([
      "It's for members only.",
      "The export doesn't include its HTML. Open and save it in Ghost, then export again.",
    ]);
  });
});

describe("CSV and Markdown", () => {
  test("columns are matched by name, whatever the separator; a line without content is reported", async () => {
    const { items, summary } = await read(
      {
        "posts.csv":
          'Post Title;Body;Permalink;Publish Date;Meta Description\nOne;"First\n\nSecond";/a/one.html;2020-05-06;D\nTwo;;;;',
      },
      "https://x.example",
    );
    expect(items[0]).toMatchObject({
      ...{ title: "One", slug: "one", html: "<p>First</p>\n<p>Second</p>" },
      ...{ oldUrls: ["https://x.example/a/one.html"], seo: { description: "D" } },
    });
    expect(summary.left).toEqual([{ title: "Two", why: "It has no content.", line: 5 }]);
  });

  test("fields come from the front matter; if it has no title, the first heading is used", async () => {
    const { items } = await read(
      {
        "2020-01-02-hello.md":
          "---\ntitle: Hello\ntags: [a, b]\ndraft: true\naliases: [/old]\ndescription: D\n---\n\n*Hi* <script>x</script>",
        "plain.md": "# Plain\n\nText",
      },
      "https://x.example",
    );
    expect(items[0]).toMatchObject({
      ...{
        title: "Hello",
        slug: "hello",
        category: "a",
        isPublished: false,
        date: "2020-01-02T00:00:00.000Z",
      },
      ...{ html: "<p><em>Hi</em> </p>", seo: { description: "D" } },
    });
    expect(items[1]).toMatchObject({ title: "Plain", slug: "plain", html: "<p>Text</p>" });
  });

  test.each([
    ["broken.csv", 'title,content\n"a,b', "line 2"],
    ["columns.csv", "name,price\na,b", "needs the columns “title” and “content”"],
    ["broken.json", '{"db": [', "isn't valid JSON"],
    ["other.json", '{"a": 1}', "isn't a Ghost export"],
    ["empty.xml", "", "“empty.xml” is empty."],
    ["zip.xml", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), "isn't a text file"],
    ["letter.doc", "Dear all", "isn't a WordPress export (.xml), a Ghost export"],
  ])("%s is rejected with an explanation", async (name, content, sentence) => {
    await expect(read({ [name]: content })).rejects.toThrow(sentence);
  });

  test("front matter that would expand to gigabytes is skipped and reported", async () => {
    const bomb = `---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\nText`;
    const { items, summary } = await read({ "bomb.md": bomb, "good.md": "# Good\n\nText" });
    expect(items.map(({ title }) => title)).toEqual(["Good"]);
    expect(summary.left[0]).toMatchObject({ title: "bomb.md", why: expect.stringMatching(/front matter/) });
  });
});
