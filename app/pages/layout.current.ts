/**
 * Whether a link of the navigation leads to where the visitor is (SPEC 2, DECISIONS 24): the same address, or a
 * parent of it by whole segments; the home page only on exactly `/`.
 * @param path where the visitor is, from the root
 * @param href the link's address
 * @returns the value of `aria-current`
 */
export function currentLink(path: string, href: string): "page" | "true" | undefined {
  const [here, there] = [path, href].map((address) =>
    address.replace(/[?#].*$/, "").replace(/(.)\/+$/, "$1"),
  );
  if (!here || !there?.startsWith("/")) return undefined;
  if (here === there) return "page";
  return there !== "/" && here.startsWith(`${there}/`) ? "true" : undefined;
}
