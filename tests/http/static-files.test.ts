import fs from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const CLIENT = path.join(await ensureBuild(), "client");

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request exactly as given. `fetch` would normalize the path. */
function ask(address: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { port } = new URL(site.url);
  return new Promise<Answer>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: address, ...options }, async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: await text(response) });
    })
      .on("error", reject)
      .end();
  });
}

const assets = fs.readdirSync(path.join(CLIENT, "assets")).filter((name) => !/\.(br|gz)$/.test(name));
const assetOf = (type: string) => `/assets/${assets.find((name) => name.endsWith(type))}`;

test.each([
  [assetOf(".js"), "text/javascript; charset=utf-8"],
  [assetOf(".css"), "text/css; charset=utf-8"],
  ["/favicon.svg", "image/svg+xml; charset=utf-8"],
  ["/favicon.ico", "image/x-icon"],
  ["/icon-192.png", "image/png"],
  [assetOf(".woff2"), "font/woff2"],
])("a file has the right content type, with a charset if it's text: %s", async (address, type) => {
  const { status, headers } = await ask(address);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe(type);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const isAsset = address.startsWith("/assets/");
  expect(headers["cache-control"]).toBe(
    isAsset ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  );
});

test("a request for a file whose cached copy is still valid gets a 304", async () => {
  const address = assetOf(".css");
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "Accept-Encoding": encoding };
    const { etag = "" } = (await ask(address, { headers })).headers;
    const again = await ask(address, { headers: { ...headers, "If-None-Match": `"other", ${etag}` } });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, "", etag]);
    expect((await ask(address, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  }
});

test("HEAD sends the same headers as GET, in each encoding", async () => {
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "Accept-Encoding": encoding };
    const [get, head] = [
      await ask(assetOf(".js"), { headers }),
      await ask(assetOf(".js"), { headers, method: "HEAD" }),
    ];
    const { date, connection, "keep-alive": keepAlive, ...sent } = get.headers;
    expect(head).toMatchObject({ status: 200, headers: sent, body: "" });
    expect(sent["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
    expect(sent.vary).toBe("Accept-Encoding");
  }
});

describe("URLs", () => {
  test("escapes in a URL are decoded", async () => {
    expect((await ask("/favicon%2Eico?x=%zz")).headers["content-type"]).toBe("image/x-icon");
  });

  test.each([
    "/favicon.ico%zz",
    "/%2e%2e/server/index.js",
    "/assets/%2e%2e/%2e%2e/server/index.js",
    "/assets/..%2f..%2fserver/index.js",
    "/assets/..\\..\\server\\index.js",
    "/favicon.ico/",
    "/assets",
    "/assets/",
    "/.vite/manifest.json",
    "/__proto__",
    "/constructor",
  ])("a path without a file returns a 404: %s", async (address) => {
    expect((await ask(address)).status).toBe(404);
  });

  test("a path of ten thousand characters returns a 404", async () => {
    expect((await ask(`/assets/${"a/".repeat(5_000)}x.js`)).status).toBe(404);
  });

  test("precompressed files have no URLs of their own", async () => {
    expect((await ask(`${assetOf(".css")}.br`)).status).toBe(404);
  });
});

const read = async (path: string) => {
  const response = await fetch(site.url + path);
  const text = await response.text();
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  return { status: response.status, text, addresses };
};
const pagesOf = (addresses: string[]) => addresses.filter((path) => !path.startsWith("/share/"));

test("a large site's sitemap.xml is an index of smaller sitemaps", async () => {
  const POSTS = 10_001;
  expect((await read("/sitemap.xml")).text).toContain("<urlset");
  await site.query(
    `insert into blog_posts (title, slug, content, published)
     select 'Post ' || n, 'post-' || n, '<p>Text</p>', n <= ${POSTS} from generate_series(1, ${POSTS + 1}) as n`,
  );
  const index = await read("/sitemap.xml");
  expect(index.text).toContain("<sitemapindex");
  expect(index.addresses).toEqual(["/sitemaps/pages.xml", "/sitemaps/blog-1.xml", "/sitemaps/blog-2.xml"]);

  const [pages, first, second] = await Promise.all(index.addresses.map(read));
  expect(pagesOf(pages!.addresses)).toEqual(expect.arrayContaining(["/", "/services/local-seo", "/terms"]));
  expect(pagesOf(first!.addresses)).toHaveLength(10_000);
  expect(new Set(pagesOf([...first!.addresses, ...second!.addresses])).size).toBe(POSTS);
  expect(first!.text).toContain("<lastmod>");

  expect((await read("/sitemaps/blog-3.xml")).status).toBe(404);
  expect((await read("/sitemaps/blog-1")).status).toBe(404);
  expect((await read("/sitemaps/case-studies-1.xml")).status).toBe(404);
});
