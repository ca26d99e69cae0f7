// Public pages come from a cache that nobody can poison, that is never stale for the owner, and that loses no enquiry.
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { formOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite({ TRUST_PROXY: "1" });

const get = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site.url + address, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
/** What differs from one making of a page to the next. */
const stampOf = (html: string) => /name="stamp" value="([^"]*)"/.exec(html)?.[1];
const cached = () =>
  vi.waitUntil(async () => {
    const [one, other] = [await get("/contact"), await get("/contact")];
    return stampOf(one.html) === stampOf(other.html) && one.headers.get("ETag");
  }, PATIENCE);
await cached();

describe("nobody can put anything into a page that others get", () => {
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
  ])("by the header %s", async (name, value) => {
    // Each its own address, so that the poisoned request is the one for which the page is made.
    const address = `/services/local-seo?case-studies=${encodeURIComponent(name)}`;
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

  test("by a query that the page does not know", async () => {
    const plain = await get("/about");
    const { html, headers } = await get("/about?utm_source=evil&x=%3Cscript%3E&_routes=root&index=1");
    expect(headers.get("ETag")).toBe(plain.headers.get("ETag"));
    expect(html).toBe(plain.html);
  });

  test("by an address with two slashes, which is no host", async () => {
    expect((await get("//evil.example/about")).status).toBe(404);
    expect((await get("/about")).status).toBe(200);
  });
});

test("only an answer over https asks for https", async () => {
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

test("only a save by the owner makes pages be made anew: no stranger's post, no login, no logout, no draft", async () => {
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
    await site.request(`${PANEL}/drafts`, { intent: "forget", draft: randomUUID() }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    ...[401, 401, 302, 401, 401, 401, 204, 302],
    ...[405, 400, 200],
  ]);
  expect(stampOf((await get("/contact")).html)).toBe(before);
});

test("what another process writes is there a moment later", async () => {
  await cached();
  await site.query(
    "insert into website_content (page_name, section_name, content_key, content_value) values ('about', 'hero', 'subtitle', 'By somebody else')",
  );
  await vi.waitUntil(async () => (await get("/about")).html.includes("By somebody else"), PATIENCE);
});

describe("a form on a page that many visitors got", () => {
  const stored = () => site.query<{ id: string }>("select id from enquiries");
  /** Posts the contact form of the kept page as a browser without scripts does. */
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

  test("is one enquiry however often the same visitor posts it, and another for another visitor", async () => {
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
