import { href } from "react-router";
import { isPrivateKind } from "../../copy/panel/record-kinds.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";

/** Path prefix of past versions of pages. A time or revision comes next, then the page's path. */
export const PAST = href("/admin-control-panel-seoprozone/as-of");

/** Separates the time or revision from the frame's key. */
export const FRAMED = "~";

/**
 * Returns the URL of the page that shows a revision's record.
 * @param frameKey set if the page is in a panel frame
 */
export const pastPath = (revision: string, frameKey?: string) =>
  `${PAST}/${revision}${frameKey ? FRAMED + frameKey : ""}?record`;

/** Images and private records have no page. After texts, page SEO or settings are removed, their pages show the built-in values. */
export const hasPage = (kind: KindName, isRemoved: boolean) =>
  kind !== "media" &&
  !isPrivateKind(kind) &&
  (!isRemoved || kind === "website-content" || kind === "page-seo" || kind === "settings");
