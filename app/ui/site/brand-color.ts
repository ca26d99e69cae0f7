// The owner's colors for inline SVGs, with the built-in colors as defaults (features/drawn/palette.ts).

/** For links, buttons and chart lines. */
export const ACCENT = "var(--color-blue-600,#2442e8)";
/** The highlight color. Also fills the band for top positions in rank charts. */
export const MARKER = "var(--color-zone-400,#e2f54b)";
