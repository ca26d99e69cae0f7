import { maskPath } from "../../platform/http/personal-path.server.ts";

/** A longer list is cut by the form's script (enhance/forms.ts). */
const SENT_CHARS = 9_000;
/** The most pages of a visit that are kept: the first and the last ones. */
const PAGES_MAX = 20;
const PATH_CHARS = 500;

/**
 * Returns the URLs opened in a visit, without the origin, under which a proxy may hide. Anything else is ignored,
 * because an enquiry must not be lost over it.
 * @param sent one a line; empty without scripts or the Navigation API
 */
export function readVisit(sent: string): string[] {
  const lines = sent.slice(0, SENT_CHARS).split("\n");
  if (sent.length >= SENT_CHARS) lines.pop();
  return lines.flatMap((line) => {
    const url = URL.parse(line);
    return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : [];
  });
}

/**
 * Returns the paths of the pages opened in a visit, without tokens and without repeats of the same page.
 * @param visit from `readVisit`
 * @param request.url the form's page
 * @param referrer the page before it (`document.referrer`); undefined without scripts
 */
export function trailOf(
  visit: string[],
  { url, headers }: Pick<Request, "url" | "headers">,
  referrer?: string,
): string[] {
  const before = URL.parse(referrer ?? "");
  // The visitor's name for this site, which a proxy may have changed in the URL.
  const isInside = before?.origin === headers.get("Origin");
  const paths = visit.map((url) => url.split("?", 1)[0]!).filter((path) => path.length <= PATH_CHARS);
  // Without the Navigation API, only the first page knows that it's the first.
  if (!visit.length && referrer !== undefined && !isInside) paths.push(new URL(url).pathname);
  // A link that was opened in a new tab continues the visit of the tab that it's from.
  if (before && visit.length === 1 && isInside) paths.unshift(before.pathname);
  const trail = paths
    .map((path) => maskPath(path.replace(/\.data$/, "")))
    // As a link, it would lead to another site.
    .filter((path) => !path.startsWith("//"))
    .filter((path, at, all) => path !== all[at - 1]);
  return [...trail.slice(0, 1), ...trail.slice(1).slice(1 - PAGES_MAX)];
}
