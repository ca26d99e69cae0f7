// Passkeys (WebAuthn). With user verification, a passkey covers both factors: the device, plus a fingerprint,
// face or PIN.
import { isIP } from "node:net";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import { OWNER, type SignedIn } from "../staff/rights.ts";
import { isOf, type Person, people } from "../staff/table.server.ts";
import type { Assertion, Registration } from "./factor-rules.ts";
import { passkeys } from "./factors.table.server.ts";

type Site = Pick<Config, "siteUrl">;

/** Imported on demand, because most processes never check a passkey. */
async function webauthn() {
  // Must come first, because the bundled library imports it too late.
  await import("reflect-metadata");
  const [server, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...server, decodeAttestationObject, isoBase64URL };
}

/**
 * Returns why passkeys don't work on this site; null if they do. Depends only on SITE_URL, never on a header.
 */
export function findPasskeyProblem({ siteUrl }: Site): "http" | "ip" | null {
  const { protocol, hostname } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ""))) return "ip";
  return protocol === "https:" || hostname === "localhost" ? null : "http";
}

const expectedOf = ({ siteUrl }: Site, expectedChallenge: string) => {
  const { origin, hostname } = new URL(siteUrl);
  return { expectedChallenge, expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
};

export const listPasskeys = (db: Database, person: Person) =>
  db.select().from(passkeys).where(isOf(passkeys.person_id, person)).orderBy(asc(passkeys.created_at));

export const hasPasskeys = async (db: Database): Promise<boolean> =>
  (await db.select({ id: passkeys.id }).from(passkeys).limit(1)).length > 0;

/** Returns the options that the browser needs to create a passkey. */
export async function registrationOptions(
  db: Database,
  { siteUrl, title }: Site & { title: string },
  { person, name, email }: SignedIn,
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: title,
    rpID: new URL(siteUrl).hostname,
    userName: email || name,
    userDisplayName: name,
    userID: new TextEncoder().encode(person ?? "owner"),
    excludeCredentials: await listPasskeys(db, person),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Stores a passkey from the browser.
 * @param given.challenge from `registrationOptions`
 * @returns whether the passkey is valid and new
 */
export async function addPasskey(
  db: Database,
  site: Site,
  person: Person,
  { response, challenge, name }: { response: Registration; challenge: string; name: string },
): Promise<boolean> {
  const { verifyRegistrationResponse, decodeAttestationObject, isoBase64URL } = await webauthn();
  try {
    // Attestation isn't requested. Checking formats other than "none" and "packed" could fetch a certificate's URL.
    const format = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject)).get(
      "fmt",
    );
    if (format !== "none" && format !== "packed") throw new Error(`unexpected attestation ${format}`);
    const found = await verifyRegistrationResponse({ response, ...expectedOf(site, challenge) });
    if (!found.verified) return false;
    const { credential, credentialBackedUp } = found.registrationInfo;
    const { rowCount } = await db
      .insert(passkeys)
      .values({
        ...{ id: credential.id, person_id: person, name, counter: credential.counter },
        public_key: isoBase64URL.fromBuffer(credential.publicKey),
        transports: credential.transports ?? [],
        is_backed_up: credentialBackedUp,
      })
      .onConflictDoNothing();
    return rowCount === 1;
  } catch (error) {
    return reject(error);
  }
}

/**
 * Returns the options that the browser needs to ask for a passkey.
 * @param person undefined allows anyone's passkey
 */
export async function assertionOptions(db: Database, { siteUrl }: Site, person?: Person) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: new URL(siteUrl).hostname,
    allowCredentials: person === undefined ? undefined : await listPasskeys(db, person),
    userVerification: "required",
  });
}

/**
 * Checks a passkey response.
 * @param challenge from `assertionOptions`
 * @returns the passkey's person; null if the response is invalid or the person's account is disabled
 */
export async function checkPasskey(
  db: Database,
  site: Site,
  response: Assertion,
  challenge: string,
): Promise<SignedIn | null> {
  const [found] = await db
    .select({
      passkey: passkeys,
      who: { person: people.id, name: people.name, email: people.email, role: people.role },
    })
    .from(passkeys)
    .leftJoin(people, eq(people.id, passkeys.person_id))
    .where(and(eq(passkeys.id, response.id), isNull(people.disabled_at)));
  if (!found) return null;
  const { passkey, who } = found;
  const { verifyAuthenticationResponse, isoBase64URL } = await webauthn();
  try {
    const checked = await verifyAuthenticationResponse({
      response,
      ...expectedOf(site, challenge),
      // 0 disables the library's counter check. Copies of a synced passkey may count separately, and WebAuthn treats
      // the counter as a mere signal.
      credential: { id: passkey.id, publicKey: isoBase64URL.toBuffer(passkey.public_key), counter: 0 },
    });
    if (!checked.verified) return null;
    const { newCounter: counter, credentialBackedUp } = checked.authenticationInfo;
    if (!credentialBackedUp && passkey.counter > 0 && counter <= passkey.counter)
      log.warn({ name: passkey.name, counter, before: passkey.counter }, "A passkey's counter didn't rise");
    const { rowCount } = await db
      .update(passkeys)
      .set({ counter, is_backed_up: credentialBackedUp, last_used_at: new Date() })
      .where(eq(passkeys.id, passkey.id));
    return rowCount ? (who ?? OWNER) : null;
  } catch (error) {
    reject(error);
    return null;
  }
}

/** Logs why a passkey was rejected. The library throws on any invalid input. */
function reject(error: unknown): false {
  log.info({ reason: String(error) }, "A passkey was rejected");
  return false;
}

/** Removes a passkey. Returns whether it existed. */
export async function deletePasskey(db: Database, person: Person, id: string): Promise<boolean> {
  const isThis = and(eq(passkeys.id, id), isOf(passkeys.person_id, person));
  return ((await db.delete(passkeys).where(isThis)).rowCount ?? 0) > 0;
}
