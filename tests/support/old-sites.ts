// Old sites to import from, each at its own host.
import http from "node:http";
import type { AddressInfo } from "node:net";

/** More than one page of the API's results. */
const REST_POSTS = 120;
const page = (title: string, main = "") =>
  `<!doctype html><meta charset="utf-8"><title>${title} – Live</title><meta name="description" content="About ${title}."><main><h1>${title}</h1>${main}</main>`;
const sitemap = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

/** A post as WordPress with Yoast returns it. Posts with even IDs have no SEO fields. */
const restPost = (id: number) => ({
  ...{ id, slug: `post-${id}`, link: `http://wp.test/2019/03/post-${id}/`, date_gmt: "2019-03-04T05:06:07" },
  title: { rendered: `Post &#8211; ${id}` },
  content: {
    rendered: `<p>Text <a href="http://wp.test/2019/03/post-1/">one</a> <script>x</script></p>`,
    protected: id === REST_POSTS,
  },
  ...(id % 2 && {
    yoast_head_json: {
      ...{ title: `Yoast ${id}`, description: "Said", robots: { index: "index", follow: "nofollow" } },
    },
  }),
  _embedded: {
    author: [{ name: "Ann Baker" }],
    "wp:featuredmedia": [{ source_url: "http://wp.test/b.png", alt_text: "Bread" }],
    "wp:term": [[{ taxonomy: "category", name: "News &amp; views" }]],
  },
});

type Reply = { body: string | Buffer; headers?: Record<string, string> };

/** A WordPress site whose REST API has 120 posts and a page. */
function wordPress(url: URL): Reply | null {
  const json = (value: unknown, pages = 1) => ({
    body: JSON.stringify(value),
    headers: { "Content-Type": "application/json", "X-WP-TotalPages": String(pages) },
  });
  const { pathname: at, searchParams } = url;
  const [size, number] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
  const types = { post: "posts", page: "pages", attachment: "media", recipe: "recipes" };
  if (at === "/wp-json/wp/v2/types")
    return json(
      Object.fromEntries(Object.entries(types).map(([slug, rest_base]) => [slug, { slug, rest_base }])),
    );
  if (at === "/wp-json/") return json({ name: "Old &amp; good" });
  if (at === "/wp-json/wp/v2/posts") {
    const all = Array.from({ length: REST_POSTS }, (_, i) => restPost(i + 1));
    return json(all.slice(size * (number - 1), size * number), Math.ceil(REST_POSTS / size));
  }
  if (at === "/wp-json/wp/v2/pages")
    return json([{ ...restPost(900), slug: "our-method", link: "http://wp.test/our-method/" }]);
  if (at === "/robots.txt") return { body: "Sitemap: http://wp.test/sitemap_index.xml" };
  if (at === "/sitemap_index.xml")
    return { body: "<sitemapindex><sitemap><loc>http://wp.test/posts.xml</loc></sitemap></sitemapindex>" };
  if (at === "/posts.xml")
    return {
      body: sitemap(
        ...[1, 2, REST_POSTS].map((id) => restPost(id).link),
        "http://wp.test/tag/rye/",
        "http://wp.test/lost/",
      ),
    };
  return /^\/(2019|our-method|$)/.test(at) ? { body: page(at.split("/").at(-2) ?? "Home") } : null;
}

/** A site without an API. */
const PAGES: Record<string, Reply> = {
  "/": { body: page("Home") },
  "/sitemap.xml": {
    body: sitemap(...["", "blog/rye/", "about/", "gone/"].map((at) => `http://plain.test/${at}`)),
  },
  "/blog/rye/": { body: page("Rye", "<nav>Menu</nav><p>All about <b>rye</b>.</p>") },
  "/about/": { body: page("About us", "<p>Who we are.</p>") },
};

/**
 * Starts the sites.
 * @param png the content of /b.png and /wp-content/uploads/b-1200x628.png on every site, of /late.png from the second
 *   request on, and of all PNGs on large.test
 * @returns the value for AUDIT_TEST_NET that makes them reachable
 */
export async function openOldSites(png: Buffer) {
  const late = new Set<string>();
  const server = http.createServer((req, res) => {
    const url = new URL(req.url ?? "", `http://${req.headers.host}`);
    const isReady =
      /^(\/wp-content\/uploads\/b-1200x628|\/b)\.png$/.test(url.pathname) ||
      (url.pathname === "/late.png" && late.has(url.href));
    const isLarge = url.host === "large.test" && url.pathname.endsWith(".png");
    const image: Reply | null = isReady || isLarge ? { body: png } : null;
    late.add(url.href);
    const hosts: Record<string, () => Reply | null> = {
      "wp.test": () => wordPress(url),
      "plain.test": () => PAGES[url.pathname] ?? null,
      "images.test": () => (url.pathname === "/page.png" ? { body: "<html>" } : null),
    };
    const reply = image ?? hosts[url.host]?.() ?? null;
    if (reply) return void res.writeHead(200, reply.headers).end(reply.body);
    res.writeHead(url.pathname === "/inside.png" ? 302 : 404, { Location: "http://10.0.0.1/x.png" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const at = (host: string, address = "93.184.215.14") => `${host}=${address}>127.0.0.1:${port}`;
  return {
    net: ["wp.test", "plain.test", "images.test", "large.test"]
      .map((host) => at(host))
      .concat(at("inside.test", "10.0.0.1"))
      .join(","),
    close: () => server.close(),
  };
}
