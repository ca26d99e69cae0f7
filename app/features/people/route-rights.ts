import { href } from "react-router";
import { hasRight, type Right, type Role } from "./rights.ts";

const PANEL = /^\/?admin-control-panel-seoprozone\//;

/** The right that each of the panel's routes needs. */
export const ROUTE_RIGHTS: Record<string, Right> = {
  // Only its content figures; the rest and its actions are for the owner.
  dashboard: "content",
  pages: "content",
  "pages/check": "content",
  "pages/added": "content",
  "edit-page": "content",
  "edit-page/frame": "content",
  "edit-page/save": "content",
  content: "content",
  "content/replace": "content",
  "case-studies": "content",
  industries: "content",
  blog: "content",
  deleted: "content",
  // These also need the right for the kind or source.
  undo: "content",
  search: "panel",
  drafts: "content",
  activity: "content",
  "activity/record": "content",
  preview: "content",
  "as-of": "content",
  "as-of/:moment/*": "content",
  changes: "content",
  "changes/checks": "content",
  settings: "everything",
  account: "panel",
  seal: "panel",
  "link-targets": "content",
  "page-checks": "content",
  enquiries: "enquiries",
  "enquiries.csv": "enquiries",
  "enquiries/subscribers": "enquiries",
  "subscribers.csv": "enquiries",
  "enquiries/person": "enquiries",
  "person.json": "enquiries",
  redirects: "content",
  "redirects.csv": "content",
  import: "everything",
  media: "content",
  "media/pictures": "content",
  "media/store": "everything",
  "media/known": "content",
  "*": "panel",
};

/**
 * Returns the right that a route needs. Unlisted routes are for the owner only, so an oversight neither lets others in
 * nor locks the owner out.
 * @param pattern the full path pattern of the matched route
 */
export function rightOf(pattern: string): Right {
  const path = PANEL.test(pattern) ? pattern.replace(PANEL, "") : "";
  return (Object.hasOwn(ROUTE_RIGHTS, path) && ROUTE_RIGHTS[path]) || "everything";
}

/** Returns the path where a role starts in the panel. */
export const homeOf = (role: Role): string =>
  HOMES.find((path) => hasRight(role, rightOf(path))) ?? href("/admin-control-panel-seoprozone/account");
const HOMES = [
  href("/admin-control-panel-seoprozone/dashboard"),
  href("/admin-control-panel-seoprozone/enquiries"),
];
