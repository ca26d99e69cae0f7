// What the page of deleted records says.

export const deleted = {
  title: "Deleted",
  about: "What was deleted stays here for 30 days and can be brought back. Then it is gone for good.",
  search: "Search by name",
  sorts: { latest: "Deleted last first", soonest: "Gone soonest first", name: "Name A to Z" },
  none: { title: "Nothing here", text: "Nothing of this kind was deleted in the last 30 days." },
  unmatched: {
    title: "Nothing matches",
    text: "Nothing of this kind that was deleted has this in its name.",
  },
  showAll: "Show all that was deleted",
  fetchFailed: "Failed to fetch deleted records",
  unreadable: "What was deleted cannot be shown at the moment. Load the page again in a minute.",
  left: (days: number) => (days === 0 ? "Until today" : days === 1 ? "1 day left" : `${days} days left`),
} as const;
