import { beforeAll, describe, expect, test } from "vitest";
import { addImage, HASH8 } from "../support/images.ts";
import { decode, elementsOf, readPage } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const PHOTO = "photo2222222";
const FRESH = "fresh2222222";
const PLAIN = "plain2222222";
const GONE = "gone22222222";
const LOGO = "logo22222222";
const SQUARE = "square222222";

const variant = (id: string, name: string) => `/media/${id}/${HASH8}-${name}`;
const addPost = (slug: string, featured_image: string, content = "<p>Words.</p>") =>
  site.query(
    "insert into blog_posts (title, slug, excerpt, content, featured_image, category) values ($1, $2, 'About it.', $3, $4, 'News')",
    [`Post ${slug}`, slug, content, featured_image],
  );
const read = (address: string) => readPage(site.url + address);
const attribute = (element: string, name: string) => {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(element) ?? [];
  return value === undefined ? undefined : decode(value);
};
const imagesIn = (html: string) =>
  elementsOf(html, "picture").map((image) => ({
    sources: [...image.matchAll(/<source[^>]*>/g)].map(([source]) => source),
    img: /<img[^>]*>/.exec(image)?.[0] ?? "",
  }));

beforeAll(async () => {
  await addImage(site.query, { id: PHOTO, alt: "Two people at a desk", focal: [0.3, 0.25] });
  await addImage(site.query, { id: PLAIN, isDecorative: true });
  await addImage(site.query, { id: FRESH, alt: "Fresh", width: 0, height: 0, variants: [] });
  await addImage(site.query, { id: LOGO, alt: "Mark", width: 800, height: 200, color: "" });
  await addImage(site.query, { id: SQUARE, alt: "Mark", width: 400, height: 400 });
  await addImage(site.query, { id: GONE, alt: "Gone" });
  await site.query("update media set deleted_at = now() where id = $1", [GONE]);
  await addPost("with-photo", `/media/${PHOTO}`);
  await addPost("with-gone", `/media/${GONE}`);
  await addPost("with-fresh", `/media/${FRESH}`);
  await addPost("decorated", `/media/${PLAIN}`);
  await addPost("elsewhere", "https://cdn.example.com/a.jpg");
  await addPost(
    "in-text",
    "",
    [
      `<p><img src="/media/${PHOTO}" alt="A &quot;desk&quot;" width="500" title="Our desk"></p>`,
      `<p>a<img src="/media/${PHOTO}">b</p><p><img src="/media/${PLAIN}"></p>`,
      `<p><img src="/media/${GONE}" alt="It was here"></p><p><img src="https://cdn.example.com/b.jpg" alt="B"></p>`,
    ].join(""),
  );
  await site.query(
    `with saas as (insert into industries (name) values ('SaaS') returning id)
     insert into case_studies (title, slug, client, industry, industry_id, challenge, solution, image)
     select 'Study', 'study', 'Client', 'SaaS', id, $1, '<p>Done.</p>', $2 from saas`,
    [`<p><img src="/media/${PHOTO}"></p>`, `/media/${PHOTO}`],
  );
});

describe("a post's featured image", () => {
  test("a featured image is served as AVIF and WebP in several sizes", async () => {
    const { main } = await read("/blog/with-photo");
    const [image] = imagesIn(main);
    const [phone = "", wide = ""] = image!.sources;
    expect([phone, wide].map((one) => attribute(one, "type"))).toEqual(["image/avif", "image/avif"]);
    expect(attribute(phone, "media")).toBe("(max-width:30rem)");
    expect(attribute(phone, "srcSet")?.match(/\d+w/g)).toEqual(["320w", "480w", "640w"]);
    expect(attribute(wide, "srcSet")?.match(/\d+w/g)).toEqual([
      "320w",
      "480w",
      "640w",
      "960w",
      "1280w",
      "1920w",
    ]);
    const { img } = image!;
    expect(attribute(img, "src")).toBe(variant(PHOTO, "1920.webp"));
    expect(attribute(img, "srcSet")).toContain(`${variant(PHOTO, "640.webp")} 640w`);
    expect(attribute(img, "fetchPriority")).toBe("high");
    expect(attribute(img, "loading")).toBeUndefined();
    expect(attribute(img, "sizes")).not.toContain("auto");
  });

  test("a featured image reserves its space and keeps its focal point", async () => {
    const { img } = imagesIn((await read("/blog/with-photo")).main)[0]!;
    expect([attribute(img, "width"), attribute(img, "height")]).toEqual(["1920", "1440"]);
    expect(attribute(img, "style")).toBe("object-position:30% 25%;background:#c9d3e0");
  });

  test("an image in the first view has an inline preview until it loads", async () => {
    const small = "AAAAHGZ0eXA=";
    await site.query("update media_files set inline_avif = $2 where media_id = $1", [PHOTO, small]);
    const styleOf = async (address: string, which: number) =>
      attribute(imagesIn((await read(address)).main).at(which)!.img, "style");
    await expect
      .poll(() => styleOf("/blog/with-photo", 0))
      .toBe(`object-position:30% 25%;background:#c9d3e0 url(data:image/avif;base64,${small}) 30% 25%/cover`);
    expect(await styleOf("/blog/in-text", 0)).not.toContain("url(");
    expect(await styleOf("/case-studies/study", -1)).not.toContain("url(");
    await site.query("update media_files set inline_avif = null");
  });

  test("an image's alt text falls back to the post's title, and a decorative image has none", async () => {
    const altOf = async (slug: string) =>
      attribute(imagesIn((await read(`/blog/${slug}`)).main)[0]!.img, "alt");
    expect(await altOf("with-photo")).toBe("Two people at a desk");
    expect(await altOf("with-fresh")).toBe("Fresh");
    expect(await altOf("decorated")).toBe("");
    await site.query("update media set alt = '' where id = $1", [FRESH]);
    await expect.poll(() => altOf("with-fresh")).toBe("Post with-fresh");
  });

  test("an image without variants shows only its background color", async () => {
    const [image] = imagesIn((await read("/blog/with-fresh")).main);
    expect(image?.sources).toEqual([]);
    expect(attribute(image!.img, "src")).toMatch(/^data:image\/svg\+xml,/);
  });

  test("a deleted image falls back to the placeholder", async () => {
    const gone = await read("/blog/with-gone");
    expect(imagesIn(gone.main)).toEqual([]);
    expect(gone.main).toMatch(/<figure class="frame"><img src="\/placeholder.svg" alt=""/);
    const elsewhere = await read("/blog/elsewhere");
    expect(elsewhere.main).toContain(
      '<img src="https://cdn.example.com/a.jpg" alt="Post elsewhere" width="1200"',
    );
  });
});

