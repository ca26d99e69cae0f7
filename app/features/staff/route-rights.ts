import { href } from "react-router";
import { KIND_TABS } from "../../copy/panel/record-kinds.ts";
import { hasRight, type Right, type Role, rightOfKind } from "./rights.ts";

const PANEL = /^\/?admin-control-panel-seoprozone\//;

export const ROUTE_RIGHTS: Record<string, Right> = {
  // Editors see only the dashboard's content figures.
  dashboard: "content",
  pages: "content",
  "pages/check": "content",
  "pages/added": "content",
  "edit-page": "content",
  "edit-page/frame": "content",
  "edit-page/save": "content",
  content: "content",
  "content/replace": "content",
  ...Object.fromEntries(KIND_TABS.map(({ id, kind }) => [id, rightOfKind(kind)] as const)),
  // The next routes also check the right for each kind of record or search result.
  deleted: "panel",
  undo: "panel",
  search: "panel",
  autosaves: "panel",
  drafts: "panel",
  "activity/record": "panel",
  activity: "content",
  preview: "content",
  "as-of": "content",
  "as-of/:moment/*": "content",
  changes: "content",
  "changes/checks": "content",
  "changes/calendar": "content",
  "settings/:subject?": "everything",
  account: "panel",
  seal: "panel",
  "link-targets": "content",
  "page-checks": "content",
  enquiries: "enquiries",
  "enquiries.csv": "enquiries",
  "enquiries/subscribers": "enquiries",
  "subscribers.csv": "enquiries",
  "enquiries/sources": "enquiries",
  "sources.csv": "enquiries",
  "enquiries/person": "enquiries",
  "person.json": "enquiries",
  redirects: "content",
  "redirects.csv": "content",
  webhooks: "everything",
  import: "everything",
  people: "everything",
  media: "content",
  "media/images": "content",
  "media/store": "everything",
  "media/known": "content",
  "*": "panel",
};

/**
 * Returns the right that a route needs. Unlisted routes are for the owner only.
 * @param pattern full path pattern of the route
 */
export function rightOf(pattern: string): Right {
  const path = PANEL.test(pattern) ? pattern.replace(PANEL, "") : "";
  return (Object.hasOwn(ROUTE_RIGHTS, path) && ROUTE_RIGHTS[path]) || "everything";
}

/** Returns the path of the panel page that a person with this role sees first. */
export const homeOf = (role: Role): string =>
  HOMES.find((path) => hasRight(role, rightOf(path))) ?? href("/admin-control-panel-seoprozone/account");
const HOMES = [
  href("/admin-control-panel-seoprozone/dashboard"),
  href("/admin-control-panel-seoprozone/enquiries"),
];
