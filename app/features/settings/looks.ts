// The site's look: type, corners, hero and cards, as one choice. `styles/looks.css` has the rules.

/** Each look's font, and its values for tokens of `styles/tokens.css`. */
const LOOKS = {
  marker: { font: "schibsted", tokens: {} },
  journal: {
    font: "newsreader",
    tokens: {
      "--radius-control": "2px",
      "--radius-card": "0",
      "--radius-panel": "0",
      "--shadow-hair": "0 -2px 0 #0a0f1e,0 0 0 1px var(--line)",
      "--shadow-float": "0 0 0 1px #0a0f1e",
      "--color-paper": "#faf9f6",
    },
  },
  soft: {
    font: "figtree",
    tokens: {
      "--font-sans": "Figtree,Figtree Fallback,sans-serif",
      "--radius-control": "14px",
      "--radius-card": "24px",
      "--radius-panel": "32px",
      "--shadow-hair": "0 8px 28px -12px rgb(10 15 30 / 0.12)",
      "--color-paper": "var(--color-blue-50)",
      "--color-paper-veil": "var(--color-blue-50)",
    },
  },
} as const satisfies Record<string, { font: string; tokens: Record<string, string> }>;

export type Look = keyof typeof LOOKS;
export const LOOK_NAMES = Object.keys(LOOKS) as [Look, ...Look[]];
export const BUILT_IN_LOOK: Look = "marker";

const lookOf = (name: string): Look => LOOK_NAMES.find((one) => one === name) ?? BUILT_IN_LOOK;

/** Returns the class of a page's root; undefined for the built-in look. */
export function lookClass(name: string): string | undefined {
  const look = lookOf(name);
  return look === BUILT_IN_LOOK ? undefined : `look-${look}`;
}

/** Returns the token values of a look, for the root's style. */
export const lookTokens = (name: string): Record<string, string> => LOOKS[lookOf(name)].tokens;

/** Returns the font that pages preload. */
export const lookFont = (name: string) => LOOKS[lookOf(name)].font;
