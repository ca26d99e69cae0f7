import type { Right } from "../../features/people/rights.ts";

const PANEL = /^\/?admin-control-panel-seoprozone\//;

/** The right that each of the panel's routes needs. A route that isn't listed is closed to everyone. */
export const ROUTE_RIGHTS: Record<string, Right> = {
  dashboard: "everything",
  pages: "content",
  "pages/check": "content",
  content: "content",
  "content/replace": "content",
  "case-studies": "content",
  industries: "content",
  blog: "content",
  // These mix content with settings or enquiries, so they stay the owner's until each part is asked for its own right.
  deleted: "everything",
  undo: "everything",
  search: "everything",
  drafts: "everything",
  changes: "everything",
  "changes/checks": "everything",
  activity: "everything",
  "activity/record": "everything",
  "as-of": "everything",
  "as-of/:moment/*": "everything",
  preview: "everything",
  settings: "everything",
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
  media: "content",
  "media/pictures": "content",
  "media/store": "everything",
  "media/known": "content",
  "*": "panel",
};

/** Returns the right that a route needs. @param pattern the full path pattern of the matched route */
export function rightOf(pattern: string): Right | undefined {
  const path = PANEL.test(pattern) ? pattern.replace(PANEL, "") : "";
  return Object.hasOwn(ROUTE_RIGHTS, path) ? ROUTE_RIGHTS[path] : undefined;
}
