// Builds large exports of other systems that contain everything at once. How they should arrive is counted in
// count-exports.ts, from the files alone.
import { type Post, wxrItem } from "./exports.ts";

/** A host of old-sites.ts. */
export const LARGE_SITE = "http://large.test";
const UPLOADS = `${LARGE_SITE}/wp-content/uploads`;
const VIDEO = "https://www.youtube.com/watch?v=abcdefghijk";
const block = (name: string, html: string, settings = "") =>
  `<!-- wp:${name} ${settings}-->${html}<!-- /wp:${name} -->`;
const figure = (file: string, n: number) =>
  `<figure class="wp-block-image"><img src="${UPLOADS}/${file}" alt="Alt ${n}"/><figcaption>Caption${n} here</figcaption></figure>`;

type Specimen = Omit<Post, "id" | "title"> & { title?: string; more?: string; terms?: string };
const term = (domain: string, name: string) =>
  `<category domain="${domain}" nicename="${name.toLowerCase().replaceAll(" ", "-")}"><![CDATA[${name}]]></category>`;

/** One of everything that WordPress exports. */
const WORDPRESS: Record<string, (n: number) => Specimen> = {
  blocks: (n) => ({
    content: `${block("heading", `<h2>Head${n}</h2>`)}${block("paragraph", `<p>Blocks${n} with <a href="${LARGE_SITE}/2019/03/classic-${n}/#x">a link</a>, <a href="https://elsewhere.test/${n}">another</a> and <a href="/2019/03/caption-${n}/">a third</a>.</p>`)}${block("image", figure("a-300x200.png", n))}`,
    excerpt: `Short${n} &amp; sweet`,
    meta: { _thumbnail_id: "900", _yoast_wpseo_title: `Seo${n}`, _yoast_wpseo_metadesc: `Described${n}` },
  }),
  classic: (n) => ({
    content: `Classic${n} text\n\nSecond paragraph${n}\nwith a <b>bold</b> line and ${LARGE_SITE} as words.`,
    terms: term("category", "News") + term("category", "Bread & butter") + term("post_tag", `Tag${n}`),
    meta: { _yoast_wpseo_primary_category: "8" },
    comments: 3,
  }),
  caption: (n) => ({
    content: `[caption id="a" width="300"]<img src="${UPLOADS}/b.png" alt="B${n}" /> Fresh${n} <em>today</em>[/caption] After${n}`,
    oldSlugs: [`old-caption-${n}`],
  }),
  galleries: (n) => ({
    content: `${block("paragraph", `<p>Gallery${n}</p>`)}[gallery ids="900,901"]${block("gallery", `<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item">${figure("c.png", n)}</li></ul></figure>`)}`,
  }),
  "own gallery": (n) => ({ content: `Own${n} [gallery columns="2"]` }),
  embeds: (n) => ({
    content: `Embeds${n}:\n\n${VIDEO}\n\n[embed]${VIDEO}[/embed]\n\n<iframe src="https://maps.test/${n}"></iframe>\n\n<video><source src="/v${n}.mp4"></video><audio src="/a${n}.mp3"></audio>`,
  }),
  files: (n) => ({
    content: `<p>Files${n}: <a href="${UPLOADS}/guide-${n}.pdf">Guide</a>, <a href="${UPLOADS}/a.png"><img src="${UPLOADS}/a-150x150.png" alt="A"></a></p>`,
  }),
  images: (n) => ({
    content: `<p>Images${n}</p><img src="data:image/gif;base64,R0" data-src="${UPLOADS}/lazy.png" alt=""><noscript><img src="${UPLOADS}/lazy.png"></noscript><img srcset="${UPLOADS}/s.png 300w, ${UPLOADS}/l.png 1200w" src="${UPLOADS}/s.png" alt="Set"><img src="/wp-content/uploads/relative.png" alt="R"><img src="${UPLOADS}/gone-${n}.gif" alt="Gone">`,
  }),
  "lost images": (n) => ({
    content: `<p>Lost${n}</p><img src="data:image/png;base64,iVBORw0KGgo=" alt="D"><img src="http://localhost:8080/a.png" alt="L"><img src="http://127.0.0.1/b-${n}.png" alt="I"><img src="http://10.0.0.1/c.png" alt="T">`,
    meta: { _thumbnail_id: "4040" },
  }),
  footnotes: (n) => ({
    content:
      block("paragraph", `<p>Noted${n}<sup><a href="#n" id="n-link">1</a></sup></p>`) +
      "<!-- wp:footnotes /-->",
    meta: { footnotes: JSON.stringify([{ id: "n", content: `Footnote${n} <em>text</em>` }]) },
  }),
  reusable: (n) => ({ content: `${block("paragraph", `<p>Before${n}</p>`)}<!-- wp:block {"ref":950} /-->` }),
  shortcodes: (n) => ({
    content: `Codes${n} [sic] [pricing id="1"] [contact-form-7 id="2"] [[gallery]] <pre>$q[my_var]</pre>`,
  }),
  "page builders": (n) => ({
    content: `[et_pb_section][et_pb_text]<p>Divi${n}</p>[/et_pb_text][et_pb_blurb title="Point${n}"]<p>More${n}</p>[/et_pb_blurb][/et_pb_section][vc_row][vc_column_text]<p>Left${n}</p>[/vc_column_text][vc_single_image image="901"][/vc_row]`,
  }),
  hostile: (n) => ({
    content: `<p onclick="x()">Safe${n}</p><script>alert(${n})</script><form action="/x"><input name="q"></form><p>End${n}</p>`,
  }),
  "dynamic block": (n) => ({
    content: `<!-- wp:latest-posts /-->${block("paragraph", `<p>Latest${n}</p>`)}`,
  }),
  tables: (n) => ({
    content: `<table><thead><tr><th scope="col">Th${n}</th></tr></thead><tbody><tr><td>Td${n}</td></tr></tbody></table><ul><li>Li${n}<ol><li>Deep${n}</li></ol></li></ul><blockquote><p>Quote${n}</p><cite>Cite${n}</cite></blockquote><pre class="wp-block-code"><code>a\n\n\n  b${n} &lt;i&gt;</code></pre><hr/>`,
  }),
  scripts: (n) => ({
    title: `Größe № ${n} – “Привет” 😀 & <i>co</i>`,
    slug: `gr%c3%b6%c3%9fe_${n}`,
    content: `<p>Мир${n} 日本 مرحبا café&nbsp;naïve &hellip; 😀</p>`,
    author: "zoé",
  }),
  "long texts": (n) => ({
    title: `${`Long${n} `.repeat(60)}end`,
    slug: `long-${n}`,
    excerpt: "e ".repeat(800),
    meta: {
      _yoast_wpseo_title: "s".repeat(600),
      _yoast_wpseo_canonical: `${LARGE_SITE}/2019/03/classic-${n}/`,
    },
  }),
  "too long": (n) => ({ content: n % 4 ? "Fine" : `<p>${"word ".repeat(100_100)}</p>` }),
  noindex: () => ({
    meta: { "_yoast_wpseo_meta-robots-noindex": "1", "_yoast_wpseo_meta-robots-nofollow": "1" },
  }),
  "custom fields": () => ({ meta: { price: "5", color: "red", _edit_lock: "x" } }),
  sticky: () => ({ more: "<wp:is_sticky>1</wp:is_sticky>" }),
  draft: () => ({ status: "draft", slug: "" }),
  pending: () => ({ status: "pending" }),
  future: () => ({ status: "future", date: "2999-01-02 03:04:05" }),
  private: () => ({ status: "private" }),
  trash: () => ({ status: "trash" }),
  locked: () => ({ password: "x" }),
  "auto-draft": () => ({ status: "auto-draft" }),
  untitled: (n) => ({ title: "", slug: "", status: "draft", content: `<p>Nameless${n}</p>` }),
  empty: () => ({ content: "" }),
  "cover only": () => ({ content: "", meta: { _thumbnail_id: "900" } }),
  "same slug": () => ({ title: "Twin", slug: "twin" }),
  "no category": () => ({ terms: "" }),
  page: (n) => ({ type: "page", content: `<h1>Page${n}</h1><p>Words${n}</p>`, excerpt: "", terms: "" }),
  "child page": (n) => ({
    ...{ type: "page", slug: `child-${n}`, link: `${LARGE_SITE}/parent-${n}/child-${n}/`, terms: "" },
    content: `<p>Child${n}</p>`,
  }),
  recipe: () => ({ type: "recipe" }),
  product: () => ({ type: "product", status: "draft" }),
  menu: () => ({ type: "nav_menu_item" }),
  form: () => ({ type: "wpcf7_contact_form" }),
  revision: () => ({ type: "revision", status: "inherit" }),
};

