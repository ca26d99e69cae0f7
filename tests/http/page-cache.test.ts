import { randomBytes, randomUUID } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { elementsOf, formOf, readPage, wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite({ TRUST_PROXY: "1" });

const get = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site.url + address, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
/** Returns a cookie value of the right shape, without a session behind it. */
const madeUpSession = () => btoa(JSON.stringify(randomBytes(32).toString("base64url")));
/** Returns the part of a page that differs in each rendering. */
const stampOf = (html: string) => /name="stamp" value="([^"]*)"/.exec(html)?.[1];
const cached = () =>
  vi.waitUntil(async () => {
    const [one, other] = [await get("/contact"), await get("/contact")];
    return stampOf(one.html) === stampOf(other.html) && one.headers.get("ETag");
  }, PATIENCE);
const invalidate = () => site.save("settings", { intent: "save", site_title: "SEO Pro Zone" });
await cached();

describe("no visitor can inject anything into a page that others get", () => {
  test.each([
    ["Host", "evil.example"],
    ["X-Forwarded-Host", "evil.example"],
    ["X-Forwarded-For", "198.51.100.1, evil.example"],
    ["X-React-Router-Prerender-Data", "evil.example"],
    ["X-React-Router-SPA-Mode", "yes"],
    ["X-Original-URL", "/evil.example"],
    ["Accept-Language", "evil.example"],
    ["Referer", "https://evil.example/"],
    ["Accept-Encoding", "evil.example"],
    ["Range", "bytes=0-3"],
  ])("with the header %s", async (name, value) => {
    const address = "/services/local-seo";
    // The poisoned request must be the one that renders the page.
    await invalidate();
    const { port, hostname } = new URL(site.url);
    const poisoned = await new Promise<string>((resolve, reject) => {
      request({ port, hostname, path: address, headers: { [name]: value } }, (res) => resolve(text(res)))
        .on("error", reject)
        .end();
    });
    const { html, status } = await get(address);
    expect(status).toBe(200);
    expect(html).not.toContain("evil.example");
    expect(html.length).toBe(poisoned.length);
    expect(stampOf(html)).toBeTruthy();
  });

  test("unknown query parameters don't change the cached page", async () => {
    const plain = await get("/about");
    const { html, headers } = await get("/about?utm_source=evil&x=%3Cscript%3E&_routes=root&index=1");
    expect(headers.get("ETag")).toBe(plain.headers.get("ETag"));
    expect(html).toBe(plain.html);
  });

  test("a path that starts with two slashes isn't treated as a host", async () => {
    expect((await get("//evil.example/about")).status).toBe(404);
    expect((await get("/about")).status).toBe(200);
  });
});

test("only HTTPS responses send HSTS", async () => {
  expect((await get("/about")).headers.get("Strict-Transport-Security")).toBeNull();
  const secure = await get("/about", { "X-Forwarded-Proto": "https" });
  expect(secure.headers.get("Strict-Transport-Security")).toContain("max-age");
  expect((await get("/about")).headers.get("Strict-Transport-Security")).toBeNull();
});

test("what the owner saves is on every page at the next request", async () => {
  for (let i = 0; i < 10; i++) {
    await cached();
    const phone_number = `(212) 555-010${i}`;
    const saved = await site.request(`${PANEL}/settings`, { intent: "save", phone_number });
    expect(saved.status).toBeLessThan(400);
    for (const address of ["/", "/contact", "/blog"]) {
      expect((await get(address)).html).toContain(phone_number);
    }
  }
});

test("only saves by the owner invalidate pages", async () => {
  await cached();
  const before = stampOf((await get("/contact")).html);
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });
  const answers = [
    await send(PANEL, { password: "wrong" }),
    await send(PANEL, { password: "" }),
    await send(PANEL, { intent: "logout" }),
    await send(`${PANEL}/blog`, { intent: "add" }),
    await send(`${PANEL}/settings.data`, { intent: "save" }, { Cookie: "panel_session=Im1hZGUtdXAi" }),
    await send(`${PANEL}/no-such-tab`, {}),
    await fetch(`${site.url}${PANEL}/settings`, { method: "OPTIONS" }),
    await send(PANEL, { password: ADMIN_PASSWORD }),
    await site.request(`${PANEL}/no-such-tab`, {}),
    await site.request(`${PANEL}/settings`, { intent: "no-such-intent" }),
    await site.request(`${PANEL}/autosaves`, { intent: "forget", autosave: randomUUID() }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    ...[401, 401, 302, 401, 401, 401, 204, 302],
    ...[405, 400, 200],
  ]);
  expect(stampOf((await get("/contact")).html)).toBe(before);
});

