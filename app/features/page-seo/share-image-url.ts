const HOME = "home";

/** Returns the URL of a page's share image (SPEC 2, social-sharing tags). Ignores the page's query. */
export function shareImageUrl(page: string): string {
  const { origin, pathname } = new URL(page);
  return origin + shareImagePath(pathname);
}

/** Returns the path of a page's share image. */
export const shareImagePath = (path: string) => `/share${path === "/" ? `/${HOME}` : path}.png`;

/**
 * Returns the path of the page that a share image belongs to; undefined if the name doesn't end in .png.
 * @param name the path after `/share/`
 */
export function pageOfShareImage(name: string): string | undefined {
  const [, page] = /^(.+)\.png$/.exec(name) ?? [];
  return page === undefined ? undefined : page === HOME ? "/" : `/${page}`;
}
