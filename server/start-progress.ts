/** Prints a line for the person who starts the site. */
export function showProgress(text: string) {
  process.stderr.write(`${text}\n`);
}
