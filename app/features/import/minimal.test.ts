// The smallest input of everything that an import once lost or changed without a word.
import { describe, expect, test } from "vitest";
import { ghostExport, wxrItem } from "../../../tests/support/exports.ts";
import { changesIn, type Read, readFiles } from "../../../tests/support/read-files.ts";
import { folderOfFile } from "../../../tests/support/test-folder.ts";
import { suggestedChoices, type Target } from "../imported/choices.ts";
import { readSiteUrl } from "../imported/item.ts";
import { LinkMap, planImport, redirectsOf } from "./plan.ts";

const folder = folderOfFile();
const OLD = "http://old.com";

/** Returns a WordPress export with a site's URL as written. */
const wp = (items: string[], site = `<wp:base_blog_url>${OLD}</wp:base_blog_url>`) =>
  `<?xml version="1.0" encoding="UTF-8" ?><rss version="2.0"><channel><title>Old</title>${site}\n${items.join("\n")}\n</channel></rss>`;
const item = (fields: Partial<Parameters<typeof wxrItem>[0]> = {}, more = "", base = OLD) =>
  wxrItem({ id: 1, title: "A", link: `${base}/a/`, ...fields }).replace("</item>", `${more}</item>`);
/** Returns an item's only category elements. */
const filed = (xml: string, ...categories: string[]) =>
  xml.replace(/<category [\s\S]*?<\/category>/, categories.join(""));
const upload = (id: number, file: string, parent = 0) =>
  item({
    ...{ id, title: file, type: "attachment", status: "inherit", parent, link: "" },
    file: `${OLD}/wp-content/uploads/${file}`,
  });

const csv = (...lines: string[]) => lines.join("\n");
const ghost = (post: Record<string, unknown>, version = "5.80.0") => ghostExport(version, [post]);
const md = (matter: string, body = "Text") => `---\n${matter}\n---\n${body}`;

type Input = Record<string, string> | [name: string, content: string][];
const read = (files: Input, siteUrl = "") => readFiles(folder, files, siteUrl);
const planOf = ({ items, summary }: Read, types: Record<string, Target> = {}) => {
  const chosen = suggestedChoices([...new Set(items.map(({ type }) => type))], []);
  return planImport(
    items,
    { ...chosen, types: { ...chosen.types, ...types } },
    {
      ...{ taken: new Map(), known: new Map(), siteUrl: summary.siteUrl },
    },
  );
};
const paths = (found: Read) => planOf(found).map(({ path }) => path);
const statuses = ({ items }: Read) => items.map(({ isPublished }) => (isPublished ? "public" : "draft"));
const left = ({ summary }: Read) => summary.left.map(({ title, why }) => `${title}: ${why}`);
const htmls = ({ items }: Read) => items.map(({ html }) => html.replace(/\s*\n\s*/g, ""));
const urls = ({ items }: Read) => items.flatMap(({ images }) => images.map(({ url }) => url));

type Row = [rule: string, input: Input, seen: (found: Read) => unknown, expected: unknown, siteUrl?: string];

