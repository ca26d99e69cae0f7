// Rebrands the site for another agency and looks for the built-in brand.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { asDatabaseUrl } from "../support/database.ts";
import { waitForMail } from "../support/mail.ts";
import { PANEL } from "../support/owner.ts";
import { startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";
import { openPanelSite, openTestMail } from "../support/test-site.ts";

const mail = await openTestMail();
const { database, query, read, request, save, url } = await openPanelSite({
  SEED: "demo",
  SMTP_URL: mail.url,
});

/** A long name: 40 characters. */
const NAME = "Northlight Search & Content Marketing Co";
const OLD = /SEO Pro Zone|seo-?pro-?zone(?!\/)|1200 Sample|555-0142|hello@example\.com/i;
/** The panel's path (SPEC 2) contains the built-in brand. */
const PANEL_ADDRESS = /admin-control-panel-seoprozone/g;

const saved = await save("settings", {
  ...{ intent: "save", site_title: NAME, site_description: "Search marketing for the north." },
  ...{ contact_email: "ada@northlight.test", phone_number: "+44 20 7946 0958 x12" },
  ...{ facebook_url: "https://facebook.com/northlight", confirmation_mail: "on" },
});
await query("delete from website_settings where setting_value like '%example.com%'");
await query(
  `insert into website_content (page_name, section_name, content_key, content_value, content_type)
   values ('footer', 'contact', 'address_lines', '["1 Pier Street", "Leith EH6 6AA"]', 'json')`,
);

const get = async (address: string) => {
  const response = await fetch(url + address);
  return { status: response.status, text: (await response.text()).replace(PANEL_ADDRESS, "") };
};

/** Requests every page that a crawler finds, and the files that browsers and feed readers request. */
async function crawl() {
  const left = ["/", "/sitemap.xml", "/rss.xml", "/site.webmanifest", "/robots.txt", "/no-such-page"];
  const found = new Map<string, string>();
  for (let address = left.pop(); address !== undefined; address = left.pop()) {
    if (found.has(address)) continue;
    const { text } = await get(address);
    found.set(address, text);
    const links = text.matchAll(/(?:href|src|content)="([^"#]+)|<loc>([^<]+)|"src":"([^"]+)"/g);
    for (const [, attribute, location, icon] of links) {
      const target = URL.parse((attribute ?? location ?? icon)!.replaceAll("&amp;", "&"), url + address);
      if (target?.origin !== url || /^\/(assets|share|admin)/.test(target.pathname)) continue;
      left.push(target.pathname + target.search);
    }
  }
  return found;
}

const crawled = await crawl();

test("a 40-character site title is accepted", () => {
  expect(NAME).toHaveLength(40);
  expect(saved.status).toBe(200);
});

test("pages, feeds and the manifest contain only the owner's brand", () => {
  expect(crawled.size).toBeGreaterThan(60);
  for (const [address, text] of crawled) expect(OLD.exec(text)?.[0], address).toBeUndefined();
  expect(crawled.get("/")).toContain("Northlight Search &amp; Content Marketing Co");
  expect(crawled.get("/rss.xml")).toContain(
    "<dc:creator>Northlight Search &amp; Content Marketing Co</dc:creator>",
  );
  expect(JSON.parse(crawled.get("/site.webmanifest")!)).toMatchObject({ name: NAME });
});

test("the audit method page names the crawler after the site, in a valid format", async () => {
  const { text } = await get("/audit-method");
  expect(text).not.toMatch(OLD);
  expect(text).toContain("NorthlightSearchContentMarketingCoAudit/1.0 (+http");
  expect(text).toContain("User-agent: NorthlightSearchContentMarketingCoAudit\nDisallow: /");
});

test("the panel and its sign-in page show the new site title", async () => {
  for (const html of [(await get(PANEL)).text, await read(`${PANEL}/dashboard`)]) {
    expect(html).toContain("Northlight Search &amp; Content Marketing Co</");
    expect(html.replace(PANEL_ADDRESS, "").replace(/<script.*?<\/script>/gs, "")).not.toMatch(/SEO Pro Zone/);
  }
});

test("the global search and the link picker list pages without the built-in name", async () => {
  const found = await (await request(`${PANEL}/search`, { search: "technical" })).text();
  for (const listed of [found, await read(`${PANEL}/link-targets?search=technical`)]) {
    expect(listed).toContain("Technical SEO Services");
    expect(listed).not.toContain("SEO Pro Zone");
  }
});

test("a post by the built-in author is credited to the site", async () => {
  const [post] = await query<{ id: string; slug: string }>(
    "select id, slug from blog_posts where author = 'SEO Pro Zone' limit 1",
  );
  const author = /"author":\{"@type":"(\w+)"[^}]*?"name":"([^"]*)"/.exec(crawled.get(`/blog/${post!.slug}`)!);
  expect(author?.slice(1)).toEqual(["Organization", NAME.replace("&", "\\u0026")]);
  const opened = await read(`${PANEL}/blog.data?edit=${post!.id}`);
  expect(opened).toContain('"opened"');
  expect(opened).not.toContain("SEO Pro Zone");
});

