/**
 * Returns a navigation link's `aria-current`: "page" on its own path, "true" on any path below it. The home link
 * matches only `/` (SPEC 2, decision 0035.24).
 */
export function currentLink(path: string, href: string): "page" | "true" | undefined {
  const [here, there] = [path, href].map(placeOf);
  if (!here || !there?.startsWith("/")) return undefined;
  if (here === there) return "page";
  return there !== "/" && here.startsWith(`${there}/`) ? "true" : undefined;
}

/** Returns a URL without its query, fragment and trailing slash. */
export const placeOf = (href: string) => href.replace(/[?#].*$/, "").replace(/(.)\/+$/, "$1");
