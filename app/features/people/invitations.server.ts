// Invitations: links with which people choose their own name and password (decision 0008).
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { composeInvitation } from "./invitation-mail.ts";
import type { Role } from "./rights.ts";
import { invitations, people } from "./table.server.ts";

export const INVITATION_DAYS = 7;
/** 256 bits can't be guessed. */
const TOKEN_BYTES = 32;

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const isOpen = and(isNull(invitations.used_at), gt(invitations.expires_at, sql`now()`));
const isFor = (email: string) => sql`lower(${invitations.email}) = lower(${email})`;

/** Who gets an invitation. */
export type Invited = { email: string; name: string; role: Role };

/**
 * Creates an invitation, or renews it with another link: an earlier one for the same email address stops working.
 * Adds its email to the outbox. An existing person gets a new password with it and keeps their role.
 * @returns the link, which can't be shown again, because only its hash is stored
 * @throws Refused if the person is disabled
 */
export function invite(
  db: Database,
  { siteUrl }: Pick<Config, "siteUrl">,
  { email, name, role }: Invited,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const link = `${siteUrl}/admin-control-panel-seoprozone/invitation/${token}`;
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ role: people.role, disabled_at: people.disabled_at })
      .from(people)
      .where(sql`lower(${people.email}) = lower(${email})`);
    if (known?.disabled_at)
      throw new Refused({ email: "This person is disabled. Enable them instead of inviting them again." });
    await tx.delete(invitations).where(and(isNull(invitations.used_at), isFor(email)));
    await tx.insert(invitations).values({
      ...{ token_hash: hashOf(token), email, name, role: known?.role ?? role },
      expires_at: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
    });
    const { site_title: siteTitle } = await readSettings(tx);
    const id = randomUUID();
    await tx.insert(outgoing_mails).values({
      ...{ id, kind: "invitation", recipient: email, message_id: `<${id}@${new URL(siteUrl).hostname}>` },
      ...composeInvitation({ siteTitle, name, link, days: INVITATION_DAYS, isKnown: known !== undefined }),
    });
    return link;
  });
}

/** Returns the invitations that can still be used. */
export const listInvitations = (db: Database) =>
  db
    .select({
      email: invitations.email,
      name: invitations.name,
      role: invitations.role,
      expires_at: invitations.expires_at,
    })
    .from(invitations)
    .where(isOpen)
    .orderBy(asc(invitations.name), asc(invitations.email));

/** Deletes the invitation of an email address, so that its link stops working. */
export const revokeInvitation = (db: Database, email: string) =>
  db.delete(invitations).where(and(isNull(invitations.used_at), isFor(email)));

/** Finds the invitation of a link; null if it was used, replaced or revoked, or has expired. */
export async function findInvitation(db: Database, token: string): Promise<Invited | null> {
  const { email, name, role } = invitations;
  const [found] = await db
    .select({ email, name, role })
    .from(invitations)
    .where(and(isOpen, eq(invitations.token_hash, hashOf(token))));
  return found ?? null;
}

/**
 * Uses an invitation up, once: adds the person, or gives a known one the new password.
 * @param password_hash from `hashPassword`
 * @returns the person, and whether they were known; null if the link no longer works
 */
export function acceptInvitation(
  db: Database,
  token: string,
  { name, password_hash }: { name: string; password_hash: string },
) {
  return db.transaction(async (tx) => {
    const [used] = await tx
      .update(invitations)
      .set({ used_at: sql`now()` })
      .where(and(isOpen, eq(invitations.token_hash, hashOf(token))))
      .returning({ email: invitations.email, role: invitations.role });
    if (!used) return null;
    const [renewed] = await tx
      .update(people)
      .set({ name, password_hash })
      .where(and(sql`lower(${people.email}) = lower(${used.email})`, isNull(people.disabled_at)))
      .returning();
    if (renewed) return { ...renewed, isKnown: true };
    const [added] = await tx
      .insert(people)
      .values({ ...used, name, password_hash })
      .onConflictDoNothing()
      .returning();
    // Disabled since the link was sent.
    return added ? { ...added, isKnown: false } : null;
  });
}
