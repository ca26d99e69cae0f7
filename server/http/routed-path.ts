// How paths are told apart before a route answers: as React Router does.

/** Where the control panel is, in the one spelling that it is served under. */
export const PANEL = "/admin-control-panel-seoprozone";

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

/** The panel's login page, or anything below it; React Router asks for a page's data at its address with `.data`. */
const PANELS = new RegExp(`^${PANEL}(/|(\\.data)?$)`);
export const isPanelPath = (pathname: string): boolean => PANELS.test(routedPath(pathname));

/** The right spelling of a panel's address: its first part as it is served, the rest as it was sent. */
export const panelPath = (pathname: string): string => pathname.replace(/^\/[^/]*?(?=\/|(\.data)?$)/, PANEL);

/** Where the panel's script sends pictures. */
const UPLOAD = `${PANEL}/media/upload`;
export const isUpload = ({ method, url = "" }: { method?: string; url?: string }): boolean =>
  method === "PUT" && routedPath(url.split("?", 1)[0]!) === UPLOAD;
