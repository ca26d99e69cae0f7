// How the panel's paths are told apart before a route answers.
import { routedPath } from "../../app/platform/http/routed-path.ts";

/** Where the control panel is, in the one spelling that it is served under. */
export const PANEL = "/admin-control-panel-seoprozone";

/** The panel's login page, or anything below it; React Router asks for a page's data at its address with `.data`. */
const PANELS = new RegExp(`^${PANEL}(/|(\\.data)?$)`);
export const isPanelPath = (pathname: string): boolean => PANELS.test(routedPath(pathname));

/** The right spelling of a panel's address: its first part as it is served, the rest as it was sent. */
export const panelPath = (pathname: string): string => pathname.replace(/^\/[^/]*?(?=\/|(\.data)?$)/, PANEL);

/** Where the panel's script sends pictures. */
const UPLOAD = `${PANEL}/media/upload`;
export const isUpload = ({ method, url = "" }: { method?: string; url?: string }): boolean =>
  method === "PUT" && routedPath(url.split("?", 1)[0]!) === UPLOAD;
