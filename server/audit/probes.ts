import type { PageFacts } from "../../app/features/page-checks/facts.ts";
import { isSameHost } from "../../app/features/page-checks/judges.ts";

const LINKS_MAX = 8;
/** Includes Cloudflare's own paths: its hidden email addresses link to a page that only works with scripts. */
const DOES_SOMETHING =
  /(^\/cdn-cgi\/|log-?(in|out)|sign-?(in|out|up)|cart|basket|checkout|delete|unsubscribe|admin|account)/i;

/** Returns the first 8 distinct links to other pages on the website, skipping those that may trigger an action. */
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
