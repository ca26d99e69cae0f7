// Finds the old URLs that match a request: by path, by path and query (`/?p=123`), or by wildcard
// (`/category/*`).
import { normalPath, redirectTarget } from "./paths.ts";

/** Limits the work for made-up URLs. */
const FOLDERS_MAX = 20;
const PARAMETERS_MAX = 6;
/** Parameters that ads and newsletters add to any URL. */
const CAMPAIGN = /^(utm_.*|[a-z]*clid|mc_[ce]id)$/;

const STAR = "*";

/** Returns whether an old URL is a wildcard, which matches a folder and everything in it. */
export const isWildcard = (from: string): boolean => from.endsWith(`/${STAR}`);

/** Returns whether a target ends in a wildcard that visitors can fill in without choosing the host. */
export const isWildcardTarget = (to: string): boolean =>
  /^(https?:\/\/[^/?#*@\\\s]+)?\/(?![/\\])[^*]*\*$/i.test(to);

/** Returns whether an old URL only matches requests with its query. */
export const isQuery = (from: string): boolean => normalPath(from) !== from && from.includes("?");

/**
 * Returns an old URL as stored: `normalPath`, with a sorted, lowercase query.
 * @param url from the root
 */
export function normalFrom(url: string): string {
  const path = normalPath(url);
  const parameters = path.includes("?") ? [] : parametersOf(url);
  return parameters.length ? withQuery(path, parameters) : path;
}

export type Patterns = { queries: string[]; path: string; wildcards: string[] };

/**
 * Returns the old URLs to look up for a request, most specific first. Campaign parameters don't matter, and an
 * old URL with one or two parameters also matches if the request has any others.
 * @param asked from the root, in any spelling
 */
export function patternsOf(asked: string): Patterns {
  const path = normalPath(asked);
  const folders = path.replace(/\?.*/s, "").split("/").filter(Boolean).slice(0, FOLDERS_MAX);
  const wildcards = folders.map((_, i) => `/${folders.slice(0, i + 1).join("/")}/${STAR}`).reverse();
  const parameters = path.includes("?") ? [] : parametersOf(asked);
  return {
    path,
    // When a redirect is saved, its target is looked up. A wildcard target must not match itself.
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

/**
 * Returns the sets to look up: all parameters, all but campaign parameters, then each pair and each one of the
 * first six.
 */
function combinations(all: Parameter[]): Parameter[][] {
  const isOwn = ([name]: Parameter) => !CAMPAIGN.test(name);
  const own = all.filter(isOwn);
  const some = [...own, ...all.filter((one) => !isOwn(one))].slice(0, PARAMETERS_MAX);
  const pairs = some.flatMap((a, i) => some.slice(i + 1).map((b) => [a, b]));
  return [all, own, ...pairs, ...some.map((one) => [one])].filter((some) => some.length);
}

/**
 * Returns the target for a request. Fills in the wildcard and passes on the parameters that the old URL doesn't
 * have.
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

/**
 * Keeps the visitor's spelling, because other sites' paths may be case-sensitive. A stored target may be older than the
 * rule for targets, and is then used without the rest of the path.
 */
function fillWildcard(path: string, from: string, to: string): string {
  const folders = from.split("/").length - 2;
  const isPlain = !/(^|\/)\.{1,2}(\/|$)/.test(path);
  const rest = (isPlain ? path : normalPath(path)).split("/").filter(Boolean).slice(folders).join("/");
  // `URL` reads a backslash as a slash, and two slashes would start a host.
  return to.replace(STAR, () => (isWildcardTarget(to) ? rest.replaceAll("\\", "%5C") : ""));
}
