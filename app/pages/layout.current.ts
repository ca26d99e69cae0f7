/**
 * Returns whether a navigation link points to the visitor's page (SPEC 2, decision 0035.24): the same path, or a parent
 * of it by whole segments; the home page only on exactly `/`.
 * @param path where the visitor is, from the root
 * @param href the link's URL
 * @returns the value of `aria-current`
 */
export function currentLink(path: string, href: string): "page" | "true" | undefined {
  const [here, there] = [path, href].map(placeOf);
  if (!here || !there?.startsWith("/")) return undefined;
  if (here === there) return "page";
  return there !== "/" && here.startsWith(`${there}/`) ? "true" : undefined;
}

/** Returns the page of a link, without a query, fragment or trailing slash. */
export const placeOf = (href: string) => href.replace(/[?#].*$/, "").replace(/(.)\/+$/, "$1");