test("emails contain only the owner's brand", async () => {
  await fetch(`${url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Vera", email: "vera@visitor.test", message: "Hello", formType: "contact" }),
  });
  const both = await Promise.all(
    ["ada@northlight.test", "vera@visitor.test"].map((to) =>
      waitForMail(mail.folder, ({ envelope }) => envelope.to.includes(to)),
    ),
  );
  for (const { subject, text, html, source, from } of both) {
    expect([subject, text, html, source, from?.name].join("\n")).toContain("Northlight");
    expect([subject, text, html, from?.name].join("\n").replace(PANEL_ADDRESS, "")).not.toMatch(OLD);
  }
});

const ICONS = [
  "/favicon.ico",
  "/apple-touch-icon.png",
  "/icon-192.png",
  "/icon-512.png",
  "/icon-maskable-512.png",
];

test("every icon is generated for the new brand, in its declared type and size", async () => {
  const { text } = await get("/favicon.svg");
  // The initials are outlines from the site's font, in the main color.
  expect(text).toMatch(/fill="#2442e8".*<path transform="translate\(0 0\)".*<path transform/);
  expect((await get("/mark.svg")).text).toBe(text);
  for (const address of ICONS) {
    const response = await fetch(url + address);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(fs.readFileSync(path.join("public", address))), address).toBe(false);
    const png = address.endsWith(".ico") ? bytes.subarray(22) : bytes;
    const side = Number(/\d+/.exec(address)?.[0] ?? (address.endsWith(".ico") ? 32 : 180));
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], address).toEqual([
      ...["PNG", side, side],
    ]);
  }
  const again = await fetch(`${url}/icon-192.png?v=2`);
  const headers = { "If-None-Match": again.headers.get("ETag") ?? "" };
  expect((await fetch(`${url}/icon-192.png`, { headers })).status).toBe(304);
  expect((await fetch(`${url}/icon-192.png`, { method: "POST" })).status).toBe(405);
});

/** Returns the current URLs of the manifest, its icons and the brand images on four pages. */
async function listMade(site: string) {
  const [study, post] = ["case-studies", "blog"].map((section) =>
    [...crawled.keys()].find((address) => new RegExp(`^/${section}/[\\w-]+$`).test(address)),
  );
  const pages = await Promise.all(
    ["/", "/case-studies", study!, post!].map(async (address) =>
      (await (await fetch(site + address)).text()).replaceAll("&amp;", "&"),
    ),
  );
  const names = /(?:placeholder\.svg|share\/|favicon\.|apple-touch-icon\.|icon-\d|site\.webmanifest)[^"\\]*/g;
  const named = pages.flatMap((html) =>
    html.replace(/<script type="module".*?<\/script>/gs, "").match(names),
  );
  const manifest = named.find((address) => address?.startsWith("site."));
  const { icons } = (await (await fetch(`${site}/${manifest}`)).json()) as { icons: { src: string }[] };
  return [...new Set([...named.map((address) => `/${address}`), ...icons.map(({ src }) => src)])].sort();
}
const keptFor = async (address: string) => (await fetch(url + address)).headers.get("Cache-Control");
const FOR_GOOD = "public, max-age=31536000, immutable";

test("brand images can be cached forever, because a new brand changes their URLs", async () => {
  const other = await startSite({
    ...{ DATABASE_URL: asDatabaseUrl(database), DATA_DIR: folderOfTest(), SEED: "none" },
    SITE_URL: `http://localhost:${new URL(url).port}`,
  });
  onTestFinished(async () => void (await other.stop()));
  const first = await listMade(url);
  // Share cards, covers, icons and the manifest.
  expect(first.length).toBeGreaterThan(20);
  expect(await listMade(other.url)).toEqual(first);
  for (const address of first) expect([address, await keptFor(address)]).toEqual([address, FOR_GOOD]);

  let before = first;
  const changes: Record<string, string>[] = [
    { marker_color: "#ffd166" },
    { site_title: "Polar Search & Content Marketing Co" },
  ];
  for (const change of changes) {
    await save("settings", { intent: "save", ...change });
    const after = await listMade(url);
    const stay = after.filter((address) => before.includes(address));
    // Some covers show neither the changed name nor the changed color.
    const isCover = (address: string) => address.includes("?for=");
    expect(stay.filter((address) => !isCover(address))).toEqual([]);
    if ("marker_color" in change) expect(after.filter(isCover)).not.toEqual(before.filter(isCover));
    expect(after.map((address) => address.split("v=")[0])).toEqual(before.map((one) => one.split("v=")[0]));
    for (const address of after) expect([address, await keptFor(address)]).toEqual([address, FOR_GOOD]);
    await expect.poll(() => listMade(other.url)).toEqual(after);
    for (const [i, address] of before.entries()) {
      if (stay.includes(address)) continue;
      const [old, present] = await Promise.all([address, after[i]!].map((one) => fetch(url + one)));
      expect([address, old!.status, old!.headers.get("Cache-Control")]).toEqual([
        ...[address, 200, "public, max-age=60"],
      ]);
      const bytes = await Promise.all(
        [old!, present!].map(async (one) => Buffer.from(await one.arrayBuffer())),
      );
      expect(bytes[0]!.equals(bytes[1]!), address).toBe(true);
    }
    before = after;
  }
  await save("settings", { intent: "save", site_title: NAME, marker_color: "#e2f54b" });
  expect(await listMade(url)).toEqual(first);
});

