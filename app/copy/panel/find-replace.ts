// What find and replace says.
import { counted } from "../counted.ts";

export const findReplace = {
  title: "Find and replace",
  about:
    "In all texts, search settings, posts, case studies, industries and the general settings, drafts too; never in addresses or in the code of a text.",
  back: "All content",
  find: "Find",
  replace: "Replace with",
  replaceHint: "Nothing typed: the words are taken out.",
  isExact: "Match capital letters",
  isWhole: "Whole words only",
  search: "Find",
  none: { title: "No matches", text: "Nothing on the site contains these words." },
  noneYet: {
    title: "No matches in the first 5,000 records",
    text: "There are too many to search at once. Search for more words.",
  },
  found: (hits: number, places: number) =>
    `${counted(hits, "time", "times")} in ${counted(places, "place", "places")}. Untick what is to stay.`,
  more: (places: number) =>
    `These are the first ${places}. The others come once these are replaced, or when you search for more words.`,
  all: "All",
  edit: "Edit",
  hit: (match: string, name: string) => `“${match}” in ${name}`,
  press: (hits: number) => `Replace ${counted(hits, "time", "times")}`,
  none_chosen: "Nothing is ticked.",
  done: "Replaced",
  doneText: (hits: number, places: number) =>
    `${counted(hits, "time", "times")} in ${counted(places, "place", "places")}.`,
  failed: "Failed to replace",
  fetchFailed: "Failed to search the site",
  /** the toast of a save that changed words which stand elsewhere too */
  elsewhere: (words: string, places: number, isMore: boolean) =>
    `“${words}” also stands in ${isMore ? "more than " : ""}${counted(places, "other place", "other places")}.`,
  showElsewhere: "Show them",
} as const;
