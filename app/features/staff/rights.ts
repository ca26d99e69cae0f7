// Rights that aren't listed are denied.
import { OWNER_NAME } from "../../copy/panel/people.ts";
import { isPrivateKind } from "../../copy/panel/record-kinds.ts";

/** The sign-in with the site's password (SPEC 6) has the owner role. */
export const ROLES = ["owner", "editor", "enquiries"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Someone who is signed in.
 * @property person id in `people`; null for the sign-in with the site's password, which has no email address
 */
export type SignedIn = { person: string | null; name: string; email: string; role: Role };

/** The owner who used the sign-in with the site's password. */
export const OWNER: SignedIn = { person: null, name: OWNER_NAME, email: "", role: "owner" };

const RIGHTS = {
  /** the person's own account, search, and the "not found" page */
  panel: ["owner", "editor", "enquiries"],
  /** pages, text, records, redirects and the media library */
  content: ["owner", "editor"],
  /** enquiries, their senders, and subscribers */
  enquiries: ["owner", "enquiries"],
  everything: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

/** Returns whether a role has a right. Always false if either is missing. */
export const hasRight = (role: Role | null, right: Right | undefined): boolean =>
  role !== null && right !== undefined && (RIGHTS[right] as readonly Role[]).includes(role);

/** Returns the right that a kind of record or form needs. */
export function rightOfKind(kind: string): Right {
  if (kind === "settings" || kind === "imports") return "everything";
  return isPrivateKind(kind) ? "enquiries" : "content";
}
