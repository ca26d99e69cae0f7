import { describe, expect, test, vi } from "vitest";
import { ghostExport, OLD_SITE, wxr, wxrItem } from "../../../tests/support/exports.ts";
import { readFiles, changesIn as whys } from "../../../tests/support/read-files.ts";
import { folderOfFile } from "../../../tests/support/test-folder.ts";
import { suggestedChoices } from "../imported/choices.ts";
import { readDate } from "../imported/item.ts";
import { planImport, redirectsOf } from "./plan.ts";

const folder = folderOfFile();

const read = (files: Record<string, string | Buffer>, siteUrl = "") => readFiles(folder, files, siteUrl);

test.each([
  ["May 6, 2020", "2020-05-06T00:00:00.000Z"],
  ["5/6/2020", "2020-05-06T00:00:00.000Z"],
  ["06-05-2020", "2020-06-05T00:00:00.000Z"],
  ["2020-05-06", "2020-05-06T00:00:00.000Z"],
  ["2020-05-06 22:30:00", "2020-05-06T22:30:00.000Z"],
  ["2020-05-06T22:30:00.000", "2020-05-06T22:30:00.000Z"],
  ["6 May 2020 10:30 PM", "2020-05-06T22:30:00.000Z"],
  ["2020-05-06T22:30:00Z", "2020-05-06T22:30:00.000Z"],
  ["2020-05-06T22:30:00+02:00", "2020-05-06T20:30:00.000Z"],
  ["Wed, 06 May 2020 22:30:00 -0500", "2020-05-07T03:30:00.000Z"],
  ["May 6, 2020 10:30 PM EST", "2020-05-07T03:30:00.000Z"],
  ["0000-00-00 00:00:00", null],
  ["0001-01-01T00:00:00", null],
  ["06.05.2020", "2020-05-06T00:00:00.000Z"],
  ["31.12.2020 22:30", "2020-12-31T22:30:00.000Z"],
  ["43957", "2020-05-06T00:00:00.000Z"],
  ["43957.9375", "2020-05-06T22:30:00.000Z"],
  ["soon", null],
  ["", null],
])("the date “%s” is read as %s, whatever the server's time zone", (written, date) => {
  for (const zone of ["America/New_York", "Asia/Tokyo"]) {
    vi.stubEnv("TZ", zone);
    expect(readDate(written)).toBe(date);
  }
  vi.unstubAllEnvs();
});

