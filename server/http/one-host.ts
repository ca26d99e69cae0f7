// Search engines must find each page under one host name only (decision 0036).
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Config } from "../../app/platform/config.server.ts";
import { routedPath } from "../../app/platform/http/routed-path.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { type Asking, clientIp, forwarded } from "./client-ip.ts";
import { isPanelPath } from "./panel-path.ts";
import { siteAnswersAt } from "./site-answers-at.ts";

/** Host names on private networks. */
const INNER_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/;
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;
/** These paths aren't pages, so they may be served under any host name. */
const NO_PAGE = /^\/(api|\.well-known)(?![^/])|\.[a-z0-9]+$/i;

/** Browsers follow up to twenty redirects. This many identical ones within 5 s are a loop. */
const CIRCLE_HOPS = 8;
const CIRCLE_MS = 5_000;
/** After a loop, pages are served under any name for this long. SITE_URL is checked at most this often. */
const PAUSE_MS = 10 * 60_000;
const HOPS_MAX = 1_000;

type Request = Asking & Pick<IncomingMessage, "method" | "url">;

export class OneHost {
  readonly #config: Pick<Config, "siteUrl" | "trustProxy">;
  readonly #log: Pick<Log, "warn">;
  readonly #headers: string[];
  readonly #host: string;
  readonly #hostname: string;
  readonly #isOn: boolean;
  readonly #leadsHere: (siteUrl: string) => Promise<boolean>;
  /** Whether SITE_URL points here. */
  #isReached = false;
  #hasTold = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #hops = new Map<string, number>();
  #hopsSince = 0;
  #pausedUntil = 0;

  /**
   * Redirects only if SITE_URL is https with a public host name, because a trial site may have several names.
   * @param headers sent with every redirect, alternating name and value
   * @param leadsHere returns whether this site answers at SITE_URL; never rejects
   */
  constructor(
    config: Pick<Config, "siteUrl" | "trustProxy">,
    log: Pick<Log, "warn">,
    headers: string[] = [],
    leadsHere = siteAnswersAt,
  ) {
    const { protocol, host, hostname } = new URL(config.siteUrl);
    this.#config = config;
    this.#log = log;
    this.#headers = headers;
    this.#leadsHere = leadsHere;
    this.#host = host;
    this.#hostname = hostname;
    this.#isOn = protocol === "https:" && isOuterName(hostname);
  }

  /** Redirects a request for another host name. Returns whether it did. */
  answer(req: IncomingMessage, res: ServerResponse): boolean {
    const address = this.look(req);
    if (address === undefined) return false;
    // Revalidated every time, because SITE_URL may change.
    const own = ["Cache-Control", "no-cache", "Location", address, "Content-Length", "0"];
    res.writeHead(301, [...this.#headers, ...own]).end();
    return true;
  }

  /**
   * Returns the URL to redirect to; undefined if the request is served here.
   * @param now in ms, from any clock
   */
  look(req: Request, now = performance.now()): string | undefined {
    if (!this.#isOn) return undefined;
    const name = req.headers.host === this.#host ? this.#hostname : this.#nameOf(req);
    if (name === this.#hostname || !isOuterName(name) || !isPage(req)) return undefined;
    if (!this.#isReached) {
      this.#ask(name, now);
      return undefined;
    }
    if (now < this.#pausedUntil || this.#isCircling(req, now)) return undefined;
    return this.#config.siteUrl + req.url;
  }

  /** A trusted proxy may pass on the name in X-Forwarded-Host. */
  #nameOf(req: Request): string {
    const said = forwarded(req, this.#config.trustProxy, "x-forwarded-host") ?? req.headers.host ?? "";
    return said.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  }

  /** Makes a request to SITE_URL. A `Host` header proves nothing, because anyone can send one. */
  async #ask(name: string, now: number) {
    if (now - this.#askedAt < PAUSE_MS) return;
    this.#askedAt = now;
    this.#isReached = await this.#leadsHere(this.#config.siteUrl);
    if (this.#isReached || this.#hasTold) return;
    this.#hasTold = true;
    this.#log.warn(
      { host: name, siteUrl: this.#config.siteUrl },
      "Pages are requested under a host name other than SITE_URL's, and this site doesn't respond at SITE_URL. Pages are served under both; SITE_URL is checked again every ten minutes. Check SITE_URL if visitors reach the site under another name.",
    );
  }

  /** Detects a redirect loop, caused by a proxy that replaces the Host header. */
  #isCircling(req: Request, now: number): boolean {
    if (now - this.#hopsSince > CIRCLE_MS || this.#hops.size >= HOPS_MAX) {
      this.#hops = new Map();
      this.#hopsSince = now;
    }
    const browser = `${clientIp(req, this.#config)} ${req.headers["user-agent"] ?? ""} ${req.url}`;
    const hops = (this.#hops.get(browser) ?? 0) + 1;
    this.#hops.set(browser, hops);
    if (hops < CIRCLE_HOPS) return false;
    this.#pausedUntil = now + PAUSE_MS;
    this.#log.warn(
      { siteUrl: this.#config.siteUrl },
      "Visitors redirected to SITE_URL come back under another host name: a proxy replaces the Host header. For ten minutes, pages are served under any name. Have the proxy pass on Host, or X-Forwarded-Host with TRUST_PROXY.",
    );
    return true;
  }
}

/** Public names are neither IP addresses nor names on private networks. */
const isOuterName = (name: string) => NAME.test(name) && isIP(name) === 0 && !INNER_NAME.test(name);

function isPage({ method, url = "" }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const pathname = routedPath(url.split("?", 1)[0]!);
  return !isPanelPath(pathname) && !NO_PAGE.test(pathname);
}