/** Returns a WordPress export with `rounds` of everything. */
export function largeWxr(rounds: number): string {
  const items: string[] = [];
  const add = (id: number, name: string, n: number, { more = "", terms, ...specimen }: Specimen) => {
    const slug = specimen.slug ?? `${name.replaceAll(" ", "-")}-${n}`;
    const title = specimen.title ?? `${name} ${n}`;
    const date = specimen.date ?? `2019-03-${String((n % 28) + 1).padStart(2, "0")} 05:06:07`;
    const link = specimen.link ?? `${LARGE_SITE}/${specimen.type === "page" ? "" : "2019/03/"}${slug}/`;
    const xml = wxrItem({
      content: `<p>Text of ${title}</p>`,
      ...specimen,
      ...{ id, slug, title, date, link },
    });
    const filed = terms === undefined ? xml : xml.replace(/<category [\s\S]*?<\/category>/, () => terms);
    items.push(filed.replace("</item>", () => `${more}</item>`));
  };
  const names = Object.keys(WORDPRESS);
  for (let n = 1; n <= rounds; n++)
    for (const [i, name] of names.entries()) add(n * 10_000 + i, name, n, WORDPRESS[name]!(n));
  const upload = (id: number, file: string, parent = 0) =>
    add(id, file, id, {
      ...{ type: "attachment", status: "inherit", file: `${UPLOADS}/${file}`, parent, terms: "" },
      meta: { _wp_attachment_image_alt: `Alt of ${file}` },
    });
  for (const [i, file] of ["a.png", "c.png", "unused.png", "unused.pdf"].entries()) upload(900 + i, file);
  for (let n = 1; n <= rounds; n++)
    upload(5_000 + n, `own-${n}.png`, n * 10_000 + names.indexOf("own gallery"));
  add(950, "reusable block", 0, {
    ...{ type: "wp_block", terms: "" },
    content: block("paragraph", "<p>Shared words</p>"),
  });
  const author = (login: string, name: string) =>
    `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_email>${login}@example.org</wp:author_email><wp:author_display_name><![CDATA[${name}]]></wp:author_display_name></wp:author>`;
  const category = (id: number, slug: string, name: string) =>
    `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`;
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Large &amp; old</title><link>${LARGE_SITE}</link><description>Everything</description>
<wp:base_site_url>${LARGE_SITE}</wp:base_site_url><wp:base_blog_url>${LARGE_SITE}</wp:base_blog_url>
${author("ann", "Ann Baker")}${author("zoé", "Zoé Größe")}
${category(7, "news", "News")}${category(8, "bread-&-butter", "Bread & butter")}
${items.join("\n")}
</channel></rss>`;
}

const card = (name: string, html: string) => `<figure class="kg-card ${name}">${html}</figure>`;
const CONTENT = "__GHOST_URL__/content";

/** One of everything that Ghost exports. */
const GHOST: Record<string, (n: number) => Record<string, unknown>> = {
  cards: (n) => ({
    html: `<h2>Cards${n}</h2>${card("kg-image-card", `<img src="${CONTENT}/images/a.png" srcset="${CONTENT}/images/size/w600/a.png 600w, ${CONTENT}/images/a.png 1200w" alt="A${n}"><figcaption>Seen${n}</figcaption>`)}${card("kg-gallery-card", `<div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="${CONTENT}/images/b.png" alt=""></div></div></div>`)}<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Callout${n}</div></div><div class="kg-card kg-toggle-card"><h4>Toggle${n}</h4><div>Inside${n}</div></div>`,
    feature_image: `${CONTENT}/images/cover.png`,
  }),
  links: (n) => ({
    html: `<p>Links${n}: <a href="__GHOST_URL__/cards-${n}/">inside</a>, <a href="https://elsewhere.test/${n}">outside</a></p><div class="kg-card kg-file-card"><a class="kg-file-card-container" href="${CONTENT}/files/guide-${n}.pdf">File${n}</a></div><div class="kg-card kg-button-card"><a href="https://elsewhere.test/b${n}" class="kg-btn">Button${n}</a></div>`,
    canonical_url: `https://elsewhere.test/canonical-${n}`,
  }),
  embeds: (n) => ({
    html: `<p>Embeds${n}</p>${card("kg-embed-card", '<iframe src="https://www.youtube.com/embed/abcdefghijk?feature=oembed"></iframe>')}<div class="kg-card kg-audio-card"><audio src="${CONTENT}/media/a${n}.mp3"></audio></div>${card("kg-video-card", `<video src="${CONTENT}/media/v${n}.mp4"></video>`)}${card("kg-bookmark-card", `<a class="kg-bookmark-container" href="https://elsewhere.test/m${n}"><div class="kg-bookmark-title">Bookmark${n}</div></a>`)}`,
  }),
  page: () => ({ type: "page" }),
  draft: () => ({ status: "draft", published_at: null, created_at: "2020-01-02T03:04:05.000Z" }),
  scheduled: () => ({ status: "scheduled", published_at: "2999-01-02T03:04:05.000Z" }),
  sent: () => ({ status: "sent" }),
  members: () => ({ visibility: "members" }),
  paid: () => ({ visibility: "paid" }),
  "no html": () => ({ html: null, lexical: "{}" }),
  featured: () => ({ featured: true }),
  injected: () => ({ codeinjection_head: "<style></style>", codeinjection_foot: "<script></script>" }),
  excerpt: (n) => ({ custom_excerpt: `Excerpt${n}` }),
  "long texts": (n) => ({ title: `${`Long${n} `.repeat(60)}end`, custom_excerpt: "e ".repeat(700) }),
  scripts: (n) => ({
    title: `Größe № ${n} “Привет” 😀`,
    slug: `groesse-${n}`,
    html: `<p>Мир${n} 日本 café</p>`,
  }),
  hostile: (n) => ({ html: `<p onclick="x()">Safe${n}</p><script>alert(1)</script>` }),
};

