/** What the panel says where a tab cannot be read, besides the toasts of SPEC 8. */
export const fetchFailures = {
  dashboard: "Failed to fetch the dashboard",
  search: "Failed to search",
  offline: "There is no connection. What was on the screen stays.",
  unreachable: "The site could not be reached. What was on the screen stays.",
  /** the site was restored or moved under a page that stayed open */
  outdated: "This page is out of date. What was on the screen stays. Load it anew, then go on.",
  fault: "Something went wrong on the site’s side. What was on the screen stays. Try again in a minute.",
};
