import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { blogPost } from "../app/features/blog/kind.ts";
import { blog_posts } from "../app/features/blog/table.server.ts";
import { page_seo } from "../app/features/page-seo/table.server.ts";
import { blogPosts } from "../app/features/records/blog-posts.server.ts";
import { redirects, slug_history } from "../app/features/redirects/table.server.ts";
import { findIndexNowKey, isKeyFile } from "../app/features/settings/index-now.server.ts";
import { website_content } from "../app/features/website-content/table.server.ts";
import { isPublicSite } from "../app/platform/http/public-site.ts";
import { openTestDatabases } from "../tests/support/database.ts";
import { announceChanges, minuteBefore } from "./index-now.ts";

const { owner, visitor } = await openTestDatabases();

/** What search engines received, and the next status that they return. */
const received: { path: string | undefined; body: Record<string, unknown> }[] = [];
let status = 200;
const engine = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  received.push({ path: req.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
  res.writeHead(status).end();
}).listen(0, "127.0.0.1");
await once(engine, "listening");
afterAll(() => engine.close());
const options = {
  siteUrl: "https://www.agency.com",
  endpoint: `http://127.0.0.1:${(engine.address() as AddressInfo).port}/indexnow`,
};
const now = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 600_000) };
const past = { from: new Date(0), to: now.from };

beforeEach(async () => {
  received.length = 0;
  status = 200;
  for (const table of [blog_posts, redirects, slug_history, website_content, page_seo])
    await owner.delete(table);
});

/** Makes all rows of a table two days old. */
async function changeLongAgo(table: typeof page_seo) {
  await owner.execute(sql`alter table ${table} disable trigger user`);
  await owner.update(table).set({ updated_at: sql`now() - interval '2 days'` });
  await owner.execute(sql`alter table ${table} enable trigger user`);
}

const post = (slug: string, published = true) => ({
  ...blogPost.schema.parse({ title: slug, slug, content: "<p>Words</p>" }),
  published,
});

test("all changed public URLs are announced in one call", async () => {
  const { id } = await blogPosts.insert(owner, post("a"));
  await blogPosts.update(owner, id, 1, post("b"));
  await blogPosts.trash.remove(owner, (await blogPosts.insert(owner, post("gone"))).id);
  await blogPosts.insert(owner, post("draft", false));
  const hidden = await blogPosts.insert(owner, post("hidden"));
  await blogPosts.update(owner, hidden.id, 1, post("secret", false));
  await blogPosts.update(owner, hidden.id, 2, post("secret-too", false));
  await owner.insert(website_content).values(
    ["home", "home", "footer", "no-such-page"].map((page_name, at) => ({
      ...{ page_name, section_name: "s", content_key: `k${at}`, content_value: "x" },
    })),
  );
  await owner.insert(page_seo).values({ page_name: "services/local-seo" });
  expect(await announceChanges(owner, now, options)).toBe(6);
  const key = await findIndexNowKey(visitor);
  expect(received).toEqual([
    {
      path: "/indexnow",
      body: {
        host: "www.agency.com",
        key,
        keyLocation: `https://www.agency.com/${key}.txt`,
        urlList: ["/", "/blog", "/blog/a", "/blog/b", "/blog/gone", "/services/local-seo"].map(
          (path) => options.siteUrl + path,
        ),
      },
    },
  ]);
  expect(isKeyFile(`/${key}.txt`)).toBe(true);
});

test("a hidden page is announced only right after it was hidden", async () => {
  const text = (page_name: string) => ({
    page_name,
    section_name: "s",
    content_key: "k",
    content_value: "x",
  });
  await owner.insert(page_seo).values([
    { page_name: "services", is_indexable: false },
    { page_name: "blog", is_indexable: false },
    { page_name: "team", is_indexable: true },
  ]);
  const paths = () => (received.at(-1)!.body.urlList as string[]).map((url) => new URL(url).pathname);
  await announceChanges(owner, now, options);
  expect(paths()).toEqual(["/blog", "/services", "/team"]);

  await changeLongAgo(page_seo);
  await owner.insert(website_content).values(["services", "team", "about"].map(text));
  await blogPosts.insert(owner, post("a"));
  await announceChanges(owner, now, options);
  expect(paths()).toEqual(["/about", "/blog/a", "/team"]);
});

test("nothing is announced without changes, and the key is created only once", async () => {
  await blogPosts.insert(owner, post("a"));
  expect(await announceChanges(owner, past, options)).toBe(0);
  expect(received).toEqual([]);
  await announceChanges(owner, now, options);
  await announceChanges(owner, now, options);
  expect(received[0]!.body.key).toBe(received[1]!.body.key);
});

test("announceChanges throws on an error status or if there's no response", async () => {
  await blogPosts.insert(owner, post("a"));
  status = 429;
  await expect(announceChanges(owner, now, options)).rejects.toThrow("IndexNow returned 429");
  const nobody = { ...options, endpoint: "http://127.0.0.1:1/indexnow" };
  await expect(announceChanges(owner, now, nobody)).rejects.toThrow("fetch failed");
});

test("consecutive runs cover every moment exactly once", () => {
  const [one, two] = ["2026-11-21T12:05:00Z", "2026-11-21T12:06:00Z"].map((ts) => minuteBefore(new Date(ts)));
  expect(one).toEqual({ from: new Date("2026-11-21T12:03:00Z"), to: new Date("2026-11-21T12:04:00Z") });
  expect(two!.from).toEqual(one!.to);
});

test.each([
  ["https://www.agency.com", true],
  ["http://agency.co.uk:8080", true],
  ["http://localhost:3000", false],
  ["https://site.localhost", false],
  ["http://intranet", false],
  ["http://office.local", false],
  ["https://www.example.com", false],
  ["https://agency.test", false],
  ["http://127.0.0.1:3000", false],
  ["http://192.168.1.10", false],
  ["http://[::1]:3000", false],
])("%s is a public SITE_URL: %s", (siteUrl, isPublic) => {
  expect(isPublicSite(siteUrl)).toBe(isPublic);
});
