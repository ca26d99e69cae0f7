import { type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { PRELOAD_IN_TIME } from "../../app/platform/early-font.ts";
import { hashSource } from "../../app/platform/http/content-security-policy.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite({ SITE_URL: "https://www.example.com", SEED: "demo" });

const SMALL = { width: 8, height: 8, channels: 3, background: "#0b6e4f" } as const;

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(site.url + address, { headers, redirect: "manual" });

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request exactly as given. `fetch` would normalize the path and Host. */
async function raw(options: {
  path: string;
  headers?: Record<string, string>;
  method?: string;
  body?: string;
}) {
  const { port } = new URL(site.url);
  const { body, ...rest } = options;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, ...rest }, async (response) => {
      const { statusCode = 0, headers } = response;
      resolve({ status: statusCode, headers, body: await text(response) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("unusual URLs", () => {
  test.each([
    "/%ff",
    "/case-studies/%E0%A4%A",
    "/case-studies/..%2f..%2fetc%2fpasswd",
    "//example.com/x",
    "/.env",
  ])("an odd URL returns a 404, never a 500: %s", async (address) => {
    expect((await raw({ path: address })).status).toBe(404);
  });

  test("a form that the page doesn't accept gets a 4xx, not a 5xx", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    for (const [path, status] of [
      ["/about", 405],
      ["/contact", 400],
    ] as const) {
      const { body, ...answer } = await raw({ path, method: "POST", headers, body: "formName=nothing" });
      expect(answer.status).toBe(status);
      expect(wordsOf(body)).toContain("This form can't be submitted here");
    }
  });

  test("a URL with the NUL character is rejected", async () => {
    expect((await raw({ path: "/case-studies/a%00b" })).status).toBe(400);
    expect((await raw({ path: "/case-studies?industry=%00" })).status).toBe(400);
  });

  test("pages contain SITE_URL, whatever Host and forwarded headers say", async () => {
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" };
    const { body } = await raw({ path: "/contact?utm_source=x", headers });
    expect(body).toContain('<link rel="canonical" href="https://www.example.com/contact"/>');
    expect(body).not.toContain("evil.example");
  });
});

describe("other spellings of the panel's URL", () => {
  const capital = "/Admin-control-panel-seoprozone";

  test.each([
    [capital, PANEL],
    ["/ADMIN-CONTROL-PANEL-SEOPROZONE/?x=1", `${PANEL}/?x=1`],
    ["/admin-control-panel-seoprozon%65", PANEL],
    ["/%41dmin-control-panel-seoprozone/enquiries?status=new&page=2", `${PANEL}/enquiries?status=new&page=2`],
    [`${capital}.data?_routes=panel%2Flogin`, `${PANEL}.data?_routes=panel%2Flogin`],
    [`${capital}/enquiries.data`, `${PANEL}/enquiries.data`],
    [`${capital}/enquiries.csv`, `${PANEL}/enquiries.csv`],
    [`${capital}//enquiries/`, `${PANEL}//enquiries/`],
    [`${capital}/%ff`, `${PANEL}/%ff`],
    [`/x/..${capital}`, PANEL],
  ])("another spelling of the panel's URL redirects once, uncached: %s", async (path, location) => {
    for (const headers of [{}, site.session]) {
      const response = await raw({ path, headers });
      expect(response.status).toBe(308);
      expect(response.headers).toMatchObject({
        location,
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow",
      });
      expect(response.body).toBe("");
    }
  });

  test.each([
    `/x${capital}`,
    "/admin-control-panel-seoprozone%2Fenquiries",
    "/admin-control-panel-seoprozones",
    "/admin-control-panel-seoprozon%2565",
  ])("a URL that only looks like the panel's returns a 404: %s", async (path) => {
    const { status, body, headers } = await raw({ path, headers: site.session });
    expect([status, headers.location]).toEqual([404, undefined]);
    expect(body).toContain("Oops! Page not found");
  });

  test("the redirect preserves the method and the body", async () => {
    const form = { intent: "add", title: "Long", slug: "long", content: `<p>${"x".repeat(90_000)}</p>` };
    const response = await fetch(`${site.url}${capital}/blog.data`, {
      method: "POST",
      headers: site.session,
      body: new URLSearchParams(form),
    });
    expect(response.redirected).toBe(true);
    expect(response.status).not.toBe(413);
    const saved = "select length(content) as chars from blog_posts where slug = 'long'";
    expect(await site.query(saved)).toEqual([{ chars: form.content.length }]);
  });

  test("API clients get a JSON `error`, however they spell the URL (CONTRACT)", async () => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ message: "x".repeat(70_000) });
    const path = "/API/send-contact-email";
    const response = await raw({ path, method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toEqual({ error: expect.stringContaining("64 kB") });
  });
});

test("404s and errors are logged with their path, but without tokens or email addresses", async () => {
  const before = site.stderr().length;
  const logged = () => site.stderr().slice(before);
  await get("/unsubscribe/ada@private.example");
  await fetch(`${site.url}/leave/ada@private.example`, { method: "POST", body: new URLSearchParams() });
  await site.without("subscribers", async () => {
    expect((await get("/newsletter/confirm/secret-token")).status).toBe(503);
    const form = { method: "POST", body: new URLSearchParams() };
    expect((await fetch(`${site.url}/newsletter/unsubscribe/secret-token`, form)).status).toBe(503);
  });
  await get("/the-end");
  await vi.waitUntil(() => logged().includes('"path":"/the-end"'), PATIENCE);
  for (const path of ["/unsubscribe/***", "/newsletter/confirm/***", "/newsletter/unsubscribe/***"])
    expect(logged()).toContain(`"path":"${path}"`);
  expect(logged()).not.toMatch(/private\.example|secret-token/);
});

describe("posts", () => {
  const form = (headers: Record<string, string>) =>
    fetch(`${site.url}/contact`, {
      method: "POST",
      body: new URLSearchParams({ formName: "contact" }),
      headers,
    });

  test("a post from another website is rejected", async () => {
    expect((await form({ Origin: "https://evil.example" })).status).toBe(403);
    expect((await form({ Origin: "null" })).status).toBe(403);
    expect((await form({ "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    // A sandboxed frame.
    expect((await form({ Origin: "null", "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  });

  test("a post is accepted if its origin is SITE_URL or the requested host", async () => {
    expect((await form({ Origin: "https://www.example.com" })).status).toBe(400);
    expect((await form({ Origin: site.url })).status).toBe(400);
    // A page of ours with `no-referrer`.
    expect((await form({ Origin: "null", "Sec-Fetch-Site": "same-origin" })).status).toBe(400);
  });

  test("a body without a declared length is rejected once it exceeds 64 kB", async () => {
    const { status } = await raw({
      path: "/contact",
      method: "POST",
      headers: { "Transfer-Encoding": "chunked", "Content-Type": "application/x-www-form-urlencoded" },
      body: "x".repeat(70_000),
    });
    expect(status).toBe(413);
  });

  test("a form that's too large gets a page that says so and links back", async () => {
    const response = await fetch(`${site.url}/contact`, {
      method: "POST",
      body: new URLSearchParams({ formName: "contact", message: "x".repeat(1_000_000) }),
    });
    expect(response.status).toBe(413);
    expect(response.headers.get("Content-Type")).toContain("text/html");
    const page = await response.text();
    expect(page).toContain("This is too large (the limit is 64 kB)");
    expect(page).toContain("what you typed is still there");
  });
});

describe("headers", () => {
  test("a public page has only the small script and the font's, and its policy allows no other inline script", async () => {
    for (const address of ["/", "/case-studies", "/contact"]) {
      const response = await get(address);
      const html = await response.text();
      const scripts = [...html.matchAll(/<script\b[^>]*>/g)].filter(
        ([tag]) => !tag.includes("application/ld+json"),
      );
      expect(scripts.map(([tag]) => /src="([^"]+)"/.exec(tag)?.[1])).toEqual([
        expect.stringMatching(/^\/assets\/main-[\w-]+\.js$/),
        undefined,
      ]);
      expect(html).toContain(`<script>${PRELOAD_IN_TIME}</script>`);
      expect(html).not.toContain("nonce=");
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${hashSource(PRELOAD_IN_TIME)}`);
    }
  });

  test("prefetch rules include only public links, never the panel", async () => {
    for (const address of ["/", "/contact", "/no-such-page"]) {
      expect((await get(address)).headers.get("Speculation-Rules")).toBe('"/speculation-rules.json"');
    }
    expect((await get(PANEL)).headers.get("Speculation-Rules")).toBeNull();
    const rules = await get("/speculation-rules.json");
    expect(rules.headers.get("Content-Type")).toBe("application/speculationrules+json");
    const text = await rules.text();
    expect(text).not.toMatch(/admin|"\/\*"|api/);
    const { prefetch } = JSON.parse(text);
    expect(prefetch[0].where.and[0].href_matches).toEqual(
      expect.arrayContaining(["/", "/services/*", "/case-studies/*", "/blog/*", "/contact"]),
    );
  });

  test("public pages can use the back/forward cache", async () => {
    for (const address of ["/", "/services", "/services/local-seo", "/case-studies", "/blog", "/contact"]) {
      const response = await get(address);
      expect(response.headers.get("Cache-Control") ?? "").not.toContain("no-store");
      expect(await response.text()).not.toMatch(/on(before)?unload/);
    }
  });

  test("the panel is never cached or indexed", async () => {
    for (const address of [PANEL, `${PANEL}/industries`, `${PANEL}.data`]) {
      const { headers } = await get(address);
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
    }
  });

  test("every response forbids sniffing and framing and limits the referrer", async () => {
    for (const address of ["/", "/no-such-page", PANEL, "/healthz"]) {
      const { headers } = await get(address);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    }
  });

  test("HEAD responds like GET, without a body", async () => {
    const head = await fetch(`${site.url}/contact`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  });
});

describe("scripts on public pages", () => {
  const script = {
    ...site.session,
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Dest": "empty",
  };
  const click = { ...script, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
  const ask = async (path: string, headers: Record<string, string>, method = "GET", body?: string) => {
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://www.example.com" };
    return raw({ path: PANEL + path, method, body, headers: { ...headers, ...(body && form) } });
  };
  const READ = [
    "/dashboard",
    "/dashboard.data",
    "/enquiries",
    "/enquiries.data",
    "/link-targets",
    "/settings",
  ];

  test("a script on a public page can't read anything from the panel", async () => {
    for (const path of READ) {
      for (const [headers, method] of [
        [script, "GET"],
        [script, "HEAD"],
        [{ ...script, "Sec-Fetch-Mode": "same-origin" }, "GET"],
        [{ ...script, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script" }, "GET"],
        [{ ...script, Referer: `https://www.example.com${PANEL}/dashboard` }, "GET"],
        [{ ...script, "X-Panel-Page": "made-up" }, "GET"],
      ] as const) {
        const { status, body } = await ask(path, headers, method);
        expect([path, method, status]).toEqual([path, method, 403]);
        expect(body).not.toContain("data-page-key");
        expect(body).not.toMatch(/pageKey","[\w-]{43}"/);
      }
      expect([path, (await ask(path, click)).status]).toEqual([path, 200]);
    }
  });

  test("a script on a public page can't save anything, not even by submitting a form", async () => {
    const industry = "intent=add&name=Forged&slug=forged";
    for (const headers of [script, click])
      for (const path of ["/industries", "/industries.data"])
        expect((await ask(path, headers, "POST", industry)).status).toBe(403);
    expect(await site.query("select 1 from industries where name = 'Forged'")).toEqual([]);
  });

  test("a page of the panel can read and save with its key", async () => {
    const page = (await ask("/industries", click)).body;
    const key = /data-page-key="([\w-]{43})"/.exec(page)?.[1] ?? "";
    const own = { ...script, "X-Panel-Page": key };
    for (const path of READ) expect([path, (await ask(path, own)).status]).toEqual([path, 200]);
    const { status } = await ask("/industries.data", own, "POST", "intent=add&name=Own&slug=own");
    expect(status).toBe(200);
    expect(await site.query("select 1 from industries where name = 'Own'")).toHaveLength(1);
  });

  test("the panel opens in a window that a public page's script can't access", async () => {
    const policyOf = async (address: string) =>
      (await get(address, click)).headers.get("Cross-Origin-Opener-Policy");
    const [page, panel] = [await policyOf("/contact"), await policyOf(`${PANEL}/dashboard`)];
    expect(page).toBe("same-origin");
    expect(panel).toBe("same-origin-allow-popups");
    expect(await policyOf(PANEL)).toBe(panel);
  });
});

describe("with an https SITE_URL", () => {
  /** Returns the part of a page that differs in each rendering. */
  const stampOf = (html: string) => /name="stamp" value="([^"]*)"/.exec(html)?.[1];
  const read = async (address: string, Cookie: string) => (await get(address, { Cookie })).text();

  test("every response sends HSTS", async () => {
    for (const address of ["/", "/contact", "/no-such-page", "/favicon.ico", PANEL]) {
      for (const [name, value] of [["Accept", "*/*"] as const, ["X-Forwarded-Proto", "http"] as const]) {
        const hsts = (await get(address, { [name]: value })).headers.get("Strict-Transport-Security");
        expect(hsts).toBe("max-age=31536000");
      }
    }
  });

  test("the session cookie uses the __Host- prefix (RFC 6265bis)", async () => {
    const login = await fetch(site.url + PANEL, {
      method: "POST",
      body: new URLSearchParams({ password: ADMIN_PASSWORD }),
      redirect: "manual",
    });
    for (const cookie of login.headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.*; Secure/);
    const [cookie = "", ...others] = login.headers
      .getSetCookie()
      .filter((one) => one.includes("panel_session="));
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^__Host-panel_session=[^;]+;/);
    expect(cookie).toMatch(/; Path=\/;/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).not.toMatch(/Domain/i);
  });

  test.each(["panel_session=x", "x__Host-panel_session=x", "a_panel_session=x"])(
    "a cookie set by another host changes nothing: %s",
    async (foreign) => {
      const kept = await vi.waitUntil(async () => {
        const [one, other] = [await read("/contact", ""), await read("/contact", "")].map(stampOf);
        return one === other && one;
      }, PATIENCE);
      expect(stampOf(await read("/contact", foreign))).toBe(kept);
      expect(stampOf(await read("/contact", `theme=dark; ${foreign}`))).toBe(kept);
      // The owner's pages are never cached.
      const own = site.session.Cookie;
      expect(stampOf(await read("/contact", own))).not.toBe(kept);
      for (const both of [`${foreign}; ${own}`, `${own}; ${foreign}`]) {
        expect((await get(`${PANEL}/dashboard`, { Cookie: both })).status).toBe(200);
      }
      const value = own.replace(/^[^=]*=/, "");
      expect((await get(`${PANEL}/dashboard`, { Cookie: `panel_session=${value}` })).status).toBe(302);
    },
  );

  test("other sites can embed images, but not pages or the panel", async () => {
    const policy = async (address: string) =>
      (await get(address)).headers.get("Cross-Origin-Resource-Policy");
    expect(await policy("/contact")).toBe("same-origin");
    expect(await policy(PANEL)).toBe("same-origin");
    for (const address of ["/placeholder.svg", "/favicon.ico", "/rss.xml"]) {
      expect((await get(address)).status).toBe(200);
      expect(await policy(address)).toBeNull();
    }
  });
});

describe("compression", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
  ])("a page uses an encoding that the browser accepts: %s", async (accepted, encoding) => {
    for (const address of ["/contact", PANEL, "/sitemap.xml"]) {
      const response = await get(address, { "Accept-Encoding": accepted });
      expect(response.headers.get("Content-Encoding")).toBe(encoding);
      expect(response.headers.get("Vary")).toContain("Accept-Encoding");
      expect(await response.text()).toMatch(/^<(!DOCTYPE html|\?xml)/);
    }
  });
});

describe("files", () => {
  test('GET /healthz returns 200 with {"status":"ok"} (CONTRACT)', async () => {
    const response = await get("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
  });
});

test("an upload to an https site is recorded under its session", async () => {
  const body = new Uint8Array(await sharp({ create: SMALL }).png().toBuffer());
  const headers = { ...site.session, Origin: "https://www.example.com" };
  const upload = `${site.url}${PANEL}/media/upload?name=dot.png`;
  expect((await fetch(upload, { method: "PUT", body, headers })).status).toBe(201);
  const [state] = await site.query<{ session: string }>("select session from revisions where kind = 'media'");
  const [login] = await site.query<{ id_hash: string }>("select id_hash from admin_sessions");
  expect(state?.session).toBeTruthy();
  expect(login?.id_hash).toMatch(new RegExp(`^${state?.session}`));
});

// This test comes last, because it uses up the current minute's log lines.
test("attempted paths are logged, up to a limit (SPEC 2)", async () => {
  const before = site.stderr().length;
  const lines = () =>
    site
      .stderr()
      .slice(before)
      .match(/"path":"\/flood\/\d+"/g) ?? [];
  const ask = (path: number) => get(`/flood/${path}`);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, path) => ask(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(lines().length).toBeGreaterThan(0);
  expect(lines().length).toBeLessThanOrEqual(60);
});
