// Which addresses have pages that are the same for everybody, and by which key they are kept.
import { isPanelPath, routedPath } from "./routed-path.ts";

/** The query keys that a page knows; everything else in a query changes nothing on it. */
const KNOWN_QUERIES: [path: RegExp, keys: string[]][] = [
  [/^\/case-studies$/, ["industry", "page"]],
  [/^\/blog$/, ["page"]],
  [/^\/services\/[^/]+$/, ["case-studies"]],
];
/** Besides the panel: answers to one visitor only, those that have a store of their own, and React Router's data. */
const NOT_KEPT = /^\/(api|newsletter|share|assets)(?![^/.])|\.data$/;
const MAX_KEY_CHARS = 500;

/**
 * The key of an address: its path, and of its query what the page knows, in one order and one spelling. It is itself
 * an address, and the page is made from nothing else, so that no other part of a request can get into it.
 * @returns null for what is not kept
 */
export function canonicalKey({ pathname, searchParams }: URL): string | null {
  if (isPanelPath(pathname) || NOT_KEPT.test(routedPath(pathname))) return null;
  const [, names = []] = KNOWN_QUERIES.find(([path]) => path.test(pathname)) ?? [];
  const query = new URLSearchParams();
  for (const name of names) {
    const value = searchParams.get(name);
    if (value) query.set(name, value);
  }
  const key = query.size ? `${pathname}?${query}` : pathname;
  return key.length > MAX_KEY_CHARS ? null : key;
}
