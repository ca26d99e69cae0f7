// Texts on the Enquiries tab, except those that SPEC 8 defines.
import { counted, number } from "../counted.ts";

export const views = {
  label: "Views",
  list: "Enquiries",
  subscribers: "Subscribers",
  sources: "Sources",
  templates: "Reply templates",
  person: "Data requests",
};

/** Amounts of money. */
export const valueWords = {
  wrong: "Enter an amount such as 3,000 or 2,499.50.",
  about: "about",
  perMonth: "a month",
};

/** Days of next steps. */
const dayWords = {
  today: "Today",
  tomorrow: "Tomorrow",
  late: (days: number) => `${counted(days, "day", "days")} late`,
};

/** On the Settings tab. */
export const bookingSetting = {
  hint: "Your page at Calendly, Cal.com or a similar service. Visitors see it after they send a form, in the email that confirms it, and in audit reports. In reply templates, it's {booking link}.",
};

export const choiceSettings = {
  title: "Two more questions",
  hint: "The contact form and the forms on service pages can also ask for a budget and a timeline. Enter the choices, one per line. Visitors never have to answer, and a question without choices isn't asked.",
  budget: "Below $1,000 a month\n$1,000 to $3,000 a month\nMore than $3,000 a month",
  timeline: "As soon as possible\nWithin three months\nJust looking",
};

/** The retention period of enquiries, on the Settings tab. */
export const retention = {
  placeholder: "Forever",
  hint: "Counted from the last change or note. Older enquiries are deleted permanently, with their notes and emails, starting a day after you set this. Backups contain them until the backups expire. Your privacy policy should say the same.",
  overdue: (count: number) =>
    `${counted(count, "enquiry is", "enquiries are")} older than that and will be deleted permanently, starting tomorrow.`,
};

/** Stage names, on the Settings tab. */
export const stages = {
  title: "Stage names",
  hint: "Remove a name to use the built-in one.",
};

