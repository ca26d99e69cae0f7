// Recognizes the panel's paths before any route does.
import { routedPath } from "../../app/platform/http/routed-path.ts";

/** The control panel's path, in the one spelling that it's served under. */
export const PANEL = "/admin-control-panel-seoprozone";

/** The panel's sign-in page, or anything below it; React Router requests a page's data at its path with `.data`. */
const PANELS = new RegExp(`^${PANEL}(/|(\\.data)?$)`);
export const isPanelPath = (pathname: string): boolean => PANELS.test(routedPath(pathname));

/** Returns the right spelling of a panel path: its first segment as it's served, the rest as it was sent. */
export const panelPath = (pathname: string): string => pathname.replace(/^\/[^/]*?(?=\/|(\.data)?$)/, PANEL);

/** Where the panel's script uploads images. */
const UPLOAD = `${PANEL}/media/upload`;
export const isUpload = ({ method, url = "" }: { method?: string; url?: string }): boolean =>
  method === "PUT" && routedPath(url.split("?", 1)[0]!) === UPLOAD;

/** Where the panel's form uploads exports of other systems. */
const IMPORT = `${PANEL}/import/upload`;
export const isImportUpload = ({ method, url = "" }: { method?: string; url?: string }): boolean =>
  method === "POST" && routedPath(url.split("?", 1)[0]!) === IMPORT;
