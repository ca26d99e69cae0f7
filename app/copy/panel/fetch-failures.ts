/** Messages for a tab that can't be loaded, in addition to the toasts of SPEC 8. */
export const fetchFailures = {
  dashboard: "Failed to fetch the dashboard",
  search: "Failed to search",
  offline: "You're offline. What's on the screen stays.",
  unreachable: "We couldn't reach the site. What's on the screen stays.",
  /** the site was restored or moved while the page was open */
  outdated: "This page is out of date. What's on the screen stays. Reload to continue.",
  fault: "Something went wrong on the server. What's on the screen stays. Try again in a minute.",
};