describe("cached forms", () => {
  const stored = () => site.query<{ id: string }>("select id from enquiries");
  /** Posts the cached page's contact form without JavaScript. */
  const send = async (address: string, changes: Record<string, string> = {}) => {
    const form = formOf((await get("/contact")).html, "contact");
    const own = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const fields = { name: "Ada", email: "ada@example.com", message: "Hello", ...changes };
    const response = await fetch(`${site.url}/contact`, {
      method: "POST",
      headers: { "X-Forwarded-For": address },
      body: new URLSearchParams([
        ...own.map(([, name = "", value = ""]) => [name, value]),
        ...Object.entries(fields),
      ]),
    });
    expect(await response.text()).toContain("Thank you for your message!");
  };

  test("a visitor's repeated post is stored once, and another visitor's post is stored separately", async () => {
    await cached();
    await send("203.0.113.1");
    await send("203.0.113.1");
    expect(await stored()).toHaveLength(1);
    await send("203.0.113.2");
    expect(await stored()).toHaveLength(2);
    await send("203.0.113.1", { message: "Hello again" });
    expect(await stored()).toHaveLength(3);
  });
});

describe("made-up URLs", () => {
  /** Expects the pages to differ only in the typed text, which must be escaped. */
  async function compare(addressOf: (typed: string) => string) {
    await cached();
    const asText = (text: string) =>
      text.replace(
        /[&<>"']/g,
        (one) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#x27" }[one]};`,
      );
    const typed = [
      "plain",
      `<script>alert("1")</script>`,
      "'a'&amp;$&$1",
      "🦩 ünï",
      "</h1><img src=x onerror=y>",
    ];
    const pages = await Promise.all(typed.map((one) => get(addressOf(encodeURIComponent(one)))));
    const frames = pages.map(({ html }, i) => html.split(asText(typed[i]!)));
    expect(frames[0]!.length).toBeGreaterThan(1);
    expect(frames).toEqual(frames.map(() => frames[0]));
    // A page rendered without the cache must be the same.
    for (const [i, one] of typed.entries()) {
      const rendered = await readPage(site.url + addressOf(encodeURIComponent(one)), {
        headers: site.session,
      });
      expect([pages[i]!.status, wordsOf(elementsOf(pages[i]!.html, "main")[0]!)]).toEqual([
        rendered.status,
        rendered.words,
      ]);
    }
    return pages;
  }

  test("an unknown industry shows the spec's empty message, with noindex (decision 0035.5)", async () => {
    const pages = await compare((typed) => `/case-studies?industry=${typed}`);
    for (const { status, html, headers } of pages) {
      expect(status).toBe(200);
      expect(html).toContain('<meta name="robots" content="noindex, follow"/>');
      expect(html).toMatch(/<link rel="canonical" href="[^"]*\/case-studies"\/>/);
      expect(headers.get("ETag")).toBeNull();
    }
    expect(wordsOf(pages[0]!.html)).toContain("No case studies found for plain industry.");
  });

  test.each(["", "services/", "services/local-seo/x/", "blog/a/", "newsletter/", "ada@example.com/"])(
    "a URL below /%s without a record shows a 404 with the escaped path",
    async (section) => {
      const pages = await compare((typed) => `/${section}${typed}`);
      for (const { status, html } of pages) {
        expect(status).toBe(404);
        expect(wordsOf(html)).toContain("Oops! Page not found");
      }
      const marked = /<a class="nav__link"[^>]*aria-current[^>]*>([^<]*)/.exec(pages[0]!.html)?.[1];
      expect(marked).toBe({ ser: "Services", blo: "SEO News" }[section.slice(0, 3)]);
    },
  );

  test("all missing records of a kind share one cached page", async () => {
    await cached();
    for (const [list, title] of [
      ["/blog", "Post Not Found"],
      ["/case-studies", "Case Study Not Found"],
    ]) {
      const [one, other] = [await get(`${list}/nobody`), await get(`${list}/somebody`)];
      expect([one.status, other.status]).toEqual([404, 404]);
      expect(wordsOf(one.html)).toContain(title);
      expect(other.html).toBe(one.html);
    }
  });

  test("invalid page numbers and filters redirect to the page they would show", async () => {
    for (const [asked, to] of [
      ["/blog?page=1a&x=1", "/blog?x=1"],
      ["/case-studies?page=x", "/case-studies"],
      ["/services/local-seo?case-studies=q1", "/services/local-seo"],
    ]) {
      const { status, headers } = await get(asked!);
      expect([status, headers.get("Location")]).toEqual([301, to]);
    }
  });

  test("URLs that end in `.data` exist only below the control panel (CONTRACT)", async () => {
    for (const path of [
      "/_.data",
      "/about.data",
      "/case-studies/x.data",
      "/x.DATA?_routes=root",
      "/about.%64ata",
    ]) {
      const { status, html } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).not.toContain("routes/");
    }
    const { headers } = await get(`${PANEL}.data`);
    expect(headers.get("Content-Type")).toContain("text/x-script");
  });
});

