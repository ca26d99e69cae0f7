/** Average reading speed on a screen. */
const WORDS_A_MINUTE = 220;

/** Returns the time to read this many words in whole minutes, at least one. */
export const readingMinutes = (words: number | null): number =>
  Math.max(1, Math.round((words ?? 0) / WORDS_A_MINUTE));
