import { maskPath } from "../../platform/http/personal-path.server.ts";

/** The most pages of a visit that are kept: the first and the last ones. */
const PAGES_MAX = 20;
const SENT_MAX = 200;
const PATH_CHARS = 500;

/**
 * Reads the pages of a visit.
 * @param sent paths, one a line. Anything else is ignored, because an enquiry must not be lost over it
 * @returns the paths without tokens and without repeats of the same page
 */
export function readTrail(sent: string): string[] {
  const paths = sent
    .split("\n", SENT_MAX)
    .map((line) => line.trim())
    .filter((line) => /^\/(?!\/)[\x21-\x7e]*$/.test(line) && line.length <= PATH_CHARS)
    .map(maskPath)
    .filter((path, at, all) => path !== all[at - 1]);
  return [...paths.slice(0, 1), ...paths.slice(1).slice(1 - PAGES_MAX)];
}
