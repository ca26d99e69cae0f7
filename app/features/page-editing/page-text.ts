import type { MarkedText } from "../../platform/database/marks.server.ts";
import { indexInHtml } from "../../platform/text/edit-mark.ts";

/**
 * A text on the page.
 * @property isInline whether it's a single line, which is edited in place
 * @property isShared whether it's part of every page or of every form
 * @property note where else the text appears
 * @property form URL of the panel's form
 */
export type PageText = MarkedText & {
  label: string;
  isInline: boolean;
  isShared: boolean;
  note?: string;
  form: string;
};

/** Returns whether a text is part of a formatted one. */
export const isInHtml = ({ path }: Pick<MarkedText, "path">): boolean => {
  const last = path.at(-1);
  return typeof last === "string" && indexInHtml(last) !== null;
};

/** The data block with the `PageText`s has this `id`. */
export const PAGE_TEXTS = "page-texts";

/** A draft that can be published. `fields` names those that it changes. */
export type WaitingDraft = { draft: string; kind: string; id: string; fields: string[]; edits: number };

/** Returns whether everything that a draft changes is among a page's texts. */
export const isWhollyOn = (texts: readonly PageText[], { kind, id, fields }: WaitingDraft): boolean =>
  fields.every((field) => texts.some((text) => text.kind === kind && text.id === id && text.field === field));

/** `drafts`: names joined by dots. `now` is someone else's newer value. `list` is the whole field before and after a change to an item. */
export type EditReply =
  | {
      state: "saved" | "same";
      pending: number;
      drafts: string;
      waiting: WaitingDraft[];
      operation?: string;
      elsewhere?: Elsewhere;
      list?: { before: string; after: string };
    }
  | { state: "conflict"; now: string }
  | { state: "refused"; reason: string };
type Elsewhere = { text: string; link?: { label: string; to: string } };