/** Returns a Ghost 5 export with `rounds` of everything. */
export function largeGhost(rounds: number): string {
  const posts = Array.from({ length: rounds }, (_, round) =>
    Object.entries(GHOST).map(([name, make], i) => ({
      id: (0x5f0000000000 + round * 100 + i).toString(16).padStart(24, "0"),
      ...{ title: `${name} ${round + 1}`, slug: `${name.replaceAll(" ", "-")}-${round + 1}` },
      ...{
        html: `<p>Text of ${name} ${round + 1}</p>`,
        status: "published",
        type: "post",
        visibility: "public",
      },
      ...{
        published_at: `2021-02-${String((round % 28) + 1).padStart(2, "0")}T04:05:06.000Z`,
        ...make(round + 1),
      },
    })),
  ).flat();
  const withMore = posts.filter((_, i) => i % 3 === 0);
  const data = {
    posts,
    posts_meta: withMore.map(({ id, title }) => ({
      ...{ post_id: id, meta_title: `Meta ${title.slice(0, 5).trim()}`, meta_description: "Said" },
      ...{ og_title: "Social", feature_image_alt: "Cover", feature_image_caption: null },
    })),
    users: [
      { id: "u1", name: "Gus Ghost" },
      { id: "u2", name: "Zoé Größe" },
    ],
    tags: [
      { id: "t1", name: "Haunts", slug: "haunts" },
      { id: "t2", name: "Tricks & treats", slug: "tricks" },
      { id: "h", name: "#internal", slug: "hash-internal" },
    ],
    posts_tags: [
      ...posts.map(({ id }) => ({ post_id: id, tag_id: "h", sort_order: 0 })),
      ...posts.map(({ id }) => ({ post_id: id, tag_id: "t2", sort_order: 1 })),
      ...withMore.map(({ id }) => ({ post_id: id, tag_id: "t1", sort_order: 2 })),
    ],
    posts_authors: [
      ...posts.map(({ id }) => ({ post_id: id, author_id: "u1", sort_order: 0 })),
      ...withMore.map(({ id }) => ({ post_id: id, author_id: "u2", sort_order: 1 })),
    ],
    settings: [{ key: "title", value: "Ghostly" }],
  };
  return `\uFEFF${JSON.stringify({ db: [{ meta: { version: "5.80.0" }, data }] })}`;
}

