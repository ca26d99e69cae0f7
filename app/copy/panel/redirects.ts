// Text for the Redirects tab, which SPEC 8 doesn't mention.

/** Toasts and validation errors. */
export const redirectWords = {
  fetchFailed: "Failed to fetch redirects",
  added: "Redirect added successfully",
  updated: "Redirect updated successfully",
  state: "Status",
  onOption: "On",
  offOption: "Off",
  deleted: "Redirect deleted successfully",
  saveFailed: "Failed to save redirect",
  deleteFailed: "Failed to delete redirect",
  missing: "Please fill in the old URL",
  cleared: "Removed from the log",
  clearedAll: "404 log cleared",
  clearFailed: "Failed to clear the log",
  imported: "Import finished",
  importedOf: (taken: number, lines: number) => `Imported ${taken} of ${lines} lines.`,
  previewed: "Preview ready",
  nothingYet: "Nothing has been imported yet. Check the lines, then click Import.",
  preview: "Preview",
  importLines: (count: number) => `Import ${count === 1 ? "1 line" : `${count} lines`}`,
  outcomes: { added: "Added", changed: "Changed", unchanged: "Unchanged", refused: "Not imported" },
  previewOutcomes: {
    ...{ added: "Will be added", changed: "Will be changed" },
    ...{ unchanged: "Unchanged", refused: "Can't be imported" },
  },
  importFailed: "Failed to import redirects",

  missingFrom: "Enter the old URL.",
  wrongFrom: "Use a path on this site that starts with /, such as /old-page.",
  wrongStar: "Use * only as the last folder, such as /category/*.",
  wrongTargetStar:
    "Use * only at the end, never in a host name, and only if the old URL ends in /*. It stands for whatever the * in the old URL matches.",
  query: "Query string",
  matchQuery: "Only URLs with this query",
  ignoreQuery: "This path with any query",
  missingTo: "Enter the URL to redirect to.",
  wrongTo: "Use a URL that starts with /, http:// or https://.",
  elsewhere: "This URL is on another site. Redirects can only start from URLs on this site.",
  itself: "A redirect can't point to itself.",
  taken: (from: string) => `There's already a redirect from ${from}.`,
  takenOff: (from: string) => `There's already a redirect from ${from}, but it's off. Edit that one instead.`,
  isOff: (from: string) => `The redirect from ${from} is off. Edit it to turn it on.`,
  named: (from: string, to: string | null) => `${from} → ${to ?? "permanently removed"}`,
  isBack: "This redirect has already been restored.",
  partlyDeleted: "This redirect has been deleted. Restore a complete version of it first.",
  answers: (from: string) => `There's a page at ${from} now. Change its URL or delete it first.`,
  unchecked: "We couldn't check whether there's a page at that URL. Try again in a minute.",
  loop: (from: string, to: string) => `${to} redirects back to ${from}: this would create a redirect loop.`,
  leadsToGone: (to: string) => `${to} has been permanently removed. Choose a URL that works.`,
  shortened: (to: string) => `The URL you chose redirects too, so this redirect goes straight to ${to}.`,
  leadsToHidden: "The target isn't a public page yet, so visitors get a 404 for now.",
  leadsToDeleted: "The target was deleted, so visitors get a 410.",

  test: {
    label: "Test a URL",
    button: "Test",
    page: (status: number) => `There's a page here (${status}).`,
    redirected: (to: string) => `Redirects to ${to} (301).`,
    by: (from: string) => `The redirect from ${from} matches.`,
    moved: "This URL belonged to a page that has moved or was deleted.",
    gone: "Permanently removed (410).",
    broken: (to: string) => `There's no page at ${to}.`,
    missing: "Nothing here: visitors get a 404.",
    failed: (status: number) => `The page has an error right now (${status}). Try again in a minute.`,
  },
  suggested: (to: string) => `Redirect to ${to}?`,

  noFile: "Choose a CSV file.",
  notCsv: (line: number | undefined) =>
    line ? `This isn't a valid CSV file: line ${line} can't be read.` : "This isn't a CSV file.",
  tooManyLines: (max: number) => `You can import up to ${max.toLocaleString("en-US")} lines at a time.`,
  sameAsLine: (line: number) => `Line ${line} already redirects this URL.`,
  wasChanged: (to: string | null) =>
    to === null ? "It returned a 410 before." : `It redirected to ${to} before.`,
  missingToInFile: "Enter the URL to redirect to, or write: gone",
} as const;

/** Words for stored field values. */
export const redirectValues = { gone: "Permanently removed (410)", on: "On", off: "Off" } as const;

export const redirectSources = { rename: "Renamed", delete: "Deleted", owner: "Manual" } as const;