describe("what isn't certainly public becomes a draft", () => {
  test.each<Row>([
    [
      "TOML front matter isn't text",
      { "a.md": '+++\ntitle = "A"\ndraft = true\n+++\nText' },
      (found) => [statuses(found), htmls(found)],
      [["draft"], ["<p>Text</p>"]],
    ],
    ["CSV, draft", { "a.csv": csv("post_title,post_content,post_status", "A,B,draft") }, statuses, ["draft"]],
    ["CSV, trash", { "a.csv": csv("post_title,post_content,post_status", "A,B,trash") }, statuses, ["draft"]],
    ["CSV, unknown", { "a.csv": csv("title,content,status", "A,B,in review") }, statuses, ["draft"]],
    ["Jekyll's published: false", { "a.md": md("title: A\npublished: false") }, statuses, ["draft"]],
    [
      "a scheduled post of WordPress",
      { "a.xml": wp([item({ status: "future", date: "2999-01-02 03:04:05" })]) },
      (found) => [statuses(found), changesIn(found)],
      [["draft"], ["It was scheduled for January 2, 2999, and becomes a draft."]],
    ],
    [
      "a scheduled post of Ghost",
      { "a.json": ghost({ status: "scheduled", published_at: "2999-01-02T03:04:05.000Z" }) },
      (found) => [statuses(found), changesIn(found)],
      [["draft"], ["It was scheduled for January 2, 2999, and becomes a draft."]],
    ],
    [
      "a pinned post of WordPress",
      { "a.xml": wp([item({}, "<wp:is_sticky>1</wp:is_sticky>")]) },
      changesIn,
      ["It was pinned to the top. Pin it here, too."],
    ],
    [
      "a featured post of Ghost",
      { "a.json": ghost({ featured: true }) },
      changesIn,
      ["It was featured, and isn't pinned to the top here."],
    ],
  ])("%s", check);
});

describe("images and files", () => {
  const BODY = `<img src="__GHOST_URL__/content/images/a.png" alt="">`;
  test("a Ghost export whose images need the old site's URL asks for it", async () => {
    for (const post of [{ html: BODY }, { feature_image: "__GHOST_URL__/content/images/a.png" }]) {
      await expect(read({ "a.json": ghost(post) })).rejects.toThrow("Enter the old site's URL");
      const { items } = await read({ "a.json": ghost(post) }, OLD);
      const found = items.flatMap(({ images, featuredImage }) => [...images, featuredImage]);
      expect(found.filter(Boolean)).toMatchObject([{ url: `${OLD}/content/images/a.png` }]);
    }
  });

  test.each<Row>([
    [
      "a linked image is copied at full size, and a linked file is named",
      {
        "a.xml": wp([
          item({
            content: `<a href="${OLD}/wp-content/uploads/a.png"><img src="${OLD}/wp-content/uploads/a-300x200.png" alt=""></a> <a href="${OLD}/g.pdf">PDF</a>`,
          }),
        ]),
      },
      (found) => [urls(found), changesIn(found)],
      [
        [`${OLD}/wp-content/uploads/a.png`],
        [`Links to a file on the old site, which isn't copied: ${OLD}/g.pdf`],
      ],
    ],
    [
      "a gallery without ids has the post's images",
      { "a.xml": wp([item({ content: "[gallery]" }), upload(9, "a.png", 1)]) },
      urls,
      [`${OLD}/wp-content/uploads/a.png`],
    ],
    [
      "videos and audio become links, wherever their URL is",
      {
        "a.xml": wp([
          item({
            content:
              '<video><source src="/a.mp4"></video><audio><source src="/b.mp3"></audio><audio src="/c.mp3"></audio>',
          }),
        ]),
      },
      ({ items }) => [...items[0]!.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url),
      ["a.mp4", "b.mp3", "c.mp3"].map((file) => `${OLD}/${file}`),
    ],
    [
      "a video without a URL is reported",
      { "a.xml": wp([item({ content: "<p>x</p><video></video><audio></audio>" })]) },
      changesIn,
      ["Removed: a video without a URL.", "Removed: an audio without a URL."],
    ],
    [
      "an image over http is copied, not reported as removed",
      { "a.xml": wp([item({ content: `<img src="${OLD}/x.jpg" alt="X">` })]) },
      (found) => [urls(found), changesIn(found)],
      [[`${OLD}/x.jpg`], []],
    ],
    ...["https://127.0.0.1:8080/a.png", "http://[::1]/a.png"].map(
      (url): Row => [
        `an image at ${url} is tried, since reading a file asks no server`,
        { "a.xml": wp([item({ content: `<p>x</p><img src="${url}" alt="">` })]) },
        urls,
        [url],
      ],
    ),
    ...["http://localhost:8080/a.png", "http://nas/a.png", "http://site.local/a.png"].map(
      (url): Row => [
        `an image at ${url} can't be copied, and says so`,
        { "a.xml": wp([item({ content: `<p>x</p><img src="${url}" alt="">` })]) },
        (found) => [htmls(found), changesIn(found)],
        [["<p>x</p>"], [`Removed: the image “${url}”.`]],
      ],
    ),
    ...["http://old.com", "https://old.com", "http://www.old.com", "http://old.com/", ""].map(
      (site): Row => [
        `one library for all files of an upload, if the second says “${site}”`,
        {
          "1.xml": wp([item({ content: '[gallery ids="900"]', meta: { _thumbnail_id: "900" } })]),
          "2.xml": wp([upload(900, "a.png")], site && `<wp:base_blog_url>${site}</wp:base_blog_url>`),
        },
        (found) => [
          urls(found),
          found.items[0]!.featuredImage?.url,
          changesIn(found),
          found.summary.shortcodes,
        ],
        [[`${OLD}/wp-content/uploads/a.png`], `${OLD}/wp-content/uploads/a.png`, [], {}],
      ],
    ),
  ])("%s", check);
});

