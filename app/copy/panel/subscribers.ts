// Texts on the list of newsletter subscribers.
import { number } from "../counted.ts";

export const subscribersTab = {
  title: "Subscribers",
  head: ({
    confirmed,
    pending,
    unsubscribed,
  }: {
    confirmed: number;
    pending: number;
    unsubscribed: number;
  }) => `${number(confirmed)} confirmed, ${number(pending)} pending, ${number(unsubscribed)} unsubscribed`,
  exportCsv: "Export CSV",
  search: "Search email",
  statusFilter: "Status filter",
  all: "All subscribers",
  statuses: { confirmed: "Confirmed", pending: "Pending", unsubscribed: "Unsubscribed" },
  columns: {
    email: "Email",
    status: "Status",
    mail: "Last email",
    asked: "Signed up",
    since: "Status since",
  },
  caption: (order: string) => `Newsletter subscribers, ${order.toLowerCase()}`,
  sorts: { newest: "Newest first", oldest: "Oldest first", email: "Email A to Z" },
  actions: "Actions",
  delete: "Delete",
  sendAgain: "Send again",
  person: "Everything about",
  nothingMatches: "No matches",
  nothingMatchesText: "No subscribers match this search and this filter.",
  showAll: "Show all subscribers",
  none: "No subscribers yet",
  noneText: "Newsletter sign-ups from your articles show up here.",
  unreadable: "We couldn't load the subscribers. Reload the page in a minute.",
  confirmDelete: (email: string) =>
    `Delete the subscriber “${email}”? Once the Undo message closes, they're permanently deleted.`,
  toasts: {
    fetchFailed: "Failed to fetch subscribers",
    deleted: "Subscriber deleted",
    deleteFailed: "Failed to delete subscriber",
    restored: "Subscriber restored",
    restoreFailed: "Failed to restore subscriber",
  },
};
