const HOME = "home";

/**
 * The address of a page's social image (SPEC 2, social-sharing tags).
 * @param page the page's own absolute address; a query does not matter
 */
export function shareImageUrl(page: string): string {
  const { origin, pathname } = new URL(page);
  return `${origin}/share${pathname === "/" ? `/${HOME}` : pathname}.png`;
}

/**
 * The path of the page that a social image belongs to.
 * @param name what follows `/share/`
 * @returns undefined where it is no name of an image
 */
export function pageOfShareImage(name: string): string | undefined {
  const [, page] = /^(.+)\.png$/.exec(name) ?? [];
  return page === undefined ? undefined : page === HOME ? "/" : `/${page}`;
}
