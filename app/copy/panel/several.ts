// Texts for duplicating records and for acting on several at once.
import { counted } from "../counted.ts";

type Noun = { one: string; many: string };

export const several = (noun: Noun) => ({
  duplicate: { done: `Duplicated the ${noun.one}`, failed: `Failed to duplicate the ${noun.one}` },
  duplicatedText: "The copy is a draft.",
  open: "Open the copy",
  gone: "It no longer exists.",
  publish: { done: "Published", failed: "Failed to publish" },
  unpublish: { done: "Unpublished", failed: "Failed to unpublish" },
  pin: { done: "Pinned", failed: "Failed to pin" },
  unpin: { done: "Unpinned", failed: "Failed to unpin" },
  remove: { done: "Deleted", failed: "Failed to delete" },
  restore: { done: "Restored", failed: "Failed to restore" },
  count: (count: number) => `${counted(count, noun.one, noun.many)}.`,
});

/** The toolbar of a list whose rows can be selected. */
export const choosing = {
  all: "Select all",
  chosen: (count: number) => `${count.toLocaleString("en-US")} selected`,
  choose: (name: string) => `Select ${name}`,
  publish: "Publish",
  unpublish: "Unpublish",
  remove: "Delete",
  question: (count: number, noun: Noun) => `Delete ${counted(count, noun.one, noun.many)}?`,
  duplicate: "Duplicate",
  pin: "Pin",
  unpin: "Unpin",
  /** a row's menu */
  actions: (name: string) => `Actions for ${name}`,
  more: "More",
  view: "View on site",
};
