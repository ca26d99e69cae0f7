/** bootstrap.mjs passes on when it began if it runs the site in another process. */
const SINCE = /^--since=(\d+)$/;
/** A start that's done sooner needs no times. */
const SHOWN_AFTER_S = 5;

const since = process.argv.map((argument) => SINCE.exec(argument)?.[1]).find(Boolean);
const startedAt = since ? Number(since) : performance.timeOrigin;

/** Returns the time since the start began, such as " (12 s)", or nothing after a few seconds. */
export function timeSoFar(): string {
  const seconds = Math.round((performance.timeOrigin + performance.now() - startedAt) / 1000);
  return seconds < SHOWN_AFTER_S ? "" : ` (${seconds} s)`;
}

/**
 * Prints a line for the person who starts the site.
 * @param next what follows, if it's worth announcing
 */
export function showProgress(text: string, next?: string) {
  process.stderr.write(`${text}${timeSoFar()}${next ? `. Next: ${next}` : ""}\n`);
}
