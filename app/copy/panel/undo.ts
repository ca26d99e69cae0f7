// Undo and Redo, with the same texts for everything that is saved, deleted or published.
import { counted } from "../counted.ts";

const NAMED_MAX = 3;

export const undo = {
  undo: "Undo",
  redo: "Redo",
  undone: "Undone",
  redone: "Redone",
  notUndone: "Nothing was undone",
  notRedone: "Nothing was redone",
  /** what has been reverted */
  what: (names: readonly string[]) =>
    names.length > NAMED_MAX
      ? `${counted(names.length, "item")}.`
      : names.map((name) => `“${name}”`).join(", "),
} as const;