test("card images below the first view load lazily with automatic sizes", async () => {
  const { main } = await read("/case-studies/study");
  expect(attribute(imagesIn(main)[0]!.img, "loading")).toBeUndefined();
  const home = await read("/");
  const { img, sources } = imagesIn(home.main)[0]!;
  expect(attribute(img, "loading")).toBe("lazy");
  for (const one of [img, ...sources]) expect(attribute(one, "sizes")).toMatch(/^auto,/);
  expect(attribute(sources.at(-1)!, "srcSet")).not.toContain("1280w");
});

describe("an image in a text", () => {
  test("an image in a text has the width and alt text chosen there", async () => {
    const { main } = await read("/blog/in-text");
    const [described, bare, decoration] = imagesIn(main).map(({ img }) => img);
    expect(attribute(described!, "alt")).toBe('A "desk"');
    expect([attribute(described!, "width"), attribute(described!, "height")]).toEqual(["500", "375"]);
    expect(attribute(described!, "srcset")).toContain(variant(PHOTO, "960.webp"));
    expect(attribute(described!, "loading")).toBe("lazy");
    expect(main).toContain("<figcaption>Our desk</figcaption>");
    expect(attribute(bare!, "alt")).toBe("Two people at a desk");
    expect([attribute(decoration!, "alt"), attribute(decoration!, "role")]).toEqual(["", "presentation"]);
  });

  test("a deleted image in a text falls back to the placeholder", async () => {
    const { main } = await read("/blog/in-text");
    expect(main).toMatch(/<img [^>]*src="\/placeholder.svg" alt=""/);
    expect(main).toContain('<img loading="lazy" src="https://cdn.example.com/b.jpg" alt="B" />');
    expect(main).not.toContain(GONE);
  });

  test("images also work in case studies and in a page's HTML", async () => {
    expect(imagesIn((await read("/case-studies/study")).main)).toHaveLength(2);
    await site.query(
      "insert into website_content (page_name, section_name, content_key, content_value, content_type) values ('privacy', 'content', 'html', $1, 'html')",
      [`<h2>One</h2><p><img src="/media/${PHOTO}"></p>`],
    );
    await expect.poll(async () => imagesIn((await read("/privacy")).main).length).toBe(1);
  });
});

