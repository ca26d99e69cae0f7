/**
 * Returns a path as React Router matches it: lowercase, and decoded unless an escape is invalid.
 * Compare this instead of the raw path, or another spelling could bypass the check.
 */
export function routedPath(pathname: string): string {
  let path = pathname;
  try {
    const parts = pathname.split("/").map((part) => decodeURIComponent(part).replaceAll("/", "%2F"));
    path = parts.join("/");
  } catch {
    // React Router keeps invalid escapes, too.
  }
  return path.toLowerCase();
}
