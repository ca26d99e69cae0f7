import type { ListedPage } from "./page-names.ts";
import type { PageName } from "./pages.ts";

/** The address of a page, from the root; that of a page without a route is the one it would have. */
export const pagePath = (name: PageName | ListedPage): string => (name === "home" ? "/" : `/${name}`);
