// Pages that differ in nothing but what a visitor typed: rendered once with a mark in its place, so that addresses
// that visitors make up cost no rendering each.

/** What is asked for in place of what visitors type; no text of a site holds it. */
export const GAP_MARK = "gapof7f3a91c2d4";

/** A page that is another one but for some words. */
export type Gap = {
  /** the address of the page with the mark in it */
  template: string;
  /** what the mark has become on that page, as text; empty where the page does not show it */
  mark: string;
  /** what stands there instead, as text */
  text: string;
};
