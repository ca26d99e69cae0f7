import { href } from "react-router";
import type { KindName } from "../../features/records/record-kind.server.ts";

/** Where the site of a moment is shown; after it come the time and the path. */
export const PAST = href("/admin-control-panel-seoprozone/as-of");

/** The page that shows what a state from the history is of, as it was then. @param revision its id */
export const pastPath = (revision: string) => `${PAST}/${revision}?record`;

/** Pictures stand on pages of others; of what was removed only built-in words are left. */
export const hasPage = (kind: KindName, isRemoved: boolean) =>
  kind !== "media" &&
  (!isRemoved || kind === "website-content" || kind === "page-seo" || kind === "settings");