/** One of everything that a spreadsheet of posts may contain. */
const ROWS: Record<string, (n: number) => Record<string, string>> = {
  plain: (n) => ({ content: `Plain${n}\n\nSecond${n} "quoted", with; separators`, excerpt: `Teaser${n}` }),
  html: (n) => ({
    content: `<p>Html${n} <a href="/plain-${n}">link</a> <img src="/content/images/a.png" alt="A"></p>`,
    image: "/content/images/cover.png",
    "image alt": "Cover",
  }),
  draft: () => ({ status: "draft" }),
  trash: () => ({ status: "trash" }),
  review: () => ({ status: "In review" }),
  future: () => ({ date: "2999-03-04" }),
  "unclear date": () => ({ date: "03/04/2021" }),
  "no date": () => ({ date: "" }),
  "wrong date": () => ({ date: "31/12/2020" }),
  categories: () => ({ category: "Bread; Butter" }),
  "no category": () => ({ category: "", author: "" }),
  page: () => ({ type: "page" }),
  recipe: () => ({ type: "recipe" }),
  "no content": () => ({ content: "" }),
  untitled: (n) => ({ title: "", content: `Untitled${n}` }),
  twin: () => ({ title: "Twin", url: "" }),
  "long texts": (n) => ({ title: `${`Long${n} `.repeat(60)}end`, author: "a".repeat(120) }),
  scripts: (n) => ({ title: `Größe № ${n} “Привет” 😀`, content: `Мир${n} 日本` }),
  noindex: () => ({ noindex: "yes", "meta title": "Found", "meta description": "Described" }),
  hostile: (n) => ({ content: `<p onclick="x()">Safe${n}</p><script>alert(1)</script>` }),
};
const COLUMNS =
  "title,content,url,date,author,category,excerpt,image,image alt,meta title,meta description,status,type,noindex,price".split(
    ",",
  );

