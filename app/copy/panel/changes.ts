// Texts about pending changes: in forms, in lists and on the Changes tab.
import { counted } from "../counted.ts";

const named = (labels: readonly string[]) => labels.join(", ");
const inAll = (waiting: number) => `${counted(waiting, "pending change")}.`;

export const changes = {
  tab: "Changes",
  views: { label: "Changes", pending: "Pending", calendar: "Calendar" },
  badge: "Pending changes",
  /** a record's status in its list */
  status: {
    published: "Published",
    /** before the day on which the record was published */
    since: "Published",
    changed: "Published with pending changes",
    draft: "Draft",
    scheduled: (at: string) => `Scheduled for ${at}`,
    unsaved: "Unsaved changes",
  },
  button: (count: number) => `Changes (${count.toLocaleString("en-US")})`,
  form: {
    saveDraft: "Save draft",
    saved: "Draft saved",
    /** `at`: when the draft is scheduled to go live */
    savedText: (waiting: number, at: string | null) =>
      `${at ? `Goes live on ${at}.` : "Not visible to visitors until you publish it."} ${inAll(waiting)}`,
    /** why the form's draft can't be scheduled or shared */
    nothingYet: "Change something first",
    nothing: "Nothing differs from the published version, so there's no draft to save.",
    /**
     * `savedNew` is for a new record that goes live when its draft is published. `savedUnpublished` is for a record
     * with Published off, which has no pending changes.
     */
    savedNew: (waiting: number, at: string | null) =>
      `Everything is saved and will be published with your changes${at ? ` on ${at}` : ""}. Not visible to visitors until then. ${inAll(waiting)}`,
    savedUnpublished:
      "Everything is saved. Because Published is off, visitors can't see it and there's nothing to publish under Changes.",
    /** what saving does to the public site: it adds the record, changes it, hides it, or changes nothing there */
    publish: "Publish",
    update: "Update",
    unpublish: "Unpublish",
    save: "Save",
    more: "More",
    schedule: "Schedule…",
    share: "Share preview",
    discard: "Discard draft",
    discardQuestion: "Discard this draft?",
    close: "Close",
    links: "Manage links",
    toChanges: "Show changes",
    label: "Pending changes",
    showsPublished: (labels: readonly string[]) =>
      `There are pending changes: ${named(labels)}. You're looking at the published version.`,
    showsDraft: (labels: readonly string[]) => `You're looking at the draft. Changed: ${named(labels)}.`,
    again:
      "You typed this into a draft that has since been published or discarded. It's now saved as a new draft.",
    cannotShow: (reason: string) => `There are pending changes, but they can't be shown: ${reason}`,
    showDraft: "Show draft",
    showLive: "Show published version",
    /** for a record that visitors can't see until its draft is published */
    isNew: {
      showsPublished: (labels: readonly string[]) =>
        `Not published yet.${labels.length ? ` Changed in the draft: ${named(labels)}.` : ""} You're looking at the saved version.`,
      showsDraft: (labels: readonly string[]) =>
        `Not published yet.${labels.length ? ` Changed in the draft: ${named(labels)}.` : ""} You're looking at the draft.`,
      showLive: "Show saved version",
    },
  },
  head: {
    title: "Changes",
    about: "Select drafts to publish them together. Either all of them go live or none do.",
    publish: "Publish now",
    preview: "Preview",
    schedule: "Schedule…",
    share: "Share preview",
    drop: "Discard",
  },
  /** a person's rights don't cover everything that's selected */
  closed: "Some of this can only be changed by the owner, such as settings. Select only your own drafts.",
  changed: "The drafts have changed since you opened this page. Review them, then try again.",
  none: {
    title: "No pending changes",
    text: "Drafts you save in a form are collected here until you publish them.",
  },
  item: {
    edit: "Edit",
    preview: "Preview",
    drop: "Discard",
    gone: "This has since been deleted. Discard its changes to publish the others.",
    /** for an image, before the paths of pages */
    on: "Visitors see it on",
    onNone: "Not shown on any public page.",
    more: (count: number) => `and ${counted(count, "more page")}`,
    /** of a new record's text */
    moreLines: (count: number) => `and ${counted(count, "more paragraph")}`,
    same: "This is already live.",
    conflict: "A newer version was published after you started this draft. Choose which version to keep.",
    draft: "Your draft",
    live: "Published version",
    take: { draft: "Use draft", live: "Keep published version" },
  },
  conflicts: (count: number) =>
    count === 1
      ? "A newer version of one field was published after you started your draft. Choose which version to keep, then publish."
      : `Newer versions of ${count} fields were published after you started your drafts. Choose which versions to keep, then publish.`,
  pages: {
    title: "Preview pages",
    about:
      "See the changed pages with the drafts you selected, or with all of them, at phone, tablet or desktop width.",
    show: "Show pages",
    hide: "Hide pages",
    choose: "Page to preview",
    of: (name: string, path: string) => `${name}, on ${path}`,
    frame: (name: string) => `Preview: ${name}`,
  },
  checks: {
    title: "Before you publish",
    about:
      "Checks the pages that the drafts you selected, or all of them, will change, and shows what changes for search engines.",
    check: "Check these drafts",
    search: "For search engines",
    nothing: "Titles, headings, URLs and links stay the same.",
    isNew: "New",
    checked: (pages: number, redirects: number, more: number) =>
      `${counted(pages, "page")}${redirects ? ` and ${counted(redirects, "redirect")}` : ""} checked${more ? `, ${more.toLocaleString("en-US")} not checked yet` : ""}.`,
    next: (count: number) => `Check the next ${count}`,
    redirects: {
      title: "Redirects",
      arrives: (to: string) => `Redirects visitors to ${to}.`,
      away: (to: string) => `Redirects visitors to another site: ${to}.`,
      gone: "Visitors are told the page was permanently removed.",
      off: "Off: visitors aren't redirected.",
      page: "There's a page at this URL, so visitors aren't redirected.",
      nothing: (to: string) =>
        to ? `Redirects to ${to}, where there's no page.` : "Doesn't redirect to a public page.",
    },
    failed: "We couldn't check the pages. Try again in a moment.",
  },
  /** headings above drafts */
  groups: {
    unscheduled: "Not scheduled",
    scheduled: (at: string, until: string | null, zone: string) =>
      `Goes live on ${at}${until ? ` and reverts on ${until}` : ""} (${zone} time)`,
    failed: "Not published as scheduled",
  },
  /** what went wrong with a schedule */
  problem: {
    missed: "It couldn't be published before it was due to be reverted, so it never went live.",
    restored:
      "The site was restored from a backup after this was due to go live, so it's pending again. Review it, then publish it or pick another time.",
    notReverted: (reason: string) => `Changes weren't reverted as scheduled and are still live. ${reason}`,
    partlyReverted: (stays: string) =>
      `Changes were reverted as scheduled, except for what was edited since: ${stays}.`,
    fault: "An error is delaying scheduled changes. We try again every minute.",
    dismiss: "Dismiss",
  },
  coming: {
    title: "Coming up",
    about: (zone: string) => `Scheduled to be published or reverted automatically (${zone} time).`,
    goesLive: "Publish:",
    ends: "Revert:",
    keep: "Keep it live",
    /** the set's title, or the names of its first items and the number of others */
    what: (title: string, names: readonly string[]) =>
      title
        ? `“${title}”`
        : names.length > 4
          ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
          : names.join(", "),
  },
  schedule: {
    title: "Schedule",
    about: (zone: string) =>
      `This will be published automatically at this time, and reverted later if you set an end (${zone} time). Other pending changes stay as they are.`,
    at: (at: string, until: string | null, zone: string) =>
      `Goes live on ${at}${until ? ` and reverts on ${until}` : ""} (${zone} time).`,
    until: (until: string) => `Once live, it reverts on ${until}.`,
    label: "Publish on",
    untilLabel: "Revert on",
    add: "Schedule",
    remove: "Unschedule",
    problem: (reason: string) => `It wasn't published as scheduled. ${reason}`,
    goesLive: (at: string) => `Goes live on ${at}.`,
    ends: (until: string) => `Reverts on ${until}.`,
    together: (count: number) => `${counted(count, "draft")}, scheduled together.`,
    isDouble: "Daylight saving time ends that night, so this time occurs twice. We use the first one.",
  },
  share: {
    title: "Share a preview",
    links: "Preview links",
    about:
      "Anyone with the link can see these changes for 7 days without logging in, including later edits to them. Drafts you start later aren't shown.",
    add: "Create link",
    once: "Copy this link now. You won't see it again.",
    copy: "Copy link",
    copied: "Link copied",
    notCopied: "Couldn't copy the link",
    selectIt: "The link is selected. Copy it with Ctrl+C (⌘C on a Mac).",
    caption: "Preview links, newest first",
    columns: { shows: "Shows", created: "Created", ends: "Expires", opened: "Opened" },
    opened: (count: number, last: string | null) =>
      count && last ? `${counted(count, "page")}, last ${last}` : "Not yet",
    end: "Revoke",
  },
  published: {
    title: "Recently published",
    caption: "Published changes, newest first",
    columns: { what: "What", when: "When" },
    undo: "Revert",
    redo: "Publish again",
    undone: "Reverted",
    isUndo: "Changes reverted",
  },
  /** toasts, by intent */
  done: {
    publish: "Changes published",
    drop: "Changes discarded",
    restore: "Changes restored",
    resolve: "Conflict resolved",
    share: "Link created",
    end: "Link revoked",
    schedule: "Scheduled",
    unschedule: "Unscheduled",
    "keep-live": "Changes will stay live",
    dismiss: "Dismissed",
  },
  failed: {
    publish: "Nothing was published",
    drop: "Failed to discard the changes",
    restore: "Failed to restore the changes",
    resolve: "Failed to resolve the conflict",
    share: "Failed to create the link",
    end: "Failed to revoke the link",
    schedule: "Failed to schedule the changes",
    unschedule: "Failed to unschedule the changes",
    "keep-live": "Failed to change the schedule",
    dismiss: "Failed to dismiss the notice",
  },
  /** second sentences of toasts */
  toastText: {
    live: (count: number) => `${counted(count, "item")} ${count === 1 ? "is" : "are"} live now.`,
    /** for records that publishing the drafts would have made public */
    stays: (names: readonly string[]) =>
      names.length === 1
        ? `“${names[0]}” stays in its list as a draft.`
        : `${counted(names.length, "item")} stay in their lists as drafts.`,
  },
  fetchFailed: "Failed to fetch the changes",
  confirm: {
    /** `scheduled`: how many of the drafts are scheduled for later */
    publish: (count: number, scheduled: number) =>
      `Publish changes to ${counted(count, "item")} now?${scheduled ? ` ${scheduled === 1 ? "One draft is" : `${scheduled.toLocaleString("en-US")} drafts are`} scheduled for later.` : ""}`,
    drop: (count: number) => `Discard ${counted(count, "draft")}?`,
  },
  unreadable: "We couldn't load the changes. Reload the page in a minute.",
} as const;
