import type { PageName } from "./pages.ts";

/** The address of a page, from the root. */
export const pagePath = (name: PageName): string => (name === "home" ? "/" : `/${name}`);
