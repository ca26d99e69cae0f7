import { href } from "react-router";
import type { KindName } from "../../features/records/record-kind.server.ts";

/** Where the site of a moment is shown; after it come the time and the path. */
export const PAST = href("/admin-control-panel-seoprozone/as-of");

/** Stands between the moment and the key of the panel's frames. */
export const FRAMED = "~";

/**
 * The page that shows what a state from the history is of, as it was then.
 * @param revision its id
 * @param frameKey where a frame of the panel shows it
 */
export const pastPath = (revision: string, frameKey?: string) =>
  `${PAST}/${revision}${frameKey ? FRAMED + frameKey : ""}?record`;

/** Pictures stand on pages of others; of what was removed only built-in words are left. */
export const hasPage = (kind: KindName, isRemoved: boolean) =>
  kind !== "media" &&
  (!isRemoved || kind === "website-content" || kind === "page-seo" || kind === "settings");
