/** What people read of a text on a screen in a minute. */
const WORDS_A_MINUTE = 220;

/** Whole minutes to read so many words, at least one. */
export const readingMinutes = (words: number | null): number =>
  Math.max(1, Math.round((words ?? 0) / WORDS_A_MINUTE));
