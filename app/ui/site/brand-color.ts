// The owner's colors in inline drawings; the page sets the properties if they differ from the built-in ones
// (features/brand/palette.ts).

/** The main color: links, buttons, chart lines. */
export const ACCENT = "var(--color-blue-600,#2442e8)";
/** The marker: the band of top positions. */
export const MARKER = "var(--color-zone-400,#e2f54b)";
