// Pages that differ only in visitors' input are rendered once, so made-up URLs stay cheap.

/** Placeholder that replaces the visitor's input in the URL that the server renders. No text on a site contains it. */
export const GAP_MARK = "gapof7f3a91c2d4";

export type Gap = {
  /** path of the page with the placeholder */
  template: string;
  /** the placeholder as it appears on that page; empty if it doesn't appear */
  mark: string;
  text: string;
};