test("an image URL with a made-up version returns the current image without rendering it again", async () => {
  const cover = (await listMade(url)).find((address) => address.includes("?for="))!.replace(/&v=.*/, "");
  const figures = async () =>
    [
      ...(await (await fetch(`${url}/metrics`)).text()).matchAll(
        /^site_(?:pages_kept|render_seconds_count)\{.*\} (\d+)$/gm,
      ),
    ].map(([, count]) => Number(count));
  await fetch(url + cover);
  await fetch(`${url}/site.webmanifest`);
  const before = await figures();
  expect(before.length).toBeGreaterThan(1);
  for (let i = 0; i < 300; i++) {
    for (const address of [`${cover}&v=x${i}`, `/site.webmanifest?v=x${i}`, `/favicon.ico?v=x${i}`])
      expect([address, await keptFor(address)]).toEqual([address, "public, max-age=60"]);
  }
  // Current versions account for about 60 renders. The 300 made-up versions add none.
  for (const [i, count] of (await figures()).entries()) expect(count - before[i]!).toBeLessThan(300);
});

test("new colors appear everywhere, and the owner's mark replaces the icons", async () => {
  const [before, cover] = [await get("/"), "/placeholder.svg?for=no-such-record"];
  expect(before.text).not.toMatch(/<html[^>]* style/);
  await save("settings", { intent: "save", brand_color: "#0B6E4F", marker_color: "#ffd166" });
  const home = (await get("/")).text;
  expect(/<html[^>]*>/.exec(home)?.[0]).toContain("--color-blue-600:#0b6e4f");
  const [sheet = ""] = /<style>.*?<\/style>/s.exec(home) ?? [];
  expect(sheet).toContain("#0b6e4f");
  expect(sheet).not.toMatch(/#2442e8|#e2f54b/);
  expect((await get(cover)).text).toContain("#ffd166");
  expect(await read(`${PANEL}/settings`)).toMatch(/<html[^>]*--accent-dark:#/);
  await expect.poll(async () => (await get("/favicon.svg")).text).toContain("#0b6e4f");

  await query(
    `insert into website_content (page_name, section_name, content_key, content_value, content_type)
     values ('header', 'brand', 'mark_image', 'https://cdn.northlight.test/mark.png', 'image_url')`,
  );
  const location = async () =>
    (await fetch(`${url}/favicon.ico`, { redirect: "manual" })).headers.get("Location");
  await expect.poll(location).toBe("https://cdn.northlight.test/mark.png");
});