/** Returns a CSV file, as Excel writes it, with `rounds` of everything. */
export function largeCsv(rounds: number): string {
  const cell = (text = "") => `"${text.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: rounds }, (_, round) =>
    Object.entries(ROWS).map(([name, make]) => {
      const n = round + 1;
      const row: Record<string, string> = {
        ...{ title: `${name} ${n}`, content: `Text of ${name} ${n}`, author: "Ann Baker", category: "News" },
        ...{
          date: `2020-05-${String((n % 28) + 1).padStart(2, "0")}`,
          url: `/${name.replaceAll(" ", "-")}-${n}`,
        },
        ...{ status: "published", price: "5", ...make(n) },
      };
      return COLUMNS.map((column) => cell(row[column])).join(",");
    }),
  ).flat();
  return `\uFEFF${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}

type File = [name: string, content: string];

/** One file of every kind that Hugo, Jekyll and Astro write. */
const FILES: Record<string, (n: number) => File> = {
  toml: (n) => [
    "index.md",
    `+++\ntitle = "Toml ${n}"\ndate = 2020-05-06T10:00:00Z\ndraft = false\ntags = ["News", "Rye"]\naliases = ["/early-${n}/"]\nurl = "/toml-${n}/"\n[params]\ncolor = "red"\n+++\nToml${n} text with {{< youtube x >}}.\n`,
  ],
  "toml draft": (n) => ["index.md", `+++\ntitle = "Toml draft ${n}"\ndraft = true\n+++\nHidden${n}\n`],
  yaml: (n) => [
    `yaml-${n}.md`,
    `---\r\ntitle: "Yaml: ${n}"\r\ndate: 2020-05-06\r\nauthor: Ann Baker\r\ncategories: [News]\r\ndescription: Described${n}\r\nimage: /content/images/cover.png\r\n---\r\n# Heading${n}\r\n\r\nYaml${n} *text* with [a link](/toml-${n}/), [outside](https://elsewhere.test/${n}) and ![alt${n}](/content/images/a.png "T").\r\n\r\n| A | B |\r\n| - | - |\r\n| Cell${n} | x |\r\n\r\n- [ ] Todo${n}\r\n`,
  ],
  jekyll: (n) => [
    `2019-04-05-jekyll-${n}.md`,
    `---\nlayout: post\ntitle: Jekyll ${n}\npermalink: /jekyll-${n}.html\nredirect_from:\n  - /older-${n}/\nweight: 5\n---\nJekyll${n}\n{: .lead }\n\n{% highlight js %}\nlet a${n};\n{% endhighlight %}\n`,
  ],
  unpublished: (n) => [
    `unpublished-${n}.md`,
    `---\ntitle: Unpublished ${n}\npublished: false\n---\nHidden${n}\n`,
  ],
  astro: (n) => [
    `astro-${n}.mdx`,
    `---\ntitle: Astro ${n}\nlayout: ../../layouts/BlogPost.astro\npubDate: "Jul 08 2022"\nheroImage: "../../assets/hero.jpg"\n---\nimport Chart from "../Chart.astro"\n\nAstro${n} text\n\n<Chart client:load />\n`,
  ],
  footnote: (n) => [
    `footnote-${n}.markdown`,
    `---\ntitle: Footnote ${n}\n---\nNoted${n}[^1]\n\n[^1]: Below${n}\n`,
  ],
  bare: (n) => [`bare-${n}.md`, `# Bare ${n}\n\nBare${n} text\n\nSetext${n}\n---\n\n    code${n}\n`],
  page: (n) => [`our-page-${n}.md`, `---\ntitle: Our page ${n}\nlayout: page\n---\nPage${n}\n`],
  empty: (n) => [`empty-${n}.md`, `---\ntitle: Empty ${n}\n---\n`],
  broken: (n) => [`broken-${n}.md`, `---\ntitle: [Broken ${n}\n---\nText\n`],
  future: (n) => [`future-${n}.md`, `---\ntitle: Future ${n}\ndate: 2999-03-04\n---\nLater${n}\n`],
  html: (n) => [
    `html-${n}.md`,
    `---\ntitle: Html ${n}\n---\n<p onclick="x()">Html${n}</p>\n\n<script>alert(1)</script>\n\n&copy; <https://auto.test/${n}>\n`,
  ],
};

/** Returns Markdown files of several systems, `rounds` of each. */
export const largeMarkdown = (rounds: number): File[] =>
  Array.from({ length: rounds }, (_, n) => Object.values(FILES).map((make) => make(n + 1))).flat();
