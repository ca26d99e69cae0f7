import { counted } from "../counted.ts";

export const findReplace = {
  title: "Find and replace",
  about:
    "Searches all website content, page SEO, posts, case studies, industries and general settings, including drafts. URLs and code are left alone.",
  back: "All content",
  find: "Find",
  replace: "Replace with",
  replaceHint: "Leave empty to delete the words.",
  isExact: "Match case",
  isWhole: "Whole words only",
  search: "Find",
  none: { title: "No matches", text: "Nothing on the site contains these words." },
  /** shown instead of `none` after a replacement */
  noneLeft: { title: "All replaced", text: "These words no longer appear on the site." },
  noneYet: {
    title: "No matches in the first 5,000 items",
    text: "There are too many to search at once. Add more words.",
  },
  found: (hits: number, places: number) =>
    `${counted(hits, "match", "matches")} in ${counted(places, "place", "places")}. Uncheck any you don't want to replace.`,
  more: (places: number) => `Showing the first ${places}. Replace these or add more words to see the rest.`,
  all: "All",
  edit: "Edit",
  hit: (match: string, name: string) => `“${match}” in ${name}`,
  replaceCount: (hits: number) => `Replace ${counted(hits, "match", "matches")}`,
  noneSelected: "Nothing is selected.",
  done: "Replaced",
  doneText: (hits: number, places: number) =>
    `${counted(hits, "match", "matches")} in ${counted(places, "place", "places")}.`,
  failed: "Failed to replace",
  fetchFailed: "Failed to search the site",
  /** the toast after saving new wording, if the old wording also appears elsewhere */
  elsewhere: (words: string, places: number, isMore: boolean) =>
    `“${words}” also appears in ${isMore ? "more than " : ""}${counted(places, "other place", "other places")}.`,
  showElsewhere: "Review",
} as const;