describe("a WordPress export", () => {
  test("posts have all fields, even if images come later in the file", async () => {
    const { items, summary } = await read({
      "wp.xml": wxr(
        {
          ...{ id: 1, title: "Rye &amp; co", slug: "rye", excerpt: "Short", comments: 1 },
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
    for (const from of ["/category/news/*", "/blog/page/*"])
      expect(summary.archives).toContainEqual({ from, to: "/blog" });
    expect(JSON.stringify([items, summary])).not.toContain("example.org");
  });

  test("private, deleted and protected posts are skipped and reported", async () => {
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
      ["nav_menu_item (1)", "Menus, forms and designs aren't imported."],
    ]);
    const lines = wxr({ id: 1, title: "Secret" }).split("\n");
    expect(summary.left[0]!.line).toBe(lines.indexOf("<item>") + 1);
  });

  test("only the item with broken XML is skipped, but a file that's cut off is rejected", async () => {
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

  test("what a post refers to is found even in another file of a split export", async () => {
    const block = "<!-- wp:paragraph --><p>Call us</p><!-- /wp:paragraph -->";
    const upload = { type: "attachment", status: "inherit", slug: "b" };
    const { items, summary } = await read({
      "000.xml": wxr(
        { id: 1, title: "One", content: '<!-- wp:block {"ref":5} /-->', meta: { _thumbnail_id: "9" } },
        { id: 2, title: "Two", content: "Photos: [gallery]", meta: { _thumbnail_id: "77" } },
        {
          ...{ id: 3, title: "Three", meta: { footnotes: '[{"id":"n","content":"A <em>note</em>"}]' } },
          content:
            '<!-- wp:paragraph --><p>x<sup><a href="#n" id="n-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->',
        },
      ),
      "001.xml": wxr(
        { ...upload, id: 9, title: "b", parent: 2, file: `${OLD_SITE}/b.jpg` },
        { id: 5, title: "CTA", type: "wp_block", content: block },
      ),
    });
    expect(items.map(({ html, featuredImage }) => [html.replaceAll("\n", ""), featuredImage?.url])).toEqual([
      ["<p>Call us</p>", `${OLD_SITE}/b.jpg`],
      [`<p>Photos:</p><figure><img src="${OLD_SITE}/b.jpg" alt="" /></figure>`, undefined],
      [
        '<p>x<sup><a href="#section-n" id="section-n-link">1</a></sup></p><ol><li id="section-n">A <em>note</em> <a href="#section-n-link">↩</a></li></ol>',
        undefined,
      ],
    ]);
    expect(summary.changed).toMatchObject([{ title: "Two", why: "Its featured image isn't in the export." }]);
    expect(summary.archives.filter(({ from }) => from === "/tag/*")).toHaveLength(1);
  });

  test("a post's earlier URLs are included, unless another post has them now", async () => {
    const { items } = await read({
      "wp.xml": wxr({ id: 1, title: "New", oldSlugs: ["old", "older", "taken"] }, { id: 2, title: "Taken" }),
    });
    expect(items[0]!.oldUrls.slice(2)).toEqual(
      ["old", "older"].map((slug) => `${OLD_SITE}/2019/03/${slug}/`),
    );
  });

  test("slugs are spelled in a-z, whatever their script", async () => {
    const { items } = await read({
      "wp.xml": wxr(
        { id: 1, title: "Café Größe", slug: "caf%c3%a9-gr%c3%b6%c3%9fe" },
        { id: 2, title: "Привет", slug: "%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82" },
      ),
    });
    const plan = planImport(items, suggestedChoices(["post"], []), { taken: new Map(), known: new Map() });
    expect(plan.map(({ path }) => path)).toEqual(["/blog/cafe-grosse", "/blog/privet"]);
  });

  test("entities aren't expanded", async () => {
    const hostile = wxr({ id: 1, title: "T" })
      .replace(
        "<rss",
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>\n<rss',
      )
      .replace(/<title><!\[CDATA\[T\]\]>/, "<title>T &b; &f;");
    const { items } = await read({ "wp.xml": hostile });
    expect(items[0]!.title).not.toMatch(/aaaa|root:/);
  });

  test("a page without other content is read from Elementor's data", async () => {
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

  test("types, shortcodes and tags may be named like properties of Object", async () => {
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
    ["HTML instead of RSS", "<html><body>no</body></html>", "isn't a WordPress export"],
    ["deep nesting", `<rss><channel>${"<a>".repeat(200)}`, "nested too deeply"],
  ])("%s is rejected with an explanation", async (_, xml, sentence) => {
    await expect(read({ "wp.xml": xml })).rejects.toThrow(sentence);
  });
});

describe.each(["5.80.0", "6.0.3"])("a Ghost %s export", (version) => {
  test("posts have all fields, but members-only posts are skipped", async () => {
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
    expect(summary.archives.filter(({ from }) => from.startsWith("/tag/"))).toEqual([
      { from: "/tag/haunts/*", to: "/blog" },
    ]);
    expect(summary.left.map(({ why }) => why)).toEqual([
      "It's for members only.",
      "The export doesn't include its HTML. Open and save it in Ghost, then export again.",
    ]);
  });
});

describe("CSV and Markdown", () => {
  test("CSV columns are matched by name, even if semicolons separate them", async () => {
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

  test.each([
    ["UTF-16", Buffer.from("\uFEFFtitle\tcontent\r\nCafé – “one”\tNaïve\r\n", "utf16le")],
    ["UTF-8", Buffer.from("\uFEFFtitle;content\r\nCafé – “one”;Naïve\r\n")],
    ["Windows-1252", Buffer.from("title;content\r\nCaf\xe9 \x96 \x93one\x94;Na\xefve\r\n", "latin1")],
  ])("accents and quotation marks in an Excel file survive in %s", async (_, bytes) => {
    const { items } = await read({ "posts.csv": bytes });
    expect(items).toMatchObject([{ title: "Café – “one”", html: "<p>Naïve</p>" }]);
  });

  test("images that need the old site's URL are reported without it", async () => {
    const { summary } = await read({
      "a.md": "---\ntitle: A\ncover: img/a.png\n---\nText ![B](img/b.png)",
      "b.csv": "title,content,image\nB,Text,/c.png",
    });
    expect(summary.changed.map(({ why }) => why)).toEqual([
      "Removed: the image “img/b.png”.",
      "Removed: the image “img/a.png”.",
      "Removed: the image “/c.png”.",
    ]);
    const json = ghostExport("5.80.0", [{ feature_image: "__GHOST_URL__/content/d.png" }]);
    await expect(read({ "c.json": json })).rejects.toThrow("Enter the old site's URL");
    expect((await read({ "c.json": json }, "https://g.example")).items[0]!.featuredImage?.url).toBe(
      "https://g.example/content/d.png",
    );
  });

  test("TOML front matter is read", async () => {
    const toml = `+++\ntitle = "A \\"b\\" c"\ndate = 2020-05-06T10:00:00Z # day\ndraft = false\ntags = [\n  "x",\n  'y',\n]\nurl = '/old/'\n[params]\ncolor = 1\n[[menu]]\nname = "a"\n[[menu]]\nname = "b"\n+++\n\nText`;
    const { items } = await read({ "toml.md": toml }, "https://x.example");
    expect(items).toMatchObject([
      {
        ...{ title: 'A "b" c', date: "2020-05-06T10:00:00.000Z", category: "x", html: "<p>Text</p>" },
        oldUrls: ["https://x.example/old/"],
      },
    ]);
  });

  test("a date that can't be read is reported", async () => {
    const { summary } = await read({ "a.csv": "title,content,date\nOne,Text,31/12/2020" });
    expect(summary.changed[0]).toMatchObject({ line: 2, why: "We couldn't read its date, “31/12/2020”." });
  });

  test("rows and files with the same title or name are all imported", async () => {
    const csv = "title,content\nWeekly,One\nWeekly,Two\nПривет,Three\nМир,Four";
    const post = (title: string) => `---\ntitle: ${title}\n---\nText`;
    const { items } = await read({ "a.csv": csv, "index.md": post("First"), "_index.md": post("Second") });
    expect(new Set(items.map(({ key }) => key)).size).toBe(6);
    const plan = planImport(items, suggestedChoices(["post"], []), { taken: new Map(), known: new Map() });
    expect(plan.map(({ slug }) => slug)).toEqual([
      ...["weekly", "weekly-2", "privet", "mir", "first", "second"],
    ]);
  });

  test("Markdown fields come from the front matter, and a missing title from the first heading", async () => {
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

  test("a file whose front matter would expand to gigabytes is skipped", async () => {
    const bomb = `---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\nText`;
    const { items, summary } = await read({ "bomb.md": bomb, "good.md": "# Good\n\nText" });
    expect(items.map(({ title }) => title)).toEqual(["Good"]);
    expect(summary.left[0]).toMatchObject({ title: "bomb.md", why: expect.stringMatching(/front matter/) });
  });
});

describe("what isn't certainly public becomes a draft, and the report says so", () => {
  test.each([
    ["draft", false, []],
    ["trash", false, ["Its status is “trash”, so it becomes a draft."]],
    ["Archived", false, ["Its status is “Archived”, so it becomes a draft."]],
    ["publish", true, []],
    ["Published", true, []],
    ["true", true, []],
    ["", true, []],
  ])("a CSV row with the status “%s”: public is %s", async (status, isPublished, notes) => {
    const found = await read({ "a.csv": `post_title,post_content,post_status\nA,B,${status}` });
    expect([found.items[0]!.isPublished, whys(found)]).toEqual([isPublished, notes]);
  });

  test("a date in the future", async () => {
    const found = await read({ "a.md": "---\ntitle: A\ndate: 2999-03-04\n---\nText" });
    expect([found.items[0]!.isPublished, whys(found)]).toEqual([
      false,
      ["Its date is in the future (March 4, 2999), so it becomes a draft."],
    ]);
  });

  test("scheduled and pinned posts of WordPress and Ghost", async () => {
    const item = wxrItem({ id: 1, title: "Later", status: "future", date: "2999-03-04 05:06:07" });
    const sticky = item.replace("</item>", "<wp:is_sticky>1</wp:is_sticky></item>");
    const found = await read({ "wp.xml": wxr(sticky) });
    expect([found.items[0]!.isPublished, whys(found)]).toEqual([
      false,
      [
        "It was scheduled for March 4, 2999, and becomes a draft.",
        "It was pinned to the top. Pin it here, too.",
      ],
    ]);
    const ghost = ghostExport("6.0.3", [
      { status: "scheduled", published_at: "2999-03-04T05:06:07.000Z", featured: true },
    ]);
    expect(whys(await read({ "g.json": ghost }))).toEqual([
      "It was scheduled for March 4, 2999, and becomes a draft.",
      "It was featured, and isn't pinned to the top here.",
    ]);
  });
});

describe("nothing is lost or changed without a line in the report", () => {
  test("a Ghost export from before version 3", async () => {
    const { items } = await read(
      {
        "g.json": ghostExport("2.0.0", [
          { page: 1, type: undefined, meta_title: "M", author_id: "u", image: "/a.png", feature_image: null },
        ]).replace(/"posts_(meta|authors)":\[.*?\]/g, '"posts_$1":[]'),
      },
      "https://g.example",
    );
    expect(items[0]).toMatchObject({
      ...{ type: "page", author: "Gus Ghost", seo: { title: "M" } },
      featuredImage: { url: "https://g.example/a.png" },
    });
  });

  test("a CSV column “published” may be a date, and an unclear date is named", async () => {
    const found = await read({
      "a.csv": "title,content,published\nA,B,2020-02-03\nC,D,03/04/2021\nE,F,03/25/2021",
    });
    expect(found.items.map(({ date, isPublished }) => [date, isPublished])).toEqual([
      ["2020-02-03T00:00:00.000Z", true],
      ["2021-03-04T00:00:00.000Z", true],
      ["2021-03-25T00:00:00.000Z", true],
    ]);
    expect(whys(found)).toEqual(["Its date, “03/04/2021”, was read as March 4, 2021."]);
  });

  test("full URLs in a CSV file name the old site", async () => {
    const { items, summary } = await read({ "a.csv": "title,content,url\nA,B,https://old.example/a/b/" });
    const plan = planImport(items, suggestedChoices(["post"], []), { taken: new Map(), known: new Map() });
    expect([summary.siteUrl, redirectsOf(plan, summary.siteUrl)]).toEqual([
      "https://old.example",
      [{ from: "/a/b/*", to: "/blog/b" }],
    ]);
  });

  test("the primary category of Yoast is found by its id", async () => {
    const categories = ["One", "Two"].map(
      (name) => `<category domain="category" nicename="${name.toLowerCase()}">${name}</category>`,
    );
    const item = wxrItem({ id: 1, title: "A", meta: { _yoast_wpseo_primary_category: "7" } }).replace(
      /<category [\s\S]*?<\/category>/,
      categories.join(""),
    );
    const known =
      "<wp:category><wp:term_id>7</wp:term_id><wp:category_nicename>two</wp:category_nicename><wp:cat_name>Two</wp:cat_name></wp:category>";
    const found = await read({ "wp.xml": wxr(item).replace("<item>", `${known}<item>`) });
    expect([found.items[0]!.category, whys(found)]).toEqual([
      "Two",
      ["Its other categories aren't imported: One"],
    ]);
    const without = await read({ "wp.xml": wxr(item) });
    expect([without.items[0]!.category, whys(without)]).toEqual([
      "One",
      ["Filed under its first category, “One”.", "Its other categories aren't imported: Two"],
    ]);
  });

  test("tags of Jekyll and Hugo stay as they are", async () => {
    const body = "A note {% highlight js %}x{% endhighlight %} {{< youtube x >}}";
    expect(whys(await read({ "a.md": body }))).toEqual([
      "The text contains “{% highlight js %}”, “{% endhighlight %}”, “{{< youtube x >}}”, which stays as it is.",
    ]);
  });

  test("posts without text, or with too much of it, are left out", async () => {
    const { items, summary } = await read({
      "wp.xml": wxr(
        { id: 1, title: "Empty", content: " " },
        { id: 2, title: "Long", content: `<p>${"word ".repeat(110_000)}</p>` },
        { id: 3, title: "Fine" },
      ),
    });
    expect([items.map(({ title }) => title), summary.left.map(({ why }) => why)]).toEqual([
      ["Fine"],
      ["It has no text.", "Its text is longer than 500,000 characters."],
    ]);
  });

  test("Excel's line with the separator isn't taken for the columns", async () => {
    expect((await read({ "a.csv": "sep=;\r\ntitle;content\r\nA;B" })).items).toMatchObject([{ title: "A" }]);
  });
});
