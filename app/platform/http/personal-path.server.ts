// The personal parts of a path: the token of a mail, a report or a preview, and the email address that some programs write into theirs.
import { decoded } from "../text/decoded.ts";

/** Addresses that hold a token, by their first part, and what they have besides it. */
const WITH_TOKEN: Record<string, string[]> = {
  newsletter: ["", "newsletter", "confirm", "unsubscribe"],
  audit: ["", "audit"],
  preview: ["", "preview"],
};
/** However often it was encoded. */
const AT = /@|%(25)*40/i;

/** A path as a log may hold it: `***` stands for every part that is personal. */
export function maskPath(pathname: string): string {
  const parts = pathname.split("/");
  const first = plain(parts.find(Boolean));
  const known = Object.hasOwn(WITH_TOKEN, first) ? WITH_TOKEN[first] : undefined;
  return parts
    .map((part) => ((known && !known.includes(plain(part))) || AT.test(part) ? "***" : part))
    .join("/");
}

/** Whether an address holds something that its scripts, its links and the log must not get. */
export const isPersonalPath = (pathname: string): boolean => maskPath(pathname) !== pathname;

const plain = (part = "") => decoded(part).toLowerCase();
