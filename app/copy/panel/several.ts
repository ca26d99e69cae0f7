// What a list says of several records at once and of copies.
import { counted } from "../counted.ts";

type Noun = { one: string; many: string };

export const several = (noun: Noun) => ({
  duplicate: { done: `Copied the ${noun.one}`, failed: `Failed to copy the ${noun.one}` },
  duplicatedText: "The copy is a draft.",
  open: "Open the copy",
  gone: "It is gone meanwhile.",
  publish: { done: "Published", failed: "Failed to publish" },
  unpublish: { done: "Taken back to drafts", failed: "Failed to take back to drafts" },
  remove: { done: "Deleted", failed: "Failed to delete" },
  restore: { done: "Restored", failed: "Failed to restore" },
  count: (count: number) => `${counted(count, noun.one, noun.many)}.`,
});

/** The line over a list in which rows can be ticked. */
export const choosing = {
  all: "Choose all",
  chosen: (count: number) => `${count.toLocaleString("en-US")} chosen`,
  choose: (name: string) => `Choose ${name}`,
  publish: "Publish",
  unpublish: "Take back to drafts",
  remove: "Delete",
  question: (count: number, noun: Noun) => `Delete ${counted(count, noun.one, noun.many)}?`,
  duplicate: "Duplicate",
};
