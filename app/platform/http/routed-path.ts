// How paths are told apart before a route answers: as React Router does.

/**
 * A path as React Router compares it with its routes: each part decoded, capitals like small letters, and as it was
 * sent where an escape is broken. A comparison that does less takes another spelling for another page.
 */
export function routedPath(pathname: string): string {
  let path = pathname;
  try {
    const parts = pathname.split("/").map((part) => decodeURIComponent(part).replaceAll("/", "%2F"));
    path = parts.join("/");
  } catch {
    // React Router takes it as it is too.
  }
  return path.toLowerCase();
}
