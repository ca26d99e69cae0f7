// Finds the personal parts of a path: the token of an email, a report or a preview, and the email addresses that some
// programs put into paths.
import { decoded } from "../text/decoded.ts";

/** Paths with a token, by their first segment, and their other segments. */
const WITH_TOKEN: Record<string, string[]> = {
  newsletter: ["", "newsletter", "confirm", "unsubscribe"],
  audit: ["", "audit"],
  preview: ["", "preview"],
};
/** An at sign, no matter how many times it was encoded. */
const AT = /@|%(25)*40/i;

/** Returns a path as it may be logged, with `***` for every personal part. */
export function maskPath(pathname: string): string {
  const parts = pathname.split("/");
  const first = plain(parts.find(Boolean));
  const known = Object.hasOwn(WITH_TOKEN, first) ? WITH_TOKEN[first] : undefined;
  return parts
    .map((part, at) =>
      (known && !known.includes(plain(part))) || AT.test(part) || isInvitation(parts, at) ? "***" : part,
    )
    .join("/");
}

/** Returns whether a path contains something that third-party scripts, linked sites and the log must not get. */
export const isPersonalPath = (pathname: string): boolean => maskPath(pathname) !== pathname;

/** The panel's only path with a token (panel/sign-in/invitation.tsx). */
const isInvitation = (parts: string[], at: number) =>
  parts[at] !== "" && plain(parts[at - 1]) === "invitation";

const plain = (part = "") => decoded(part).toLowerCase();
