// What the Enquiries tab of the control panel says; SPEC 8 has no words for it.
import { counted, number } from "../counted.ts";

/** The views of the tab. */
export const views = {
  label: "Views",
  list: "Enquiries",
  subscribers: "Subscribers",
  person: "One person",
};

/** How long enquiries are kept, on the Settings tab. */
export const retention = {
  placeholder: "For ever",
  hint: "Counted from the last change or note. What is older is deleted for good, with its notes and mails, from a day after you set this; backups have it as long as they are kept. Your privacy policy should say the same.",
  told: (count: number) =>
    `${counted(count, "enquiry is", "enquiries are")} older than that: from tomorrow on they are deleted for good.`,
};

export const enquiriesTab = {
  title: "Enquiries",
  head: ({ fresh, overdue, recent }: { fresh: number; overdue: number; recent: number }) =>
    [
      `${number(fresh)} new`,
      overdue && `${number(overdue)} overdue`,
      `${number(recent)} in the last 12 weeks`,
    ]
      .filter(Boolean)
      .join(", "),
  exportCsv: "Export CSV",
  search: "Search name, email, message or notes",
  statusFilter: "Status filter",
  formFilter: "Form filter",
  sortBy: "Sort by",
  /** what the status filter offers before the statuses themselves */
  stands: {
    "": "All but spam",
    open: "New and open",
    new: "Waiting for an answer",
    overdue: "Waiting over 24 hours",
  },
  setAside: (count: number) => `${number(count)} set aside as spam`,
  allForms: "All forms",
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  nothingMatches: "Nothing matches",
  nothingMatchesText: "No enquiry fits this search and these filters.",
  showAll: "Show all enquiries",
  none: "No enquiries yet",
  noneText: "What visitors send with the site’s forms comes here.",
  fault: "The enquiries cannot be shown at the moment. Load the page again in a minute.",
  list: "Enquiries",
  choose: (name: string) => `Choose the enquiry from ${name}`,
  chooseAll: "Choose all on this page",
  chosen: (count: number) => `${number(count)} chosen`,
  setStatus: "Set status to",
  apply: "Apply",
  deleteChosen: "Delete all that are chosen",
  yesterday: "Yesterday",

  toasts: {
    fetchFailed: "Failed to fetch enquiries",
    saveFailed: "Failed to save enquiry",
    status: (status: string, count: number) =>
      count === 1 ? `Status set to ${status}` : `Status of ${number(count)} enquiries set to ${status}`,
    noteAdded: "Note added",
    noteFailed: "Failed to add note",
    noteDeleted: "Note deleted",
    noteRestored: "Note restored",
    noteRestoreFailed: "Failed to restore note",
    noteDeleteFailed: "Failed to delete note",
    deleted: (count: number) => (count === 1 ? "Enquiry deleted" : `${number(count)} enquiries deleted`),
    deleteFailed: "Failed to delete enquiry",
    restored: (count: number) => (count === 1 ? "Enquiry restored" : `${number(count)} enquiries restored`),
    restoreFailed: "Failed to restore enquiry",
  },
  confirmDelete: (name: string) =>
    `Delete the enquiry from “${name}” for good, with its notes and mails? You can undo it only while the message about it shows.`,
  confirmDeleteMany: (count: number) =>
    `Delete ${number(count)} enquiries for good, with their notes and mails? You can undo it only while the message about it shows.`,

  detail: {
    back: "All enquiries",
    status: "Status",
    apply: "Apply status",
    reply: "Reply by email",
    replySubject: (siteTitle: string) => `Your message to ${siteTitle}`,
    contacted: "Mark as contacted",
    notSpam: "Not spam",
    delete: "Delete",
    facts: {
      email: "Email",
      phone: "Phone",
      website: "Website",
      services: "Services",
      page: "Page",
      referrer: "Came from",
      language: "Language",
      spam: "Set aside because",
    },
    note: "Private note",
    notePlaceholder: "Only seen in the control panel",
    addNote: "Add note",
    noteMissing: "Write something first.",
    deleteNote: "Delete",
    deleteNoteOf: (time: string) => ` the note of ${time}`,
    confirmDeleteNote: "Delete this note for good? You can undo it only while the message about it shows.",
    trail: "What happened",
    received: (page: string) => (page ? `Enquiry received from ${page}` : "Enquiry received"),
    statusChanged: (from: string, to: string) => `Status set from ${from} to ${to}`,
    setAside: "Set aside as spam: no mail was sent for it",
    person: "Everything about this person",
  },

  mail: {
    notice: "Notification",
    confirmation: "Confirmation to the sender",
    newsletter: "Newsletter",
    sendAgain: "Send again",
    /** how the line on every tab goes away */
    told: "Every tab says so until it is sent or this enquiry is no longer new.",
  },
};

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
  columns: { email: "Email", status: "Status", mail: "Mail", asked: "Asked", since: "Since" },
  caption: (order: string) => `Newsletter subscribers, ${order.toLowerCase()}`,
  sorts: { newest: "Newest first", oldest: "Oldest first", email: "Email A to Z" },
  actions: "Actions",
  delete: "Delete",
  sendAgain: "Send again",
  person: "Everything about",
  nothingMatches: "Nothing matches",
  nothingMatchesText: "No address fits this search and this filter.",
  showAll: "Show all subscribers",
  none: "No subscribers yet",
  noneText: "Who asks for the newsletter below the articles comes here.",
  fault: "The subscribers cannot be shown at the moment. Load the page again in a minute.",
  confirmDelete: (email: string) =>
    `Delete the subscriber “${email}” for good? You can undo it only while the message about it shows.`,
  toasts: {
    fetchFailed: "Failed to fetch subscribers",
    deleted: "Subscriber deleted",
    deleteFailed: "Failed to delete subscriber",
    restored: "Subscriber restored",
    restoreFailed: "Failed to restore subscriber",
  },
};

/** How much is kept about one person. */
type PersonCounts = {
  enquiries: number;
  notes: number;
  mails: number;
  subscriptions: number;
  audits: number;
};

const amounts = ({ enquiries, notes, mails, subscriptions, audits }: PersonCounts) => [
  counted(enquiries, "enquiry", "enquiries"),
  counted(notes, "note", "notes"),
  counted(mails, "mail", "mails"),
  counted(subscriptions, "newsletter subscription", "newsletter subscriptions"),
  counted(audits, "audit", "audits"),
];

export const personTab = {
  title: "One person’s data",
  intro:
    "Somebody may ask what you keep about them, or want it deleted. Enter their e-mail address: everything is found by it.",
  email: "Email",
  find: "Find",
  wrongEmail: "Enter a full e-mail address, such as name@example.com.",
  none: (email: string) => `Nothing is kept about ${email}.`,
  kept: (email: string) => `Kept about ${email}`,
  amounts,
  hint: "Backups that were made before hold it until they are replaced.",
  export: "Export as JSON",
  delete: "Delete all of it",
  confirmDelete: (email: string, counts: PersonCounts) =>
    `Delete everything about ${email} for good (${amounts(counts).join(", ")})? This cannot be undone.`,
  fault: "This cannot be shown at the moment. Load the page again in a minute.",
  toasts: {
    fetchFailed: "Failed to fetch what is kept about this person",
    deleted: "All data of this person deleted",
    deleteFailed: "Failed to delete this person’s data",
  },
};
