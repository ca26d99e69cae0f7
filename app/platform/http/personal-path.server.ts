// Finds personal data in paths: tokens, and email addresses that some programs add.
import { decoded } from "../text/decoded.ts";

/** Paths with a token, by first segment. The values are the segments that aren't tokens. */
const WITH_TOKEN: Record<string, string[]> = {
  newsletter: ["", "newsletter", "confirm", "unsubscribe"],
  audit: ["", "audit"],
  preview: ["", "preview"],
};
/** An at sign, encoded any number of times. */
const AT = /@|%(25)*40/i;

/** Returns a path for the log, with `***` for each personal part. */
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

/** Returns whether a path must be kept from third-party scripts, linked sites and logs. */
export const isPersonalPath = (pathname: string): boolean => maskPath(pathname) !== pathname;

/** The panel's only path with a token (panel/sign-in/invitation.tsx). */
const isInvitation = (parts: string[], at: number) =>
  parts[at] !== "" && plain(parts[at - 1]) === "invitation";

const plain = (part = "") => decoded(part).toLowerCase();