describe("the team", () => {
  const write = (section: string, key: string, value: unknown, type: string) =>
    site.query(
      "insert into website_content (page_name, section_name, content_key, content_value, content_type) values ('team', $1, $2, $3, $4)",
      [section, key, typeof value === "string" ? value : JSON.stringify(value), type],
    );

  test("the sample people without photos are drawn, and have no dead links", async () => {
    const { main } = await read("/team");
    expect(main.match(/<svg class="avatar"/g)).toHaveLength(9);
    expect(main).not.toMatch(/initials\.svg|class="profile"|<picture/);
  });

  test("team photos have people's names as alt text", async () => {
    await write("leadership", "image", `/media/${PHOTO}`, "image_url");
    await write("leadership", "profile_href", "https://www.linkedin.com/in/ceo", "text");
    const people = [
      { name: "Ada", position: "Lead", expertise: ["SEO"], image: `/media/${PHOTO}`, profile_href: "" },
      { name: "Bob", position: "Tech", expertise: ["SEO"] },
    ];
    await write("members", "items", people, "json");
    await expect.poll(async () => imagesIn((await read("/team")).main).length).toBe(2);
    const { main } = await read("/team");
    // `display: contents` makes the grid lay out the image itself.
    expect((await read("/team")).html).toMatch(
      /picture\{display:contents\}picture ?> ?source\{display:none\}/,
    );
    const [ceo, ada] = imagesIn(main).map(({ img }) => img);
    expect(attribute(ceo!, "alt")).toBe("Marisol Whitcombe");
    expect(attribute(ceo!, "fetchPriority")).toBe("high");
    expect([attribute(ada!, "alt"), attribute(ada!, "sizes")]).toEqual(["Ada", "auto,128px"]);
    expect(main).toContain(
      '<a class="profile" href="https://www.linkedin.com/in/ceo" rel="noopener"><span class="sr">Marisol Whitcombe: </span>LinkedIn</a>',
    );
    expect(main.match(/class="profile"/g)).toHaveLength(1);
    expect(main.match(/<span class="avatar"/g)).toHaveLength(1);
  });
});

test("a wide logo isn't used as an icon, and gets a light plate in the dark footer", async () => {
  await setBrand("logo_image", `/media/${LOGO}`);
  await expect.poll(async () => imagesIn((await read("/contact")).html).length).toBeGreaterThan(0);
  const { html } = await read("/contact");
  const { img } = imagesIn(elementsOf(html, "header")[0]!)[0]!;
  expect([attribute(img, "sizes"), attribute(img, "style")]).toEqual(["152px", "width:152px"]);
  expect(attribute(img, "src")).toBe(variant(LOGO, "480.webp"));
  // A wide logo would be unreadable as a square icon.
  expect(elementsOf(html, "main")[0]).not.toContain(LOGO);
  expect(html).toContain('href="/favicon.svg');
  expect(html).toContain('href="/apple-touch-icon.png');
  const inFooter = imagesIn(elementsOf(html, "footer")[0]!)[0]!.img;
  expect(attribute(inFooter, "class")).toBe("logo__plate");

  // A logo with an opaque background needs no plate.
  await site.query("update media_files set color = '#0b6e4f' where media_id = $1", [LOGO]);
  await setBrand("logo_text", " ");
  await expect
    .poll(async () => elementsOf((await read("/contact")).html, "footer")[0])
    .not.toContain("logo__plate");
  await site.query("delete from website_content where section_name = 'brand'");
});

test("a square logo replaces the mark and the home screen icon", async () => {
  await setBrand("logo_image", `/media/${SQUARE}`);
  await expect
    .poll(async () => elementsOf((await read("/blog")).html, "main")[0])
    .toContain(`/media/${SQUARE}`);
  const { html } = await read("/blog");
  const marks = imagesIn(elementsOf(html, "main")[0]!).filter(({ img }) => img.includes(`/media/${SQUARE}`));
  const [{ img: mark }] = marks as [(typeof marks)[0]];
  expect(attribute(mark, "width")).toBe(attribute(mark, "height"));
  expect(attribute(mark, "style")).toBe("object-fit:contain");
  expect(html).toContain(`<link rel="apple-touch-icon" href="${variant(SQUARE, "320.webp")}"/>`);
  await site.query("delete from website_content where section_name = 'brand'");
});

const setBrand = (key: string, value: string) =>
  site.query(
    "insert into website_content (page_name, section_name, content_key, content_value, content_type) values ('header', 'brand', $1, $2, 'image_url')",
    [key, value],
  );

describe("what other services get for a page's own image", () => {
  test("social networks get a JPEG of 1200 by 630 pixels", async () => {
    const { metaOf } = await read("/blog/with-photo");
    const url = SITE_URL + variant(PHOTO, "1200.jpg");
    expect([metaOf("og:image"), metaOf("twitter:image")]).toEqual([url, url]);
    expect(metaOf("og:image:type")).toBe("image/jpeg");
    expect(metaOf("og:image:alt")).toBe("Two people at a desk");
    const drawn = await read("/blog/with-fresh");
    expect(drawn.metaOf("og:image")?.split("?v=")[0]).toBe(`${SITE_URL}/share/blog/with-fresh.png`);
    expect((await read("/case-studies/study")).metaOf("og:image")).toBe(url);
  });

  test("search engines and feeds get an absolute image URL without a redirect", async () => {
    const wide = SITE_URL + variant(PHOTO, "1920.webp");
    expect((await read("/blog/with-photo")).html).toContain(`"image":"${wide}"`);
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    expect(sitemap).toContain(`<image:loc>${SITE_URL}${variant(PHOTO, "1280.webp")}</image:loc>`);
    expect(sitemap).not.toMatch(/\/media\/[a-z2-7]{12}</);
    const feed = await (await fetch(`${site.url}/rss.xml`)).text();
    expect(feed).toContain(
      `<media:content url="${SITE_URL}${variant(PHOTO, "1280.webp")}" medium="image" type="image/webp" width="1280" height="960"/>`,
    );
  });
});
