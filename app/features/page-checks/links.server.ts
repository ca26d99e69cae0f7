import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import type { LinkState } from "./rule.ts";

const LINKS_MAX = 150;
/** Few parallel requests, so checks don't slow down visitors. */
const AT_ONCE = 3;
const HOPS_MAX = 5;
const KNOWN_MAX = 50_000;

/** Follows links within this site. Caches results, because pages share many links. */
export class LinkFollower {
  readonly #ask: FetchAsVisitor;
  readonly #siteUrl: string;
  readonly #known = new Map<string, LinkState>();

  constructor(ask: FetchAsVisitor, siteUrl: string) {
    this.#ask = ask;
    this.#siteUrl = siteUrl;
  }

  /**
   * Requests each URL on this site once and skips other sites.
   * @param links as written on the page
   * @param pagePath the page's own path, which isn't requested
   * @returns states by path; an invalid URL appears as written
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
      if (!target || target.origin !== new URL(this.#siteUrl).origin) return "moved";
      at = target.pathname + target.search;
    }
    return "broken";
  }
}

/** Logs a failed request. Returns null, which means "not checked". */
export function logFault(error: unknown): null {
  log.warn({ err: error }, "A page couldn't be checked");
  return null;
}
