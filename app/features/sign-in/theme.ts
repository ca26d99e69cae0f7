/** The panel's theme. */
export type Theme = "light" | "dark";

/** Matches while the system asks for dark pages. */
export const SYSTEM_DARK = "(prefers-color-scheme: dark)";

/**
 * An inline script that applies the system's theme before the first paint. The panel's policy allows it by
 * its hash. It has no characters that HTML would escape.
 */
export const APPLY_SYSTEM_THEME = `document.documentElement.dataset.theme=matchMedia(\`${SYSTEM_DARK}\`).matches?\`dark\`:\`light\``;
