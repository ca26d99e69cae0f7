// Requests the links of a page within this site.
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import type { LinkState } from "../page-facts/rule.ts";

/** How many links of a page are checked. */
const LINKS_MAX = 150;
/** How many pages are rendered at once; visitors come first. */
const AT_ONCE = 3;
/** How many redirects are followed. */
const HOPS_MAX = 5;
/** How many results are cached; beyond that some URLs are requested again. */
const KNOWN_MAX = 50_000;

/** Follows links within this site and caches the results, because pages of one run share many. */
export class LinkFollower {
  readonly #ask: FetchAsVisitor;
  readonly #siteUrl: string;
  readonly #known = new Map<string, LinkState>();

  /** @param ask renders a page for a visitor */
  constructor(ask: FetchAsVisitor, siteUrl: string) {
    this.#ask = ask;
    this.#siteUrl = siteUrl;
  }

  /**
   * Requests each URL of this site once; other sites aren't requested.
   * @param links as written in the page
   * @param pagePath the page's own path, which exists
   * @returns by path; an invalid URL under its own text
   */
  async follow(links: Iterable<string>, pagePath: string): Promise<Map<string, LinkState>> {
    const states = new Map<string, LinkState>();
    const waiting: string[] = [];
    for (const link of links) {
      const target = URL.parse(link, this.#siteUrl + pagePath);
      if (!target) states.set(link, "broken");
      if (target?.origin !== new URL(this.#siteUrl).origin) continue;
      const path = target.pathname + target.search;
      if (path !== new URL(this.#siteUrl + pagePath).pathname && !waiting.includes(path)) waiting.push(path);
    }
    for (const path of waiting.splice(LINKS_MAX)) states.set(path, "unchecked");
    const next = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
        states.set(path, await this.#stateOf(path));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return states;
  }

  async #stateOf(path: string): Promise<LinkState> {
    const known = this.#known.get(path);
    if (known) return known;
    const state = await this.#look(path);
    if (state !== "unchecked" && this.#known.size < KNOWN_MAX) this.#known.set(path, state);
    return state;
  }

  async #look(path: string): Promise<LinkState> {
    let at = path;
    for (let hops = 0; hops <= HOPS_MAX; hops++) {
      const response = await this.#ask(at, "HEAD").catch(logFault);
      await response?.body?.cancel();
      if (!response || response.status >= 500) return "unchecked";
      if (response.status < 300 || response.status >= 400) {
        if (!response.ok) return "broken";
        return hops === 0 ? "good" : hops === 1 ? "moved" : "chained";
      }
      const location = response.headers.get("Location");
      const target = location ? URL.parse(location, this.#siteUrl + at) : null;
      // If it leaves the site or has no target, the redirect is all there is to know.
      if (!target || target.origin !== new URL(this.#siteUrl).origin) return "moved";
      at = target.pathname + target.search;
    }
    return "broken";
  }
}

/** Logs why something couldn't be requested; it counts as "not checked". */
export function logFault(error: unknown): null {
  log.warn({ err: error }, "A page couldn't be checked");
  return null;
}
