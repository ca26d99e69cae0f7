// What the Redirects tab says; SPEC 8 knows no redirects.

/** Toasts, and what is wrong with a redirect. */
export const redirectWords = {
  fetchFailed: "Failed to fetch redirects",
  added: "Redirect added successfully",
  updated: "Redirect updated successfully",
  state: "State",
  onOption: "On",
  offOption: "Off, as if it were not there",
  deleted: "Redirect deleted successfully",
  saveFailed: "Failed to save redirect",
  deleteFailed: "Failed to delete redirect",
  missing: "Please fill in the old address",
  cleared: "Removed from the log",
  clearedAll: "The log of 404s is empty",
  clearFailed: "Failed to clear the log",
  imported: "Import finished",
  importFailed: "Failed to import redirects",

  missingFrom: "Enter the old address.",
  wrongFrom: "Use an address of this site that starts with /, such as /old-page.",
  hasQuery: "Redirects can't match what comes after a question mark yet. Enter the URL without it.",
  hasStar: "Redirects can't use * as a wildcard yet. Add one redirect for each old URL.",
  missingTo: "Enter the address that it leads to.",
  wrongTo: "Use an address that starts with /, http:// or https://.",
  elsewhere: "This address is on another site. Redirects lead away from addresses of this one.",
  itself: "A redirect cannot lead to itself.",
  taken: (from: string) => `There is already a redirect from ${from}.`,
  takenOff: (from: string) => `There is already a redirect from ${from}, which is off. Edit that one.`,
  isOff: (from: string) => `The redirect from ${from} is off. Switch it on in its form.`,
  named: (from: string, to: string | null) => `${from} → ${to ?? "gone for good"}`,
  isBack: "This redirect is back already.",
  partlyDeleted: "It is deleted. Bring a whole version of it back first.",
  answers: (from: string) => `A page answers at ${from} now. Change its address or delete it first.`,
  unchecked: "Whether a page answers there could not be checked. Try again in a minute.",
  loop: (from: string, to: string) => `${to} leads back to ${from}: visitors would go round in circles.`,
  leadsToGone: (to: string) => `${to} is gone for good. Choose an address that answers.`,
  shortened: (to: string) => `The address you chose leads on itself, so this one leads to ${to} at once.`,
  leadsToHidden: "It leads to no public page now: visitors get 404 until there is one.",
  leadsToDeleted: "What it leads to was deleted: visitors get 410.",

  noFile: "Choose a CSV file.",
  notCsv: (line: number | undefined) =>
    line ? `This is no CSV file: line ${line} cannot be read.` : "This is no CSV file.",
  tooManyLines: (max: number) => `Import ${max.toLocaleString("en-US")} lines at a time at most.`,
  sameAsLine: (line: number) => `Line ${line} already redirects this URL.`,
  wasChanged: (to: string | null) =>
    to === null ? "It was gone (410) before." : `It redirected to ${to} before.`,
  missingToInFile: "Name the address that it leads to, or write: gone",
} as const;

/** What a redirect's fields are in words, where that is not their value. */
export const redirectValues = { gone: "Gone for good (410)", on: "On", off: "Off" } as const;

/** Why there is a redirect. */
export const redirectSources = { rename: "Renamed", delete: "Deleted", owner: "By hand" } as const;
