/** Average reading speed on a screen. */
const WORDS_A_MINUTE = 220;

/** Returns the reading time in whole minutes, at least 1. */
export const readingMinutes = (words: number | null): number =>
  Math.max(1, Math.round((words ?? 0) / WORDS_A_MINUTE));
