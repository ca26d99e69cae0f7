const HOME = "home";

/**
 * Returns the URL of a page's share image (SPEC 2, social-sharing tags).
 * @param page the page's absolute URL; a query doesn't matter
 */
export function shareImageUrl(page: string): string {
  const { origin, pathname } = new URL(page);
  return origin + shareImagePath(pathname);
}

/** @param path the page's path */
export const shareImagePath = (path: string) => `/share${path === "/" ? `/${HOME}` : path}.png`;

/**
 * Returns the path of the page that a share image belongs to.
 * @param name what follows `/share/`
 * @returns undefined if it isn't an image's name
 */
export function pageOfShareImage(name: string): string | undefined {
  const [, page] = /^(.+)\.png$/.exec(name) ?? [];
  return page === undefined ? undefined : page === HOME ? "/" : `/${page}`;
}
