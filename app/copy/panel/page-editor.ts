export const pageEditor = {
  title: "Edit page",
  about:
    "Click any text to edit it; Enter or a click elsewhere keeps your change as a draft. Ctrl-click a link to open its page here.",
  open: "Edit this page",
  openOn: "Edit on page",
  page: "Page",
  home: "/ (home)",
  frame: (path: string) => `The page ${path}`,
  failed: "The page couldn't be rendered. Try again in a moment.",
  list: "All text on this page",
  search: "Filter this list",
  searchResult: "Preview the search result",
  none: "No matches.",
  edit: (label: string) => `Edit: ${label}`,
  opensForm: "Opens its form",
  shared: (count: number) => `On every page: header, footer and forms (${count})`,
  everyPage: "Appears on every page",
  servicePages: (count: number) => `Appears on ${count} service pages`,
  fromPage: (page: string) => `Also appears on: ${page}`,
  value: "Text",
  empty: "(empty)",
  save: { draft: "Save draft", live: "Publish" },
  cancel: "Cancel",
  wholeList: "Edit the whole list",
  formatting: "Links and formatting",
  items: {
    toolbar: "List item",
    changes: {
      add: "Add below",
      duplicate: "Duplicate",
      up: "Move up",
      down: "Move down",
      remove: "Remove",
    },
    /** for a section's own texts, such as its heading */
    sectionChanges: {
      duplicate: "Duplicate section",
      up: "Move section up",
      down: "Move section down",
      remove: "Remove section",
    },
    removeSection: "Remove this whole section?",
    blank: "New text",
    done: {
      add: "Item added",
      duplicate: "Item duplicated",
      up: "Item moved up",
      down: "Item moved down",
      remove: "Item removed",
    },
    cannot: {
      move: "It can't be moved any further.",
      remove: "A list needs at least one item. Change this one instead.",
    },
    conflict: "Someone changed this list in the meantime. Here's the current list.",
  },
  live: "Publish each edit right away",
  typing: "Saved once you leave this text.",
  saving: "Saving…",
  saved: {
    draft: "Draft saved.",
    live: "Published.",
    addedToDraft: "Added to the existing draft, which has other changes.",
    same: "Nothing to save: the text hasn't changed.",
  },
  pending(count: number, others: number) {
    const here =
      count > 0
        ? `${count === 1 ? "1 change isn't" : `${count} changes aren't`} published yet`
        : `No pending changes${others ? " here" : ""}`;
    return `${here}${others ? `, ${others} elsewhere` : ""}.`;
  },
  review: "Review",
  publish: (count: number) => `Publish ${count === 1 ? "1 change" : `${count} changes`}`,
  unsaved: "Not saved yet",
  unsavedText: "These edits are stored in this browser.",
  retry: "Retry",
  discard: "Discard",
  conflict: "Someone changed this text in the meantime.",
  yours: "Yours",
  theirs: "Theirs",
  keepMine: "Keep mine",
  useTheirs: "Use theirs",
  problems: {
    loggedOut: "You're logged out. Log in, then retry.",
    failed: "We couldn't reach the site. Check your connection, then retry.",
  },
} as const;