describe("slugs, keys and URLs", () => {
  test.each<Row>([
    [
      "Cyrillic",
      { "a.xml": wp([item({ title: "Привет", slug: "%d0%bf%d1%80%d0%b8" })]) },
      paths,
      ["/blog/pri"],
    ],
    ["accents", { "a.xml": wp([item({ slug: "café-größe" })]) }, paths, ["/blog/cafe-grosse"]],
    ["underscores", { "a.xml": wp([item({ slug: "in_place" })]) }, paths, ["/blog/in-place"]],
    [
      "letters that can't be spelled in a-z",
      { "a.xml": wp([item({ id: 7, title: "※", slug: "%e2%80%bb" })]) },
      paths,
      ["/blog/post-7"],
    ],
    [
      "two files named index.md, as Hugo and Astro write them",
      [
        ["index.md", md("title: First")],
        ["index.md", md("title: Second")],
      ],
      (found) => [paths(found), new Set(found.items.map(({ key }) => key)).size],
      [["/blog/first", "/blog/second"], 2],
    ],
    ...["http:", "old.com", "//old.com", "http://", "not a url", ""].map(
      (site): Row => [
        `the old site's URL is “${site}” in the export`,
        { "a.xml": wp([item()], `<wp:base_blog_url>${site}</wp:base_blog_url>`) },
        (found) => [
          URL.parse(found.summary.siteUrl)?.host,
          redirectsOf(planOf(found), found.summary.siteUrl)[0],
        ],
        ["old.com", { from: "/a/*", to: "/blog/a" }],
      ],
    ),
    [
      "full URLs in a CSV file are redirected",
      { "a.csv": csv("title,content,url", "A,B,https://old.com/2020/a/") },
      (found) => redirectsOf(planOf(found), found.summary.siteUrl),
      [{ from: "/2020/a/*", to: "/blog/a" }],
    ],
    [
      "links and URLs that begin with two slashes",
      { "a.xml": wp([item({ link: `${OLD}//a/`, content: '<a href="//old.com/a/">me</a>' })]) },
      (found) => [
        redirectsOf(planOf(found), OLD)[0],
        new LinkMap(planOf(found), OLD).rewrite(found.items[0]!.html),
      ],
      [{ from: "/a/*", to: "/blog/a" }, '<p><a href="/blog/a">me</a></p>'],
    ],
    [
      "a page below another one",
      { "a.xml": wp([item({ type: "page", slug: "crew", link: `${OLD}/about/crew/` })]) },
      (found) => {
        const [one] = planOf(found);
        return [one!.path, one!.note, redirectsOf([one!], OLD)[0]];
      },
      [
        "/crew",
        "It was below another page, and is at the top level here.",
        { from: "/about/crew/*", to: "/crew" },
      ],
    ],
    [
      "a page below a service keeps its URL",
      { "a.xml": wp([item({ type: "page", slug: "kyoto", link: `${OLD}/services/local-seo/kyoto/` })]) },
      (found) => planOf(found).map(({ path, note }) => [path, note]),
      [["/services/local-seo/kyoto", undefined]],
    ],
    [
      "a page of a site in a folder isn't below another one",
      {
        "a.xml": wp(
          [item({ type: "page", slug: "crew", link: `${OLD}/wp/crew/` })],
          `<wp:base_blog_url>${OLD}/wp</wp:base_blog_url>`,
        ),
      },
      (found) => planOf(found).map(({ path, note }) => [path, note]),
      [["/crew", undefined]],
    ],
  ])("%s", check);

  test.each([
    ["old.com", "https://old.com"],
    ["//old.com/blog/", "https://old.com/blog"],
    ["http://localhost:8080/", "http://localhost:8080"],
    ["http:", ""],
    ["not a url", ""],
  ])("the site's URL “%s” is read as “%s”", (written, siteUrl) => {
    expect(readSiteUrl(written)).toBe(siteUrl);
  });

  const EXPORTS: [name: string, file: string, one: string, other: string][] = [
    [
      "WordPress",
      "a.xml",
      wp([item({ link: "" })], ""),
      wp([item({ link: "", title: "Other", slug: "other", content: "<p>Other</p>" })], ""),
    ],
    ["Ghost", "a.json", ghost({ id: 1 }, "1.0.0"), ghost({ id: 1, title: "Other", slug: "other" }, "1.0.0")],
    [
      "Ghost, with the same title and slug",
      "a.json",
      ghost({ id: 1 }, "1.0.0"),
      ghost({ id: 1, published_at: "2020-01-01T00:00:00.000Z" }, "1.0.0"),
    ],
    ["CSV", "a.csv", csv("title,content", "About,One"), csv("title,content", "About,Two")],
    ["Markdown", "about.md", md("title: About", "One"), md("title: About", "Two")],
  ];
  test.each(EXPORTS)(
    "two %s exports without the old site's URL don't overwrite each other, but the same one is recognized",
    async (_, file, one, other) => {
      const keyOf = async (content: string, siteUrl = "") =>
        (await read({ [file]: content }, siteUrl)).items[0]!.key;
      expect(await keyOf(one)).not.toBe(await keyOf(other));
      expect(await keyOf(one)).toBe(await keyOf(one));
      expect(await keyOf(one, OLD)).toBe(await keyOf(one, "https://www.old.com"));
    },
  );

  test("without the old site's URL, a corrected post with a date is still the same post", async () => {
    const post = (text: string) => ({ "a.md": md("title: A\ndate: 2020-01-02", text) });
    const [before, after] = [await read(post("Tpyo")), await read(post("Typo"))];
    expect(after.items[0]!.key).toBe(before.items[0]!.key);
  });
});

