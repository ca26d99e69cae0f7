import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { HEALTHY } from "./health.ts";
import { OneHost } from "./one-host.ts";
import { siteAnswersAt } from "./site-answers-at.ts";

const SITE = "https://www.agency.example";

function open(siteUrl = SITE, trustProxy = 0, live = { isLive: false }) {
  const warnings: string[] = [];
  const hosts = new OneHost(
    { siteUrl, trustProxy },
    { warn: (_: object, text?: string) => warnings.push(text ?? "") },
    [],
    async () => live.isLive,
  );
  const ask = (
    host: string | undefined,
    url = "/about?x=1",
    more: { [name: string]: string } = {},
    now?: number,
  ) => {
    const { method = "GET", ...headers } = more;
    return hosts.look(
      { method, url, headers: { host, ...headers }, socket: { remoteAddress: "203.0.113.1" } },
      now,
    );
  };
  return { ask, warnings };
}

/** Opens a site that has already found itself at SITE_URL. */
async function reached(siteUrl?: string, trustProxy?: number) {
  const opened = open(siteUrl, trustProxy, { isLive: true });
  opened.ask("another-name.example", "/", {}, 0);
  await settled();
  return opened;
}

/** Resolves after pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("requests for other host names", () => {
  test.each(["agency.example", "WWW.Agency.example.", "old-name.example:8080", "shop.agency.example"])(
    "a request for another host name is redirected to SITE_URL: %s",
    async (host) => {
      const isOwn = host.startsWith("WWW");
      expect((await reached()).ask(host)).toBe(isOwn ? undefined : `${SITE}/about?x=1`);
      expect((await reached()).ask(host, "/", { method: "HEAD" })).toBe(isOwn ? undefined : `${SITE}/`);
    },
  );

  test.each([
    undefined,
    "",
    "127.0.0.1:3000",
    "[::1]:3000",
    "localhost",
    "web",
    "app.internal",
    "site.local",
    "a b.c",
  ])("a request without a valid public host name is served: %s", async (host) =>
    expect((await reached()).ask(host)).toBeUndefined(),
  );

  test.each([
    "/admin-control-panel-seoprozone",
    "/admin-control-panel-seoprozone/settings",
    "/api/send-contact-email",
    "/.well-known/acme-challenge/x",
    "/assets/site.css",
    "/robots.txt",
  ])("the panel, endpoints and files are served under any host name: %s", async (url) =>
    expect((await reached()).ask("agency.example", url)).toBeUndefined(),
  );

  test("a POST is served under any host name", async () => {
    expect((await reached()).ask("agency.example", "/contact", { method: "POST" })).toBeUndefined();
  });

  test.each(["http://www.agency.example", "https://192.0.2.1", "https://localhost:3000"])(
    "a site without a public https SITE_URL doesn't redirect other host names: %s",
    async (siteUrl) => expect((await reached(siteUrl)).ask("agency.example")).toBeUndefined(),
  );
});

test("visitors aren't redirected to a SITE_URL that doesn't reach this site", async () => {
  const live = { isLive: false };
  const { ask, warnings } = open(SITE, 0, live);
  for (const [minute, host] of ["agency.example", "www.agency.example", "agency.example"].entries()) {
    expect(ask(host, "/about?x=1", {}, minute * 60_000)).toBeUndefined();
    await settled();
  }
  expect(warnings).toEqual([expect.stringContaining("Check SITE_URL")]);
  live.isLive = true;
  expect(ask("agency.example", "/", {}, 9 * 60_000)).toBeUndefined();
  await settled();
  // SITE_URL is checked again after ten minutes. The request that causes the check is still served here.
  expect(ask("agency.example", "/", {}, 10 * 60_000)).toBeUndefined();
  await settled();
  expect(ask("agency.example", "/about", {}, 11 * 60_000)).toBe(`${SITE}/about`);
});

test("the site recognizes itself only by its /livez response", async () => {
  const answers: [number, string, boolean][] = [
    [200, HEALTHY, true],
    [200, "<h1>Another website</h1>", false],
    [200, HEALTHY.repeat(100_000), false],
    [301, HEALTHY, false],
    [503, HEALTHY, false],
  ];
  for (const [status, body, isSite] of answers) {
    const server = http.createServer((_, res) => res.writeHead(status, { Location: "/" }).end(body));
    onTestFinished(() => void server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    expect([status, await siteAnswersAt(`http://127.0.0.1:${port}`)]).toEqual([status, isSite]);
  }
  expect(await siteAnswersAt("http://127.0.0.1:1")).toBe(false);
});

test("X-Forwarded-Host is trusted only with TRUST_PROXY", async () => {
  const sent = { "x-forwarded-host": "agency.example" };
  expect((await reached()).ask("10.0.0.2", "/about?x=1", sent)).toBeUndefined();
  expect((await reached(SITE, 1)).ask("10.0.0.2", "/about?x=1", sent)).toBe(`${SITE}/about?x=1`);
  const own = { "x-forwarded-host": "www.agency.example" };
  expect((await reached(SITE, 1)).ask("backend.hoster.example", "/about?x=1", own)).toBeUndefined();
});

test("a proxy that replaces the host name doesn't cause a redirect loop", async () => {
  const { ask, warnings } = await reached();
  const hops = Array.from({ length: 20 }, (_, i) => ask("backend.hoster.example", "/", {}, 1_000 + i * 50));
  expect(hops.indexOf(undefined)).toBe(7);
  expect(hops.slice(7).every((one) => one === undefined)).toBe(true);
  expect(warnings).toEqual([expect.stringContaining("X-Forwarded-Host")]);
  expect(ask("agency.example", "/", {}, 11 * 60_000)).toBe(`${SITE}/`);
});

test("many visitors to the same page aren't mistaken for a loop", async () => {
  const { ask } = await reached();
  for (let i = 0; i < 50; i++)
    expect(ask("agency.example", "/", { "user-agent": `Browser ${i}` }, i)).toBe(`${SITE}/`);
});
