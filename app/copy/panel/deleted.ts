import { counted } from "../counted.ts";

export const deleted = {
  title: "Deleted",
  about: "Deleted items stay here for 30 days, then they're removed permanently.",
  others: "Also deleted:",
  search: "Search by name",
  sorts: { latest: "Recently deleted first", soonest: "Expiring soonest first", name: "Name A to Z" },
  none: { title: "Nothing here", text: "No items of this type were deleted in the last 30 days." },
  unmatched: {
    title: "No matches",
    text: "No deleted items of this type match your search.",
  },
  showAll: "Show all deleted items",
  fetchFailed: "Failed to fetch deleted items",
  unreadable: "We couldn't load the deleted items. Reload the page in a minute.",
  gone: "It has already been restored or permanently deleted.",
  restoreAll: (count: number) => `Restore all (${count.toLocaleString("en-US")})`,
  restoreAllQuestion: (count: number, label: string) => `Restore all ${count} under “${label}”?`,
  restored: (count: number) => counted(count, "item"),
  restoredAll: "Restored",
  restoredText: (count: number, refused: readonly string[]) =>
    `${counted(count, "item")}.${refused.length ? ` Not restored: ${refused.slice(0, 3).join(" ")}${refused.length > 3 ? ` And ${refused.length - 3} more.` : ""}` : ""}`,
  left: (days: number) => (days === 0 ? "Last day" : days === 1 ? "1 day left" : `${days} days left`),
} as const;
