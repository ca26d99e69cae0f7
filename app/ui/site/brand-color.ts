// The owner's colors in drawings that are part of a page: the page sets the properties where they are not the built-in
// ones (features/brand/palette.ts).

/** The main color: links, buttons, the line of a chart. */
export const ACCENT = "var(--color-blue-600,#2442e8)";
/** The marker: the band of the first places. */
export const MARKER = "var(--color-zone-400,#e2f54b)";
