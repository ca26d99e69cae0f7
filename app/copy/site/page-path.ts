import type { ListedPage } from "./page-names.ts";
import type { PageName } from "./pages.ts";

/** Returns the path of a page; a page without a route gets the one it would have. */
export const pagePath = (name: PageName | ListedPage): string => (name === "home" ? "/" : `/${name}`);
