import { routedPath } from "../../app/platform/http/routed-path.ts";

export const PANEL = "/admin-control-panel-seoprozone";

/** React Router requests a page's data at its path plus `.data`. */
const PANELS = new RegExp(`^${PANEL}(/|(\\.data)?$)`);
export const isPanelPath = (pathname: string): boolean => PANELS.test(routedPath(pathname));

/** Corrects the spelling of a panel path's first segment. */
export const panelPath = (pathname: string): string => pathname.replace(/^\/[^/]*?(?=\/|(\.data)?$)/, PANEL);

const UPLOAD = `${PANEL}/media/upload`;
export const isUpload = ({ method, url = "" }: { method?: string; url?: string }): boolean =>
  method === "PUT" && routedPath(url.split("?", 1)[0]!) === UPLOAD;

const IMPORT = `${PANEL}/import/upload`;
export const isImportUpload = ({ method, url = "" }: { method?: string; url?: string }): boolean =>
  method === "POST" && routedPath(url.split("?", 1)[0]!) === IMPORT;
