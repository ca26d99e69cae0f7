// Invitation links let people choose their own name and password (decision 0008).
import { createHash, randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { secretToken } from "../mail/secret-link.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import type { Role } from "../staff/rights.ts";
import { invitations, people } from "../staff/table.server.ts";
import { composeInvitation } from "./invitation-mail.ts";

export const INVITATION_DAYS = 7;
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const isOpen = and(isNull(invitations.used_at), gt(invitations.expires_at, sql`now()`));
const isFor = (column: PgColumn, email: string | SQL) => sql`lower(${column}) = lower(${email})`;

export type Invited = { email: string; name: string; role: Role };

/**
 * Creates or renews an invitation and queues its email. An earlier link stops working.
 * @param invitee.by name of the person who invites; null for the sign-in with the site's password
 * @returns the link, which can't be shown again because only its hash is stored, and the role that the person has
 *   or will have
 * @throws Refused if the person's account is disabled; an error if the key in DATA_DIR can't be read or created
 */
export function invite(
  db: Database,
  config: Pick<Config, "siteUrl" | "dataDir"> & { siteTitle: string },
  { email, name, by, ...invited }: Invited & { by: string | null },
): Promise<{ link: string; role: Role }> {
  const id = randomUUID();
  const { token, place } = secretToken(config, id);
  const { siteUrl, siteTitle } = config;
  const linkWith = (token: string) => `${siteUrl}/admin-control-panel-seoprozone/invitation/${token}`;
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ role: people.role, disabled_at: people.disabled_at })
      .from(people)
      .where(sql`lower(${people.email}) = lower(${email})`);
    if (known?.disabled_at)
      throw new Refused({ email: "This person is disabled. Enable them instead of inviting them again." });
    const role = known?.role ?? invited.role;
    await revokeInvitation(tx, email);
    await tx.insert(invitations).values({
      ...{ token_hash: hashOf(token), email, name, role },
      expires_at: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
    });
    const link = linkWith(place);
    await tx.insert(outgoing_mails).values({
      ...{ id, kind: "invitation", recipient: email, message_id: `<${id}@${new URL(siteUrl).hostname}>` },
      ...composeInvitation({
        ...{ siteTitle, name, by, role, link },
        ...{ days: INVITATION_DAYS, isKnown: known !== undefined },
      }),
    });
    return { link: linkWith(token), role };
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

/** Deletes an email address's invitation, so the link stops working. */
export const revokeInvitation = (db: Database, email: string | SQL) =>
  db.transaction(async (tx) => {
    await tx.delete(invitations).where(and(isNull(invitations.used_at), isFor(invitations.email, email)));
    await deleteUnsent(tx, email);
  });

/** Deletes the link with which a person could choose a new password. */
export const revokeInvitationOf = (db: Database, person: string) =>
  revokeInvitation(db, sql`(select ${people.email} from ${people} where ${people.id} = ${person})`);

/** Deletes unsent emails whose link doesn't work anymore, except one that's being sent right now. */
async function deleteUnsent(tx: Database, email: string | SQL) {
  const { id, kind, status, recipient } = outgoing_mails;
  const unsent = tx
    .select({ id })
    .from(outgoing_mails)
    .where(and(eq(kind, "invitation"), eq(status, "waiting"), isFor(recipient, email)))
    .for("update", { skipLocked: true });
  await tx.delete(outgoing_mails).where(inArray(id, unsent));
}

/** Returns null if the link was used, replaced or revoked, or has expired. */
export async function findInvitation(db: Database, token: string): Promise<Invited | null> {
  const { email, name, role } = invitations;
  const [found] = await db
    .select({ email, name, role })
    .from(invitations)
    .where(and(isOpen, eq(invitations.token_hash, hashOf(token))));
  return found ?? null;
}

/**
 * Adds the person, or changes an existing person's name and password. The link works once.
 * @param hash hashes the password. Called only by the request that uses up the link, because hashing is slow and
 *   sign-ins wait for it
 * @returns null if the link no longer works, another request is using it, or the person's account is disabled
 */
export function acceptInvitation(
  db: Database,
  token: string,
  { name, hash }: { name: string; hash: () => Promise<string> },
) {
  return db.transaction(async (tx) => {
    const isThis = and(isOpen, eq(invitations.token_hash, hashOf(token)));
    const [used] = await tx
      .select({ email: invitations.email, role: invitations.role })
      .from(invitations)
      .where(isThis)
      .for("update", { skipLocked: true });
    if (!used) return null;
    const password_hash = await hash();
    await tx.update(invitations).set({ used_at: sql`now()` }).where(isThis);
    await deleteUnsent(tx, used.email);
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
    // Adding fails if the person's account was disabled in the meantime.
    return added ? { ...added, isKnown: false } : null;
  });
}
