// CONTRACT, decision 0054.
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { PANEL } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const TOKEN = "a-token-of-the-tests";
const site = await openPanelSite({ TRUST_PROXY: "1", WEB_CONCURRENCY: "2", METRICS_TOKEN: TOKEN });

/** Sends one request on its own connection, with exactly these headers. */
function ask(path: string, headers: Record<string, string> = {}) {
  const { port, hostname } = new URL(site.url);
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request({ port, hostname, path, headers, agent: false }, async (response) =>
        resolve({ status: response.statusCode, headers: response.headers, body: await text(response) }),
      )
        .on("error", reject)
        .end();
    },
  );
}

const figures = async () => (await ask("/metrics")).body;
/** Returns the sum of a metric's samples that have all of these labels. */
const sum = (body: string, name: string, ...labels: string[]) =>
  body
    .split("\n")
    .filter((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
    .reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);

describe("access to GET /metrics (CONTRACT)", () => {
  test("a local program can read the metrics", async () => {
    const { status, headers, body } = await ask("/metrics");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
      "no-store",
    ]);
    for (const line of body.trim().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"\\]*"(,\w+="[^"\\]*")*\})? -?[\d.e+-]+)$/);
  });

  test.each([
    ["X-Forwarded-For", "203.0.113.9"],
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-For", ""],
    ["Forwarded", "for=203.0.113.9"],
    ["X-Real-IP", "203.0.113.9"],
    ["Via", "1.1 varnish"],
    ["CF-Connecting-IP", "203.0.113.9"],
    ["Host", "www.example.com"],
    ["Host", "127.0.0.1.example.com"],
    ["Authorization", "Basic YTpi"],
  ])("a local request with this header can't read the metrics: %s: %s", async (name, value) => {
    const { status, body } = await ask("/metrics", { [name]: value });
    expect([status, body.includes("site_")]).toEqual([name === "Authorization" ? 401 : 404, false]);
  });

  test("a proxy that adds no headers and speaks HTTP/1.0 can't read the metrics", async () => {
    const { port, hostname } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /metrics HTTP/1.0\r\nHost: ${hostname}:${port}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test("the token works from anywhere, and a wrong token is rejected even locally", async () => {
    const away = { "X-Forwarded-For": "203.0.113.9" };
    const withToken = (token: string) => ask("/metrics", { ...away, Authorization: `Bearer ${token}` });
    expect((await withToken(TOKEN)).body).toContain("process_resident_memory_bytes");
    for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), "x"]) {
      const { status, headers } = await withToken(wrong);
      expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    }
    expect((await ask("/metrics", { Authorization: "Bearer wrong" })).status).toBe(401);
  });
});

test("the metrics cover the responses, rendering time and memory of every process", async () => {
  await vi.waitUntil(async () => {
    for (let i = 0; i < 5; i++) await ask("/contact");
    return sum(await figures(), "site_requests_total", 'kind="kept"', 'process="serving-1"');
  }, PATIENCE);
  const before = await figures();
  for (let i = 0; i < 10; i++) await ask("/contact");
  await ask("/no-such-page-of-ours");
  await fetch(site.url + PANEL, { headers: site.session, redirect: "manual" });
  await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams({ formName: "contact" }) });
  const grown = async (name: string, ...labels: string[]) =>
    sum(await figures(), name, ...labels) - sum(before, name, ...labels);
  await vi.waitUntil(async () => (await grown("site_requests_total", 'kind="form"')) === 1, PATIENCE);
  expect(
    (await grown("site_requests_total", 'kind="kept"', 'status="200"')) +
      (await grown("site_requests_total", 'kind="page"', 'status="200"')),
  ).toBe(10);
  expect(await grown("site_requests_total", 'status="404"')).toBe(1);
  expect(await grown("site_requests_total", 'kind="form"', 'status="400"')).toBe(1);
  expect(await grown("site_panel_seconds_count")).toBe(1);
  const now = await figures();
  expect(sum(now, "site_render_seconds_bucket", 'le="+Inf"')).toBe(sum(now, "site_render_seconds_count"));
  expect(sum(now, "site_render_seconds_count")).toBeGreaterThan(0);
  for (const name of ["first", "jobs", "serving-1", "serving-2"])
    expect(sum(now, "process_resident_memory_bytes", `process="${name}"`)).toBeGreaterThan(20_000_000);
  expect(sum(now, "site_pool_connections", 'pool="visitor"')).toBeGreaterThan(0);
});

test("the metrics include outbox and job figures, and report database errors", async () => {
  await site.query(
    `insert into outgoing_mails (id, message_id, subject, text_body, html_body, created_at)
      values (gen_random_uuid(), 'x', 'x', 'x', 'x', now() - interval '1 hour')`,
  );
  const now = await figures();
  expect(sum(now, "site_database_up")).toBe(1);
  expect(sum(now, "site_mails_waiting")).toBe(1);
  expect(Math.floor(sum(now, "site_mails_oldest_seconds") / 60)).toBe(60);
  expect(now).toMatch(/^site_jobs_due \d+$/m);
  const without = await site.without("outgoing_mails", figures);
  expect(without).toMatch(/^site_database_up 0$/m);
  expect(without).not.toContain("site_mails_waiting ");
  expect(without).toContain("process_resident_memory_bytes");
});

describe("request IDs", () => {
  test("log lines include the request's ID", async () => {
    const id = await site.without("admin_sessions", async () => {
      const { headers } = await fetch(`${site.url}${PANEL}/dashboard`, { headers: site.session });
      return headers.get("X-Request-Id");
    });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await vi.waitUntil(() => site.stderr().includes(`"request":"${id}"`), PATIENCE);
  });

  test("the ID from a proxy is used if it's valid", async () => {
    const named = async (id: string) => {
      const { headers } = await ask("/contact?x=1", { "X-Request-Id": id, "X-Forwarded-For": "203.0.113.9" });
      return headers["x-request-id"];
    };
    expect(await named("a-load-balancers-own-id")).toBe("a-load-balancers-own-id");
    expect(await named('"} forged')).toMatch(/^[\da-f-]{36}$/);
    const refused = await fetch(`${site.url}/contact`, { method: "DELETE" });
    expect([refused.status, refused.headers.get("X-Request-Id")]).toEqual([405, expect.any(String)]);
  });
});
