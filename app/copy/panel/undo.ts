// Text for Undo and Redo.
import { counted } from "../counted.ts";

const NAMED_MAX = 3;

export const undo = {
  undo: "Undo",
  redo: "Redo",
  undone: "Undone",
  redone: "Redone",
  notUndone: "Nothing was undone",
  notRedone: "Nothing was redone",
  /** the names of what was reverted */
  what: (names: readonly string[]) =>
    names.length > NAMED_MAX
      ? `${counted(names.length, "item")}.`
      : names.map((name) => `“${name}”`).join(", "),
} as const;
