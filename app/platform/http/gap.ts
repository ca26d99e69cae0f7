// Pages that differ only in what a visitor typed: rendered once with a mark in its place, so that URLs made up by
// visitors don't cost a rendering each.

/** Requested in place of what visitors type; no text on a site contains it. */
export const GAP_MARK = "gapof7f3a91c2d4";

/** A page that is the same as another except for some words. */
export type Gap = {
  /** the path of the page with the mark in it */
  template: string;
  /** what the mark became on that page, as text; empty if the page doesn't show it */
  mark: string;
  /** the text that replaces it */
  text: string;
};
