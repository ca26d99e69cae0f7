import type { ListedPage } from "./page-names.ts";
import type { PageName } from "./pages.ts";

/** Returns a page's path, even for the two pages without a route. */
export const pagePath = (name: PageName | ListedPage): string => (name === "home" ? "/" : `/${name}`);
