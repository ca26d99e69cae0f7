// Other people's websites for the audit: HTTP and HTTPS servers for names below site.test.
import { once } from "node:events";
import fs from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import path from "node:path";
import tls from "node:tls";
import { gzipSync } from "node:zlib";
import { type Network, NoSuchName } from "../../server/audit/network.ts";

export type Request = { scheme: "http" | "https"; host: string; path: string };
/** Returns a website's response. If it returns undefined, `goodAnswer` responds. */
export type Website = (request: Request) => Answer | undefined;
export type Answer =
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string | Buffer;
      afterMs?: number;
      /** what to wait for before `afterMs` starts */
      after?: Promise<void>;
    }
  | ((socket: Socket) => void);

const ADDRESS = "93.184.215.14";
/** A test certificate and key for site.test and its subdomains, valid until 2126. */
const PAIR = fs.readFileSync(path.join(import.meta.dirname, "audit-fixture.pem"), "utf8");

/** Returns a page without issues, with optional changes to its head and body. */
export const goodPage = (host: string, { head = "", body = "" } = {}) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fresh bread in Leeds | Ada’s Bakery</title>
<meta name="description" content="Ada bakes sourdough, rye and rolls in Leeds every morning; order by eight and collect by ten.">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="https://${host}/">
<meta property="og:title" content="Ada’s Bakery"><meta property="og:image" content="https://${host}/bread.jpg">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Bakery","name":"Ada’s Bakery","url":"https://${host}/"}</script>
${head}</head><body><h1>Fresh bread in Leeds</h1>
<p>${"We bake every morning from four, so that the bread is warm when you come. ".repeat(8)}</p>
<h2>Our bread</h2><img src="/bread.jpg" alt="A loaf of rye bread" width="800" height="600">
<nav><a href="/prices">Our prices</a> <a href="/contact">How to find us</a> <a href="mailto:ada@example.org">Write to Ada</a></nav>
${body}</body></html>`;

/** The headers of a good page. */
export const GOOD_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Returns a good website's response. */
export function goodAnswer({ scheme, host, path: asked }: Request): Answer {
  if (scheme === "http") return { status: 301, headers: { Location: `https://${host}${asked}` } };
  if (host.startsWith("www."))
    return { status: 301, headers: { Location: `https://${host.slice(4)}${asked}` } };
  const headers = GOOD_HEADERS;
  switch (asked) {
    case "/":
      return { headers, body: goodPage(host) };
    case "/prices":
    case "/contact":
      return { headers, body: "<h1>A page</h1>" };
    case "/robots.txt":
      return {
        headers: { "Content-Type": "text/plain" },
        body: `User-agent: *\nDisallow: /cart\nSitemap: https://${host}/sitemap.xml`,
      };
    case "/sitemap.xml":
      return {
        headers: { "Content-Type": "application/xml" },
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${host}/</loc></url><url><loc>https://${host}/prices</loc></url></urlset>`,
      };
    default:
      return { status: 404, headers, body: "<h1>Nothing here</h1>" };
  }
}

/** Starts the web servers. `websites` is keyed by the first part of a host name, and tests can add to it later. */
export async function openWebsites(websites: Record<string, Website>) {
  tls.setDefaultCACertificates([
    ...tls.getCACertificates("default"),
    PAIR.slice(PAIR.indexOf("-----BEGIN CERT")),
  ]);
  const asked: string[] = [];
  const load = { now: 0, most: 0 };
  const timers = new Set<NodeJS.Timeout>();
  const answer =
    (scheme: Request["scheme"]) => async (request: IncomingMessage, response: ServerResponse) => {
      const { host = "", "user-agent": agent } = request.headers;
      const question = { scheme, host, path: request.url ?? "" };
      load.most = Math.max(load.most, ++load.now);
      response.on("close", () => load.now--);
      asked.push(`${scheme}://${host}${request.url} ${agent}`);
      const found = websites[host.split(".")[0] ?? ""]?.(question) ?? goodAnswer(question);
      if (typeof found === "function") return found(request.socket);
      const { status = 200, headers = {}, body = "", afterMs = 0, after } = found;
      await after;
      const compressed = headers["Content-Encoding"] || status !== 200;
      const packed = compressed ? body : gzipSync(body);
      const timer = setTimeout(() => {
        timers.delete(timer);
        response
          .writeHead(status, { ...headers, ...(!compressed && { "Content-Encoding": "gzip" }) })
          .end(packed);
      }, afterMs);
      timers.add(timer);
    };
  const servers = [
    http.createServer(answer("http")),
    https.createServer({ key: PAIR, cert: PAIR.slice(PAIR.indexOf("-----BEGIN CERT")) }, answer("https")),
  ];
  for (const server of servers) {
    server.on("clientError", () => {});
    await once(server.listen(0, "127.0.0.1"), "listening");
  }
  const [plain, secure] = servers.map((server) => (server.address() as AddressInfo).port);
  /** The IP addresses of names that don't have the usual one. */
  const addresses: Record<string, string[]> = {};
  const network: Network = {
    async resolve(name) {
      if (addresses[name]) return addresses[name];
      if (!/^([a-z0-9-]+\.)*site\.test$/.test(name)) throw new NoSuchName(name);
      return [ADDRESS];
    },
    locate: (_, port) => ({ host: "127.0.0.1", port: (port === 443 ? secure : plain) ?? 0 }),
  };
  return {
    network,
    addresses,
    asked,
    /** the current and the highest number of simultaneous requests */
    load,
    ports: { plain, secure },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
