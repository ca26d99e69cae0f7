// Which old URLs of redirects match a requested one: its path, its path with a part of its query (`/?p=123`), or a
// wildcard (`/category/*`).
import { normalPath, redirectTarget } from "./paths.ts";

/** Deeper folders and further query parameters aren't looked up, so that made-up URLs stay cheap. */
const FOLDERS_MAX = 20;
const PARAMETERS_MAX = 6;

const STAR = "*";

/** Returns whether an old URL is a wildcard, which matches its folder and everything in it. */
export const isWildcard = (from: string): boolean => from.endsWith(`/${STAR}`);

/** Returns whether an old URL has a query that `normalPath` doesn't know: only requests with that query match. */
export const isQuery = (from: string): boolean => normalPath(from) !== from && from.includes("?");

/**
 * Returns an old URL as it's stored: `normalPath`, and any query sorted, decoded and in lower case.
 * @param url from the root
 */
export function normalFrom(url: string): string {
  const path = normalPath(url);
  const parameters = path.includes("?") ? [] : parametersOf(url);
  return parameters.length ? withQuery(path, parameters) : path;
}

/** Old URLs that match a request, the most specific first. */
export type Patterns = { queries: string[]; path: string; wildcards: string[] };

/**
 * Returns every old URL that would match a requested one. A query matches if its parameters are among those requested,
 * so campaign parameters don't get in the way.
 * @param asked from the root, in any spelling
 */
export function patternsOf(asked: string): Patterns {
  const path = normalPath(asked);
  const folders = path.replace(/\?.*/s, "").split("/").filter(Boolean).slice(0, FOLDERS_MAX);
  const wildcards = folders.map((_, i) => `/${folders.slice(0, i + 1).join("/")}/${STAR}`).reverse();
  // The case study filter is part of its path.
  const parameters = path.includes("?") ? [] : parametersOf(asked);
  return {
    path,
    // A wildcard as requested by the checks of a save is the path itself.
    wildcards: wildcards.filter((wildcard) => wildcard !== path),
    queries: [...new Set(combinations(parameters).map((some) => withQuery(path, some)))],
  };
}

type Parameter = [name: string, value: string];

const parametersOf = (url: string): Parameter[] => {
  const search = /^[^?#]*\?([^#]*)/s.exec(url)?.[1] ?? "";
  return [...new URLSearchParams(search.toLowerCase())].filter(([name]) => name !== "");
};

const withQuery = (path: string, parameters: Parameter[]) => {
  const query = new URLSearchParams(parameters);
  query.sort();
  return `${path}?${query}`;
};

/** Returns all parameters together, then each pair, then each one. */
function combinations(all: Parameter[]): Parameter[][] {
  const some = all.slice(0, PARAMETERS_MAX);
  const pairs = some.flatMap((a, i) => some.slice(i + 1).map((b) => [a, b]));
  return all.length ? [all, ...pairs, ...some.map((one) => [one])] : [];
}

/**
 * Returns where a redirect sends a request: the wildcard's rest is filled in, and the query is passed on except for
 * what the old URL matched.
 * @param asked the requested URL from the root
 * @param from the old URL that matched it
 * @param to the redirect's target
 */
export function targetFor(asked: string, from: string, to: string): string {
  const [, path = "", search = ""] = /^([^?#]*)(\?[^#]*)?/s.exec(asked) ?? [];
  const target = isWildcard(from) ? fillWildcard(path, from, to) : to;
  if (!isQuery(from)) return redirectTarget(asked, target);
  const matched = new Set(new URLSearchParams(from.slice(from.indexOf("?"))).keys());
  const rest = new URLSearchParams(search);
  for (const name of [...rest.keys()]) if (matched.has(name.toLowerCase())) rest.delete(name);
  return redirectTarget(rest.size ? `${path}?${rest}` : path, target);
}

/** Returns the rest in the visitor's spelling: files of other sites tell capitals apart. */
function fillWildcard(path: string, from: string, to: string): string {
  const folders = from.split("/").length - 2;
  const isPlain = !/(^|\/)\.{1,2}(\/|$)/.test(path);
  const rest = (isPlain ? path : normalPath(path)).split("/").filter(Boolean).slice(folders).join("/");
  return to.replace(STAR, () => rest);
}
