import { href } from "react-router";
import type { KindName } from "../../features/records/record-kind.server.ts";

/** The path under which past pages are shown, followed by the time and the page's path. */
export const PAST = href("/admin-control-panel-seoprozone/as-of");

/** Separates the time from the key of the panel's frames. */
export const FRAMED = "~";

/**
 * Returns the URL of the page that shows the record of a revision, as it was then.
 * @param revision the revision's id
 * @param frameKey the key if a frame of the panel shows the page
 */
export const pastPath = (revision: string, frameKey?: string) =>
  `${PAST}/${revision}${frameKey ? FRAMED + frameKey : ""}?record`;

/** Images are parts of other pages; a reset text has only its built-in value left. */
export const hasPage = (kind: KindName, isRemoved: boolean) =>
  kind !== "media" &&
  (!isRemoved || kind === "website-content" || kind === "page-seo" || kind === "settings");
