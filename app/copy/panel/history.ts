// Text for the Activity tab and a record's history.
import { RESTORABLE_NAMES, type RestorableName, recordKinds } from "./record-kinds.ts";

const labels = Object.fromEntries(RESTORABLE_NAMES.map((name) => [name, recordKinds[name].label])) as Record<
  RestorableName,
  string
>;

export const history = {
  activity: {
    title: "Activity",
    about:
      "Everything that was saved, newest first. Open an item to restore an earlier version. Drafts are under Changes.",
    kind: "Type of item",
    everyKind: "Everything",
    day: "Day",
    none: { title: "No activity yet", text: "Every save, delete and restore will show up here." },
    unmatched: { title: "No matches", text: "Nothing of this type was changed on this day." },
    showAll: "Show all changes",
    caption: "Changes, newest first",
    columns: { what: "Item", changed: "Change", who: "By", when: "When" },
  },
  record: {
    title: "History",
    about: "What changed and when. Red text was removed; green text was added.",
    back: "All activity",
    edit: "Edit",
    compare: "Compare with current",
    restore: "Restore this version",
    restoreField: "Undo this change",
    current: "Current version",
    omitted: (count: number) => (count === 1 ? "1 unchanged paragraph" : `${count} unchanged paragraphs`),
    empty: "empty",
    before: "Before",
    after: "After",
    none: "There's no history for this item.",
    noFields: { known: "First known version.", other: "No fields changed." },
  },
  comparison: {
    title: "Compare versions",
    about: "Red text was removed in the later version; green text was added.",
    earlier: "Earlier version",
    later: "Later version",
    close: "Close comparison",
    same: "These two versions are identical.",
    gone: "One of these versions is no longer in the history.",
    now: "now",
    views: { label: "Compare", fields: "Fields", pages: "Pages side by side" },
    pages: {
      earlier: (when: string) => `Earlier version: ${when}`,
      later: (when: string) => `Later version: ${when}`,
    },
    ops: { known: "as it was", insert: "added", update: "changed", delete: "removed" },
  },
  past: {
    title: "View the site as it was on",
    about: (zone: string, begins: string) =>
      `See every page as visitors saw it at that time (${zone} time). History starts on ${begins}.`,
    show: "Show site",
    page: "View page at that time",
    hint: "opens in a new tab",
    cannot: "The site can't be shown for that time",
    noTime: "Pick a date and time. If daylight saving time began that night, the skipped hour doesn't exist.",
    notYet: "That time is in the future.",
    before: (when: string) =>
      `History starts on ${when}. We don't know what the site looked like before that.`,
    nothing: "Nothing has changed yet, so there's no earlier version to show.",
    noPage: "There's no page at this URL. Feeds, files and the panel have no earlier versions.",
    notKept: (name: string) =>
      `History no longer has “${name}” as it was then. It keeps every version from the last 90 days and, before that, the last 100 versions of each item.`,
    failed:
      "The page couldn't be rendered, maybe because someone is saving right now. Reload it in a minute.",
  },
  /** how changes were published or reverted; `title` is the title of their set, or empty */
  publishings: {
    publish: (title: string) => (title ? `with “${title}”` : "by publishing drafts"),
    scheduled: (title: string) =>
      title ? `with “${title}” as scheduled` : "by publishing drafts as scheduled",
    undo: (title: string) => (title ? `“${title}” reverted` : "changes reverted"),
    ended: (title: string) => (title ? `“${title}” reverted as scheduled` : "changes reverted as scheduled"),
  },
  scheduledBy: "scheduled by",
  forgottenLogin: "A past session",
  thisBrowser: "this browser",
  more: "Show earlier changes",
  link: "History",
  kinds: {
    ...labels,
    "page-seo": "Page SEO",
    settings: "Settings",
    redirects: "Redirects",
    imports: "Imports",
  },
  happenings: {
    known: "First known version",
    added: "Added",
    changed: "Changed",
    replaced: "File replaced",
    published: "Published",
    unpublished: "Unpublished",
    deleted: "Deleted",
    undeleted: "Restored from Deleted",
    purged: "Permanently removed",
    reset: "Reset to default",
    restored: "Earlier version restored",
  },
  restored: "Earlier version restored",
  restoreFailed: "Failed to restore the earlier version",
  fetchFailed: "Failed to fetch the history",
  unreadable: "We couldn't load the history. Reload the page in a minute.",
} as const;