describe("a visitor with a session cookie", () => {
  const TRACKED = 'data-tracking="google_analytics_id"';
  const track = (google_analytics_id: string) =>
    site.save("settings", { intent: "save", google_analytics_id });

  test("the owner gets freshly rendered pages with a notice and without tracking", async () => {
    await track("G-ABC1234567");
    const visitors = await get("/about");
    expect(visitors.html).toContain(TRACKED);
    expect(wordsOf(visitors.html)).not.toContain("You're logged in");
    for (const address of ["/about", "/no-such-page", "/blog/nobody"]) {
      const own = await get(address, site.session);
      expect(own.html).not.toContain("data-tracking");
      expect(own.html).not.toContain("googletagmanager");
      expect(wordsOf(own.html)).toContain("You're logged in, so this page has no tracking.");
      expect(own.html).toContain(`href="${PANEL}/dashboard"`);
      expect(own.headers.get("Cache-Control")).toBe("no-store");
      expect(own.headers.get("Set-Cookie")).toBeNull();
    }
    const sent = await fetch(`${site.url}/contact`, {
      method: "POST",
      headers: site.session,
      body: new URLSearchParams({ formName: "contact" }),
    });
    expect([sent.status, (await sent.text()).includes("data-tracking")]).toEqual([400, false]);
    expect((await get("/about")).html).toBe(visitors.html);
  });

  test("an expired or made-up session gets the cached page, and its cookie is cleared", async () => {
    const kept = await get("/about");
    for (const value of ["Im1hZGUtdXAi", "", "x".repeat(3_000), "%00", "a; panel_session=b"]) {
      const { html, headers } = await get("/about", { Cookie: `theme=dark; panel_session=${value}` });
      expect(html).toBe(kept.html);
      expect(headers.get("Set-Cookie")).toMatch(/^panel_session=; Max-Age=0; Path=\/; /);
    }
    expect((await get("/about", { Cookie: "theme=dark" })).headers.get("Set-Cookie")).toBeNull();
  });

  test("an implausible cookie is rejected without a query", async () => {
    await get("/about");
    const values = ["Im1hZGUtdXAi", "x", "x".repeat(60), `${madeUpSession()}x`];
    const farewells = await site.without("admin_sessions", () =>
      Promise.all(values.map((value) => get("/about", { Cookie: `panel_session=${value}` }))),
    );
    for (const { status, headers } of farewells)
      expect([status, headers.get("Set-Cookie")]).toEqual([200, expect.stringContaining("panel_session=;")]);
  });

  test("session lookups are limited per network", async () => {
    const from = (ip: string, Cookie: string) => get("/about", { Cookie, "X-Forwarded-For": ip });
    const isOwner = async (ip: string) =>
      (await from(ip, site.session.Cookie)).html.includes("You&#x27;re logged in");
    expect(await isOwner("198.51.100.7")).toBe(true);
    for (let i = 0; i < 31; i++) await from("198.51.100.7", `panel_session=${madeUpSession()}`);
    expect([await isOwner("198.51.100.7"), await isOwner("198.51.100.8")]).toEqual([false, true]);
  });
});
