// What the page editor in the browser knows about a text of the page, and what it posts and gets back.
import type { MarkedText } from "../../platform/database/marks.server.ts";

/**
 * A text of the page.
 * @property isInline a single line without placeholders, edited in place
 * @property note where else it appears
 * @property form the panel's form for everything else
 */
export type PageText = MarkedText & { label: string; isInline: boolean; note?: string; form: string };

export const isInList = ({ path }: PageText) => path.some((part) => typeof part === "number");

/** The `id` of the data block with the page's `PageText`s. */
export const PAGE_TEXTS = "page-texts";

/**
 * The reply to a saved edit. `now` is the value that someone else saved in the meantime; `list` is the whole field
 * around a change to one of its items.
 */
export type EditReply =
  | {
      state: "saved" | "same";
      pending: number;
      set: string | null;
      operation?: string;
      elsewhere?: Elsewhere;
      list?: { before: string; after: string };
    }
  | { state: "conflict"; now: string }
  | { state: "refused"; reason: string };
type Elsewhere = { text: string; link?: { label: string; to: string } };
