/** Prints what is being done, for the person waiting for the site to start. */
export function showProgress(text: string) {
  process.stderr.write(`${text}\n`);
}