describe("fields", () => {
  const dated = (...dates: string[]) => ({
    "a.csv": csv("title,content,published", ...dates.map((date, i) => `T${i},B,${date}`)),
  });
  const two = ["Seven", "Eight"].map(
    (name) => `<category domain="category" nicename="${name.toLowerCase()}">${name}</category>`,
  );
  const term = (id: number, slug: string) =>
    `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>${slug}</wp:cat_name></wp:category>`;
  test.each<Row>([
    [
      "a Ghost export from before version 3",
      {
        "a.json": ghost(
          { page: 1, type: undefined, meta_title: "M", author_id: "u", image: "/a.png" },
          "1.0.0",
        ).replace(/"posts_(meta|authors)":\[.*?\]/g, '"posts_$1":[]'),
      },
      ({ items: [one] }) => [one!.type, one!.author, one!.seo.title, one!.featuredImage?.url],
      ["page", "Gus Ghost", "M", `${OLD}/a.png`],
      OLD,
    ],
    [
      "the primary category, even in an SEO title",
      {
        "a.xml": wp(
          [
            filed(
              item({
                meta: { _yoast_wpseo_primary_category: "8", _yoast_wpseo_title: "%%primary_category%%" },
              }),
              ...two,
            ),
          ],
          `<wp:base_blog_url>${OLD}</wp:base_blog_url>${term(7, "seven")}${term(8, "eight")}`,
        ),
      },
      (found) => [found.items[0]!.category, found.items[0]!.seo.title, changesIn(found)],
      ["Eight", "Eight", ["Its other categories aren't imported: Seven"]],
    ],
    [
      "a CSV column “published” may be a date",
      dated("2020-02-03"),
      (found) => [found.items[0]!.date, statuses(found), changesIn(found)],
      ["2020-02-03T00:00:00.000Z", ["public"], []],
    ],
    [
      "an unclear date says how it was read",
      dated("03/04/2021"),
      (found) => [found.items[0]!.date, changesIn(found)],
      ["2021-03-04T00:00:00.000Z", ["Its date, “03/04/2021”, was read as March 4, 2021."]],
    ],
    [
      "tags, comments and custom fields that aren't imported are named",
      {
        "a.xml": wp([
          filed(
            item({ meta: { price: "5", _hidden: "x" }, comments: 1 }),
            '<category domain="post_tag" nicename="rye">Rye</category><category domain="post_tag" nicename="oat">Oat</category>',
          ),
        ]),
      },
      changesIn,
      [
        "Its tags aren't imported: Rye, Oat",
        "Its custom fields aren't imported: price",
        "Its comments aren't imported: 1",
      ],
    ],
    [
      "fields and columns that aren't imported are named",
      { "a.csv": csv("title,content,price", "A,B,5"), "b.md": md("title: A\nweight: 5") },
      (found) => [left(found), changesIn(found)],
      [["a.csv: Its other columns aren't imported: price"], ["Its other fields aren't imported: weight"]],
    ],
    [
      "texts that are too long for their fields are cut, and say so",
      { "a.csv": csv("title,content,category", `${"t".repeat(201)},B,${"c".repeat(101)}`) },
      (found) => [found.items[0]!.title.length, found.items[0]!.category.length, changesIn(found)],
      [
        200,
        100,
        [
          "Its title was longer than 200 characters and is cut.",
          "Its category was longer than 100 characters and is cut.",
        ],
      ],
    ],
    [
      "menus, forms and designs are named, and so are files that no post uses",
      { "a.xml": wp([item({ id: 2, type: "nav_menu_item" }), item(), upload(9, "a.png")]) },
      left,
      [
        "nav_menu_item (1): Menus, forms and designs aren't imported.",
        `${OLD}/wp-content/uploads/a.png: No imported post uses this file of the media library.`,
      ],
    ],
  ])("%s", check);

  test("posts without a category or author have none, so that the report can count them", async () => {
    const { items } = await read({ "a.xml": wp([filed(item({ author: "" }))]) });
    expect(items).toMatchObject([{ category: "", author: "" }]);
  });

  test.each([
    ["../../layouts/Post.astro", "post", "blog-posts"],
    ["../../layouts/PageLayout.astro", "page", "landing-pages"],
    ["single", "post", "blog-posts"],
    ["page", "page", "landing-pages"],
    ["recipe", "recipe", ""],
  ])("the layout “%s” is the type %s, which becomes “%s”", async (layout, type, target) => {
    const found = await read({ "a.md": md(`title: A\nlayout: ${layout}`) });
    const [one] = planOf(found);
    expect([one!.item.type, one!.target, found.summary.found]).toEqual([type, target, { [type]: 1 }]);
    if (!target)
      expect(one!.reason).toBe("Items of the type “recipe” are imported only if you choose as what.");
  });
});

