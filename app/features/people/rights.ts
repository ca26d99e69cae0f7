// Who may do what in the panel: one table, and anything not in it is denied.
import { OWNER_NAME } from "../../copy/panel/people.ts";

/** A person's role in the panel. The one-password sign-in (SPEC 6) is the owner's. */
export const ROLES = ["owner", "editor", "enquiries"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Someone who is signed in.
 * @property person the id of a row of `people`; null for the one-password sign-in, which is named "Owner" and has no
 *   email address
 */
export type SignedIn = { person: string | null; name: string; email: string; role: Role };

/** The one-password sign-in. */
export const OWNER: SignedIn = { person: null, name: OWNER_NAME, email: "", role: "owner" };

/** Each right and the roles that have it. A part of the panel names the right it needs. */
const RIGHTS = {
  /** the panel's own "not found" page and sealing a search */
  panel: ["owner", "editor", "enquiries"],
  /** pages, texts, records, redirects and the media library */
  content: ["owner", "editor"],
  /** what visitors sent: enquiries, people and subscribers */
  enquiries: ["owner", "enquiries"],
  /** parts that show or change everything */
  everything: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

/** Returns whether a role has a right. Without a role or a right, the answer is no. */
export const hasRight = (role: Role | null, right: Right | undefined): boolean =>
  role !== null && right !== undefined && (RIGHTS[right] as readonly Role[]).includes(role);

/** Returns the right that a kind of record or form needs. */
export const rightOfKind = (kind: string): Right =>
  kind === "settings" || kind === "imports" ? "everything" : "content";
