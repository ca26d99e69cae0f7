// Compares paths before a route is matched, the way React Router does.

/**
 * Returns a path as React Router compares it with its routes: each segment decoded, in lower case, and unchanged if an
 * escape is invalid. A comparison that does less would treat another spelling as another page.
 */
export function routedPath(pathname: string): string {
  let path = pathname;
  try {
    const parts = pathname.split("/").map((part) => decodeURIComponent(part).replaceAll("/", "%2F"));
    path = parts.join("/");
  } catch {
    // React Router leaves it unchanged too.
  }
  return path.toLowerCase();
}
