/** Errors for a tab that can't be loaded, in addition to SPEC 8's toasts. */
export const fetchFailures = {
  dashboard: "Failed to fetch the dashboard",
  search: "Failed to search",
  offline: "You're offline. Nothing on your screen is lost.",
  unreachable: "We couldn't reach the site. Nothing on your screen is lost.",
  /** the site was restored or moved while the page was open */
  outdated: "This page is out of date. Reload it to continue.",
  fault: "Something went wrong on the server. Nothing on your screen is lost. Try again in a minute.",
};
