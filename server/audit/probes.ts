// Decides which of a page's links an audit follows.
import type { PageFacts } from "../../app/features/page-facts/facts.ts";
import { isSameHost } from "../../app/features/page-facts/judges.ts";

const LINKS_MAX = 8;
/** A request to such a path may trigger an action, so it's never sent. */
const DOES_SOMETHING =
  /(log-?(in|out)|sign-?(in|out|up)|cart|basket|checkout|delete|unsubscribe|admin|account)/i;

/**
 * Returns the first links to other pages of the same website, without duplicates or links that may trigger an action.
 */
export function findLinks({ links, base }: PageFacts, page: URL): URL[] {
  const from = URL.parse(base ?? "", page) ?? page;
  const found = new Map<string, URL>();
  for (const href of links.hrefs) {
    const url = URL.parse(href, from);
    if (!url || !/^https?:$/.test(url.protocol) || !isSameHost(url.host, page.host)) continue;
    if (url.search || DOES_SOMETHING.test(url.pathname)) continue;
    url.hash = "";
    if (url.pathname !== page.pathname) found.set(url.pathname, url);
    if (found.size === LINKS_MAX) break;
  }
  return [...found.values()];
}
