/** The id of the <noscript> with the preload of the brand's font. No slug can be the same. */
export const EARLY_FONT = "_font";

/**
 * An inline script that replaces that <noscript> with its content unless a round trip takes 125 ms or more. Chromium
 * holds the first paint back for a font that the head preloads; on a slow connection the font comes too late anyway,
 * and visitors would only wait. Browsers that know no round-trip time preload the font. Every policy allows the script
 * by its hash. It has no characters that HTML would escape, and uses the id as a global variable.
 * @see https://wicg.github.io/netinfo/#rtt-attribute
 */
export const PRELOAD_IN_TIME = `(navigator.connection||${EARLY_FONT}).rtt/125|0||(${EARLY_FONT}.outerHTML=${EARLY_FONT}.innerHTML)`;