describe("texts", () => {
  test.each<Row>([
    ...["Note[^1]", "{% highlight js %}", "Text\n{: .class }", "{{< youtube x >}}"].map(
      (body): Row => [
        `Markdown: ${body.replaceAll("\n", " ")}`,
        { "a.md": body },
        changesIn,
        [expect.stringMatching(/^The text contains “.*”, which stays as it is\.$/)],
      ],
    ),
    ...["Text", "Several *words*"].map(
      (note): Row => [
        `Markdown: a footnote (“${note}”)`,
        { "a.md": `Note[^a] and[^a]\n\n[^a]: ${note}\n    more\n\nEnd` },
        (found) => [htmls(found)[0]!.replace(/<(?!\/?(sup|ol|li|a))[^>]*>/g, ""), changesIn(found)],
        [
          `Note<sup><a href="#section-note-1" id="section-note-1-link">1</a></sup> and<sup><a href="#section-note-1">1</a></sup>End<ol><li id="section-note-1">${note.replace(/\*/g, "")}more <a href="#section-note-1-link">↩</a></li></ol>`,
          [],
        ],
      ],
    ),
    [
      "Markdown: a local image without the old site's URL",
      { "a.md": "Text ![a](/img/a.png)" },
      changesIn,
      ["Removed: the image “/img/a.png”."],
    ],
    [
      "Markdown: a local image with the old site's URL",
      { "a.md": "Text ![a](/img/a.png)" },
      (found) => [urls(found), changesIn(found)],
      [[`${OLD}/img/a.png`], []],
      OLD,
    ],
    [
      "MDX: lines that load components aren't text",
      { "a.mdx": "import A from '../a'\n\nText" },
      htmls,
      ["<p>Text</p>"],
    ],
    [
      "Markdown in Windows-1252",
      [["a.md", Buffer.from("# Caf\xe9\n\nNa\xefve", "latin1") as unknown as string]],
      ({ items }) => items.map(({ title, html }) => [title, html]),
      [["Café", "<p>Naïve</p>"]],
    ],
    [
      "WordPress in the encoding that the file names",
      [
        [
          "a.xml",
          Buffer.from(
            wp([item({ title: "Café" })]).replace("UTF-8", "ISO-8859-1"),
            "latin1",
          ) as unknown as string,
        ],
      ],
      ({ items }) => items.map(({ title }) => title),
      ["Café"],
    ],
    [
      "a post with only a cover",
      { "a.xml": wp([item({ content: "", meta: { _thumbnail_id: "9" } }), upload(9, "a.png")]) },
      left,
      ["A: It has no text."],
    ],
    [
      "an untitled draft without text",
      { "a.xml": wp([item({ title: "", slug: "", content: "", status: "draft" })]) },
      left,
      ["Untitled post 1: It has no text."],
    ],
    [
      "an untitled draft with text",
      { "a.xml": wp([item({ title: "", slug: "", status: "draft" })]) },
      (found) => [found.items[0]!.title, paths(found), changesIn(found)],
      ["Untitled post 1", ["/blog/untitled-post-1"], ["It has no title, so it's named by its number."]],
    ],
    [
      "a text of more than 500,000 characters",
      { "a.xml": wp([item({ content: `<p>${"word ".repeat(100_001)}</p>` })]) },
      left,
      ["A: Its text is longer than 500,000 characters."],
    ],
    [
      "40,000 nested elements, whose text is kept",
      { "a.xml": wp([item({ content: `<p>Start</p>${"<div><b>".repeat(20_000)}Deep &amp; dark` })]) },
      (found) => [
        htmls(found)[0]!
          .replace(/<[^>]*>/g, " ")
          .trim()
          .split(/\s+/),
        changesIn(found),
      ],
      [
        ["Start", "Deep", "&amp;", "dark"],
        ["Its HTML is nested too deeply. Below that, only its text is kept."],
      ],
    ],
    [
      "an item that's in two files of a split export",
      { "1.xml": wp([item()]), "2.xml": wp([item()]) },
      changesIn,
      ["It's in the upload twice. The later one counts."],
    ],
  ])("%s", check);
});

async function check(_rule: string, input: Input, seen: Row[2], expected: unknown, siteUrl = "") {
  expect(seen(await read(input, siteUrl))).toEqual(expected);
}
