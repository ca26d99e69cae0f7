// Asks what stands at the addresses of this site that a page names.
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import type { LinkState } from "../page-facts/rule.ts";

/** A page with more links is checked as far as this. */
const LINKS_MAX = 150;
/** So many pages are rendered at once; visitors come first. */
const AT_ONCE = 3;
/** Redirects that are followed to see whether something stands at their end. */
const HOPS_MAX = 5;
/** Addresses that are remembered; of a site with more of them some are asked for again. */
const KNOWN_MAX = 50_000;

/** Follows links of this site and remembers what stood there: pages of one check name the same ones again and again. */
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
   * Asks for each address of this site, once; other sites are not asked.
   * @param links as written in the page
   * @param pagePath the page's own path, which is there
   * @returns by their paths, what is no address by itself
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
      // Where it leads out of the site, or says nothing, the redirect is all there is to know.
      if (!target || target.origin !== new URL(this.#siteUrl).origin) return "moved";
      at = target.pathname + target.search;
    }
    return "broken";
  }
}

/** What could not be asked is "not checked"; the log has the reason. */
export function logFault(error: unknown): null {
  log.warn({ err: error }, "A page couldn't be checked");
  return null;
}
