import { describe, expect, test } from "vitest";
import { OneHost } from "./one-host.ts";

const SITE = "https://www.agency.example";

function open(siteUrl = SITE, trustProxy = 0) {
  const told: string[] = [];
  const hosts = new OneHost(
    { siteUrl, trustProxy },
    { warn: (_: object, text?: string) => told.push(text ?? "") },
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
  return { ask, told };
}

/** After a request has come under the site's own name. */
function reached(siteUrl?: string, trustProxy?: number) {
  const opened = open(siteUrl, trustProxy);
  opened.ask(new URL(siteUrl ?? SITE).host);
  return opened;
}

describe("a page under another name than SITE_URL's", () => {
  test.each(["agency.example", "WWW.Agency.example.", "old-name.example:8080", "shop.agency.example"])(
    "is at SITE_URL: %s",
    (host) => {
      const isOwn = host.startsWith("WWW");
      expect(reached().ask(host)).toBe(isOwn ? undefined : `${SITE}/about?x=1`);
      expect(reached().ask(host, "/", { method: "HEAD" })).toBe(isOwn ? undefined : `${SITE}/`);
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
  ])("is answered where machines, health checks and proxies ask for it: %s", (host) =>
    expect(reached().ask(host)).toBeUndefined(),
  );

  test.each([
    "/admin-control-panel-seoprozone",
    "/admin-control-panel-seoprozone/settings",
    "/api/send-contact-email",
    "/.well-known/acme-challenge/x",
    "/assets/site.css",
    "/robots.txt",
  ])("no visitor is locked out, and no file is sent for twice: %s", (url) =>
    expect(reached().ask("agency.example", url)).toBeUndefined(),
  );

  test("a post is taken where it is sent", () => {
    expect(reached().ask("agency.example", "/contact", { method: "POST" })).toBeUndefined();
  });

  test.each(["http://www.agency.example", "https://192.0.2.1", "https://localhost:3000"])(
    "SITE_URL=%s has no other names",
    (siteUrl) => expect(reached(siteUrl).ask("agency.example")).toBeUndefined(),
  );
});

test("no visitor is redirected to a host name that has not reached the site: a wrong SITE_URL takes no page away, and is told once", () => {
  const { ask, told } = open();
  for (let i = 0; i < 3; i++) expect(ask("agency.example")).toBeUndefined();
  expect(told).toEqual([expect.stringContaining("check SITE_URL")]);
  ask("www.agency.example:443");
  expect(ask("agency.example")).toBe(`${SITE}/about?x=1`);
});

test("X-Forwarded-Host is believed of as many proxies as TRUST_PROXY says", () => {
  const sent = { "x-forwarded-host": "agency.example" };
  expect(reached().ask("10.0.0.2", "/about?x=1", sent)).toBeUndefined();
  expect(reached(SITE, 1).ask("10.0.0.2", "/about?x=1", sent)).toBe(`${SITE}/about?x=1`);
  const own = { "x-forwarded-host": "www.agency.example" };
  expect(reached(SITE, 1).ask("backend.hoster.example", "/about?x=1", own)).toBeUndefined();
});

test("a proxy that replaces the name sends no visitor in circles", () => {
  const { ask, told } = reached();
  const hops = Array.from({ length: 20 }, (_, i) => ask("backend.hoster.example", "/", {}, 1_000 + i * 50));
  expect(hops.indexOf(undefined)).toBe(7);
  expect(hops.slice(7).every((one) => one === undefined)).toBe(true);
  expect(told).toEqual([expect.stringContaining("X-Forwarded-Host")]);
  expect(ask("agency.example", "/", {}, 11 * 60_000)).toBe(`${SITE}/`);
});

test("many visitors of one page are no circle", () => {
  const { ask } = reached();
  for (let i = 0; i < 50; i++)
    expect(ask("agency.example", "/", { "user-agent": `Browser ${i}` }, i)).toBe(`${SITE}/`);
});
