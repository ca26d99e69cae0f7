/** Says what is being done, for the person who waits for a start. */
export function showProgress(text: string) {
  process.stderr.write(`${text}\n`);
}
