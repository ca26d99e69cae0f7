// The words of changes that wait to be published: in forms, in lists and on the Changes tab.
import { counted } from "../counted.ts";

const named = (labels: readonly string[]) => labels.join(", ");
/** The number that the header's button shows, of all sets: so it says where a set has a title. */
const inAll = (waiting: number, title: string) =>
  `${counted(waiting, "record")} with changes waiting${title && " in all sets"}.`;

export const changes = {
  tab: "Changes",
  badge: "Changes waiting",
  button: (count: number) => `Changes (${count.toLocaleString("en-US")})`,
  form: {
    /** a phone shows the first part */
    keep: ["Keep", "as draft"],
    kept: "Kept as a draft",
    keptText: (waiting: number, title: string) =>
      `${title && `In “${title}”. `}Visitors see nothing of it before you publish it. ${inAll(waiting, title)}`,
    nothing: "Nothing differs from what is live, so no draft is kept.",
    /** of a new record: its draft publishes it, or its switch is off and nothing waits */
    keptNew: (waiting: number, title: string) =>
      `Everything is saved, and ${title ? `“${title}”` : "your changes"} will publish it. Visitors see nothing of it before that. ${inAll(waiting, title)}`,
    keptUnpublished:
      "Everything is saved. It is not published, as its switch says, so visitors see nothing of it, and nothing waits under Changes.",
    toChanges: "Show changes",
    label: "Changes waiting",
    waits: (labels: readonly string[], title: string) =>
      `Changes wait to be published${title && ` with “${title}”`}: ${named(labels)}. Here is what is live.`,
    shows: (labels: readonly string[], title: string) =>
      `This is the draft${title && `, in “${title}”`}. It differs from what is live in: ${named(labels)}. Publish it under Changes.`,
    /** one of several fields, with the set in which it waits */
    labelIn: (label: string, title: string) => (title ? `${label} (“${title}”)` : label),
    again:
      "What you go on with was typed into a draft that is published or dropped by now. It is kept as a new draft.",
    cannotShow: (reason: string) => `Changes wait, but they cannot be shown: ${reason}`,
    showDraft: "Show the draft",
    showLive: "Show what is live",
    /** of a record that visitors do not see yet, whose draft publishes it */
    isNew: {
      waits: (labels: readonly string[], title: string) =>
        `This waits to be published${title && ` with “${title}”`}${labels.length ? `, changed in: ${named(labels)}` : ""}. Here is what is saved; visitors see nothing of it yet.`,
      shows: (labels: readonly string[], title: string) =>
        `Visitors see nothing of this yet: it waits to be published${title && ` with “${title}”`}${labels.length ? `, changed in: ${named(labels)}` : ""}. Publish it under Changes.`,
      showLive: "Show what is saved",
    },
  },
  head: {
    title: "Changes",
    about: "What you kept as a draft goes live together, all of it or nothing.",
    publish: "Publish now",
    preview: "Preview",
    drop: "Drop all",
  },
  none: {
    title: "No changes wait",
    text: "“Keep as draft” in a form keeps a change here, beside what is live, until you publish it.",
  },
  item: {
    edit: "Edit",
    preview: "Preview",
    drop: "Drop",
    gone: "This was deleted meanwhile. Drop its changes to publish the others.",
    /** of a picture, before the paths of pages */
    on: "Visitors see it on",
    onNone: "No page shows it to visitors.",
    more: (count: number) => `and ${counted(count, "more page")}`,
    same: "This is live already.",
    conflict: "Saved live after the draft was made. Choose what holds.",
    draft: "Your draft",
    live: "What is live now",
    take: { draft: "Take the draft", live: "Keep what is live" },
  },
  conflicts: (count: number) =>
    count === 1
      ? "One field was saved live after its draft was made. Choose below what holds, then publish."
      : `${count} fields were saved live after their drafts were made. Choose below what holds, then publish.`,
  pages: {
    title: "How it will look",
    about: "The changed pages with everything that waits, at the width of a phone, a tablet or a computer.",
    show: "Show the pages",
    hide: "Hide the pages",
    choose: "Page of",
    of: (name: string, path: string) => `${name}, on ${path}`,
    frame: (name: string) => `Preview: ${name}`,
  },
  checks: {
    title: "Before you publish",
    about: "Reads the changed pages as they will be, and says what changes for search engines.",
    check: "Check the pages",
    search: "For search engines",
    nothing: "Title, headings, addresses and links stay as they are.",
    isNew: "New to visitors",
    more: (count: number) => `${counted(count, "more page")} changed and not checked.`,
    redirects: {
      title: "Redirects",
      arrives: (to: string) => `Visitors arrive at ${to}.`,
      away: (to: string) => `Visitors leave the site for ${to}.`,
      gone: "Visitors read that it is gone for good.",
      off: "It is off: visitors are not redirected.",
      page: "A page answers there, so visitors are not redirected.",
      nothing: (to: string) =>
        to ? `It leads to ${to}, where no page answers.` : "It leads to no public page.",
    },
    done: "The pages are checked.",
    failed: "The pages could not be checked. Try again in a moment.",
  },
  /** several change sets; an owner who needs one meets only the first of these words */
  sets: {
    add: "New set…",
    second: {
      title: "Something for another time",
      about: "A second set of changes has its own preview, links, times and publishing.",
    },
    label: "Sets of changes",
    untitled: "Without a title",
    named: (title: string, count: number) =>
      `${title || "Without a title"} (${count.toLocaleString("en-US")})`,
    collects: "New drafts are kept in this set. A record that has a draft already keeps it where it is.",
    collectsNot: "New drafts are kept in another set.",
    collect: "Keep new drafts here",
    rename: "Rename",
    name: "Give it a title",
    remove: "Remove the set",
    title: "Title",
    example: "Spring sale",
    addTitle: "New set of changes",
    addAbout: "It has its own preview, links, times and publishing. New drafts are kept in it.",
    missing: "Please enter a title",
    moveTo: "Move to…",
    moveLabel: (name: string) => `Move ${name} to`,
    move: "Move",
    empty: { title: "Nothing waits in this set", text: "What you keep as a draft next is added to it." },
    emptyOther: { title: "Nothing waits in this set", text: "Move changes here from another set." },
  },
  /** what went wrong at a time, as the owner reads it */
  problem: {
    missed:
      "The time at which it was to be taken back was over as well before the site could publish it, so it did not go live.",
    restored:
      "The site was restored from a backup after this was to go live, so it waits again. Look at it, then publish it or choose another time.",
    notTakenBack: (reason: string) =>
      `Changes were not taken back at their time and are still live. ${reason}`,
    partlyTakenBack: (stays: string) =>
      `Changes were taken back at their time, but for what was saved since and stays as it is: ${stays}.`,
    fault: "A fault of the site holds scheduled changes up. They are tried again each minute.",
    dismiss: "Understood",
  },
  coming: {
    title: "Coming up",
    about: (zone: string) => `What goes live and is taken back by itself, in the time of ${zone}.`,
    goesLive: "Goes live:",
    ends: "Is taken back:",
    keep: "Let it stay live",
    /** its title, or the first names and how many more there are */
    what: (title: string, names: readonly string[]) =>
      title
        ? `“${title}”`
        : names.length > 4
          ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
          : names.join(", "),
  },
  schedule: {
    title: "Publish later",
    about: (zone: string) =>
      `Everything that waits then goes live by itself, and is taken back by itself if you say when. In the time of ${zone}.`,
    at: (at: string, until: string | null, zone: string) =>
      `Goes live on ${at}${until ? `, is taken back on ${until}` : ""}, in the time of ${zone}, with what you keep until then.`,
    until: (until: string) => `Once it is live, it is taken back on ${until}.`,
    label: "Goes live",
    untilLabel: "Taken back",
    add: "Schedule",
    remove: "Take off the schedule",
    problem: (reason: string) => `It was not published at its time. ${reason}`,
    goesLive: (at: string) => `Goes live on ${at}.`,
    ends: (until: string) => `Taken back on ${until}.`,
    isDouble: "The clock shows a time twice that night: it is the first of them.",
  },
  share: {
    title: "Show it to others",
    about:
      "A link shows these changes to people without a login, for 7 days. What you keep meanwhile is in it too.",
    add: "Make a link",
    once: "Copy this link now: it is not shown again.",
    copy: "Copy link",
    copied: "Link copied",
    notCopied: "The link could not be copied",
    selectIt: "It is selected: copy it with the keyboard.",
    caption: "Links to these changes, newest first",
    columns: { created: "Made", ends: "Ends", opened: "Opened" },
    opened: (count: number, last: string | null) =>
      count && last ? `${counted(count, "page")}, last ${last}` : "Not yet",
    end: "End",
  },
  published: {
    title: "Published lately",
    caption: "Published changes, newest first",
    columns: { what: "What", when: "When" },
    undo: "Take back",
    redo: "Publish again",
    undone: "Taken back",
    isUndo: "Took changes back",
  },
  /** the toasts of what the tab does, by intent */
  done: {
    publish: "Changes published",
    drop: "Changes dropped",
    restore: "Changes brought back",
    settle: "Chosen",
    share: "Link made",
    end: "Link ended",
    schedule: "Scheduled",
    unschedule: "Taken off the schedule",
    "keep-live": "It stays live",
    dismiss: "Taken off the dashboard",
    "add-set": "Set added",
    "rename-set": "Set renamed",
    "remove-set": "Set removed",
    collect: "New drafts are kept here now",
    move: "Moved",
  },
  failed: {
    publish: "Nothing was published",
    drop: "Failed to drop the changes",
    restore: "Failed to bring the changes back",
    settle: "Failed to settle it",
    share: "Failed to make a link",
    end: "Failed to end the link",
    schedule: "Not scheduled",
    unschedule: "Not scheduled",
    "keep-live": "Failed to change the schedule",
    dismiss: "Failed to take it off",
    "add-set": "Failed to save the set",
    "rename-set": "Failed to save the set",
    "remove-set": "Failed to save the set",
    collect: "Failed to save the set",
    move: "Failed to move it",
  },
  /** what the toasts add */
  told: {
    live: (count: number) => `${counted(count, "record")} ${count === 1 ? "is" : "are"} live now.`,
    /** of records that the drafts would have published */
    stays: (names: readonly string[]) =>
      names.length === 1
        ? `“${names[0]}” stays in its list with what was saved of it, and is not published.`
        : `${counted(names.length, "record")} stay in their lists with what was saved of them, and are not published.`,
  },
  fetchFailed: "Failed to fetch the changes",
  confirm: {
    publish: (count: number, title: string) =>
      `Publish the changes of ${counted(count, "record")}${title && ` in “${title}”`} now?`,
    drop: (title: string) => `Drop all changes that wait${title && ` in “${title}”`}?`,
  },
  unreadable: "The changes cannot be shown at the moment. Load the page again in a minute.",
} as const;