export const enquiriesTab = {
  title: "Enquiries",
  head: ({ fresh, overdue, recent, due }: { fresh: number; overdue: number; recent: number; due: number }) =>
    [
      `${number(fresh)} new`,
      overdue && `${number(overdue)} overdue`,
      due && counted(due, "follow-up due", "follow-ups due"),
      `${number(recent)} in the last 12 weeks`,
    ]
      .filter(Boolean)
      .join(", "),
  /** @param what the list that's exported */
  exportOf: (what: string) => `Export CSV: ${what}`,
  exportShown: "these",
  search: "Search name, email, messages or notes",
  lists: "Lists",
  /** each list's label, and what it says when it's empty */
  tabs: {
    new: {
      label: "To answer",
      none: "Everyone has an answer",
      text: "New enquiries show up here until you reply or choose another status.",
    },
    today: {
      label: "Today",
      none: "Nothing is due today",
      text: "Open enquiries show up here on the day of their next step.",
    },
    open: {
      label: "Open",
      none: "No open enquiries",
      text: "Enquiries show up here until they're won, lost or spam.",
    },
    closed: {
      label: "Closed",
      none: "No closed enquiries",
      text: "Enquiries that you mark as won or lost show up here.",
    },
    spam: { label: "Spam", none: "No spam", text: "Enquiries that look like spam show up here." },
    all: {
      label: "All",
      none: "No enquiries yet",
      text: "Enquiries from the site's forms show up here.",
    },
  },
  stageFilter: "Stage",
  allStages: "All stages",
  overdue: "Overdue (no reply for over 24 hours)",
  allNew: "All new enquiries",
  formFilter: "Form filter",
  assignedFilter: "Assigned to",
  assignedTo: { any: "Assigned to anyone", me: "Assigned to me", none: "Not assigned" },
  sortBy: "Sort by",
  allForms: "All forms",
  sorts: { newest: "Newest first", oldest: "Oldest first", due: "Due first" },
  nothingMatches: "No matches",
  nothingMatchesText: "No enquiries match this search and these filters.",
  showAll: "Show all enquiries",
  unreadable: "We couldn't load the enquiries. Reload the page in a minute.",
  caption: (list: string, order: string) => `${list}, ${order.toLowerCase()}`,
  columns: {
    enquiry: "Enquiry",
    status: "Status",
    step: "Next step",
    value: "Value",
    received: "Received",
  },
  days: dayWords,
  idle: (days: number) => `No activity for ${counted(days, "day", "days")}`,
  setStatus: "Set status",
  deleteChosen: "Delete",
  yesterday: "Yesterday",

  toasts: {
    fetchFailed: "Failed to fetch enquiries",
    saveFailed: "Failed to save enquiry",
    status: (status: string, count: number) =>
      count === 1 ? `Status set to ${status}` : `Status of ${number(count)} enquiries set to ${status}`,
    assigned_to: "Assignment saved",
    follow_up_on: (day: string) => (day ? `Next step: ${day}` : "Next step removed"),
    lost_reason: "Reason saved",
    value: (value: string) => (value ? `Value: ${value}` : "Value removed"),
    undone: "Change undone",
    undoFailed: "Failed to undo the change",
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
    `Delete the enquiry from “${name}” with its notes and emails? Once the Undo message closes, it's permanently deleted.`,
  confirmDeleteMany: (count: number) =>
    `Delete ${number(count)} enquiries with their notes and emails? Once the Undo message closes, they're permanently deleted.`,

  detail: {
    back: "Back to list",
    moves: "Between enquiries",
    next: (name: string) => `Next: ${name}`,
    status: "Status",
    step: "Next step",
    steps: { days: "In 3 working days", week: "In a week", month: "In a month" },
    stepDay: "Day of the next step",
    setStep: "Set",
    removeStep: "Done",
    value: "Value",
    amount: "Amount in US dollars",
    per: "Paid",
    pers: { once: "once", month: "every month" },
    estimate: "This is an estimate",
    saveValue: "Save value",
    valueHint: "Optional. Estimates aren't counted as revenue.",
    reason: "Why was it lost?",
    reasons: ["Price", "Chose someone else", "No reply", "Not a fit", "Bad timing"],
    otherReason: "Another reason",
    saveReason: "Save reason",
    assigned: "Assigned to",
    assignedToNone: "No one",
    notSpam: "Not spam",
    delete: "Delete",
    facts: {
      email: "Email",
      phone: "Phone",
      website: "Website",
      services: "Services",
      budget: "Budget",
      timeline: "Timeline",
      page: "Page",
      trail: "Pages opened",
      referrer: "Came from",
      language: "Language",
      spam: "Marked as spam because",
    },
    note: "Private note",
    notePlaceholder: "Visible only in the control panel",
    addNote: "Add note",
    noteMissing: "Write something first.",
    deleteNote: "Delete",
    deleteNoteOf: (time: string) => ` the note from ${time}`,
    confirmDeleteNote: "Delete this note? Once the Undo message closes, it's permanently deleted.",
    trail: "Activity",
    received: (page: string) => (page ? `Enquiry received from ${page}` : "Enquiry received"),
    changed: {
      status: (to: string, from: string) => `Status changed from ${from} to ${to}`,
      assigned_to: (to: string) => (to ? `Assigned to ${to}` : "Assignment removed"),
      follow_up_on: (to: string, from: string) =>
        to ? `Next step set for ${to}` : `Next step for ${from} removed`,
      lost_reason: (to: string, from: string) => (to ? `Lost because: ${to}` : `Reason “${from}” removed`),
      value: (to: string, from: string) =>
        to ? `Value set to ${to}${from && `, before ${from}`}` : `Value of ${from} removed`,
    },
    formerPerson: "someone who no longer has access",
    setAside: "Marked as spam, so no email was sent",
    person: "All personal data about this sender",
  },

  mail: {
    notice: "Notification",
    confirmation: "Confirmation to the sender",
    newsletter: "Newsletter",
    invitation: "Invitation",
    copy: "Copy of your reply",
    show: "Show email",
    to: "To",
    noRecipient: "No one yet",
    subject: "Subject",
    deleted: "The text was deleted two weeks after the email was sent.",
    inDigest: "This enquiry was included in a digest of several enquiries.",
    sendAgain: "Send again",
    /** says when the notice on every tab disappears */
    resendHint:
      "You'll see this notice on every tab until the email is sent or the enquiry is no longer new.",
  },
};

/** Numbers of records about one person, by kind. */
type PersonCounts = {
  enquiries: number;
  notes: number;
  messages: number;
  mails: number;
  subscriptions: number;
  audits: number;
};

const amounts = ({ enquiries, notes, messages, mails, subscriptions, audits }: PersonCounts) => [
  counted(enquiries, "enquiry", "enquiries"),
  counted(notes, "note", "notes"),
  counted(messages, "reply or answer", "replies and answers"),
  counted(mails, "email", "emails"),
  counted(subscriptions, "newsletter subscription", "newsletter subscriptions"),
  counted(audits, "audit", "audits"),
];

export const personTab = {
  title: "Data requests",
  intro:
    "If someone asks what data you hold about them, or wants it deleted, enter their email address to find all of it.",
  email: "Email",
  find: "Find",
  wrongEmail: "Enter a full email address, such as name@example.com.",
  none: (email: string) => `We found no data about ${email}.`,
  found: (email: string) => `Data about ${email}`,
  amounts,
  hint: "Existing backups contain this data until they expire.",
  export: "Export as JSON",
  delete: "Delete all data",
  confirmDelete: (email: string, counts: PersonCounts) =>
    `Permanently delete all data about ${email} (${amounts(counts).join(", ")})? This can't be undone.`,
  unreadable: "We couldn't load this. Reload the page in a minute.",
  toasts: {
    fetchFailed: "Failed to fetch this person's data",
    deleted: "All data about this person deleted",
    deleteFailed: "Failed to delete this person's data",
  },
};
