// Codes from authenticator apps (TOTP, RFC 6238): six digits that change every 30 seconds.
import { and, isNotNull, isNull, lt } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { findEncryptionKey, makeEncryptionKey } from "../../platform/secret-file.server.ts";
import { decrypt, encrypt } from "../../platform/text/encrypt.server.ts";
import { isOf, type Person } from "../staff/table.server.ts";
import { totp_secrets } from "./factors.table.server.ts";

const SECRET_BYTES = 20;
/** Also accepts the previous and next code, because clocks differ and typing takes time. */
const STEPS_APART = 1;
/**
 * Codes up to 10 minutes old get a message about the clock. Future codes don't, because the message would
 * confirm a guess that becomes valid later.
 */
const STEPS_EXPLAINED = 20;

/** Binds an encrypted secret to its person, so write access to the table isn't enough to swap apps. */
const contextOf = (person: Person) => `totp ${person ?? "owner"}`;

/** Imported on demand, because most processes never check a code. */
async function totpOf(secret: string) {
  const { Secret, TOTP } = await import("otpauth");
  return new TOTP({ secret: Secret.fromBase32(secret) });
}

/** Creates a secret for a new app, replacing an unconfirmed one. Does nothing if an app is already set up. */
export async function startTotp(db: Database, { dataDir }: Pick<Config, "dataDir">, person: Person) {
  const { Secret } = await import("otpauth");
  const secret = encrypt(
    makeEncryptionKey(dataDir),
    new Secret({ size: SECRET_BYTES }).base32,
    contextOf(person),
  );
  await db
    .insert(totp_secrets)
    .values({ person_id: person, secret })
    .onConflictDoUpdate({
      target: totp_secrets.person_id,
      set: { secret },
      setWhere: isNull(totp_secrets.confirmed_at),
    });
}

type Found = { secret: string | null };

async function find(
  db: Database,
  { dataDir }: Pick<Config, "dataDir">,
  person: Person,
  isConfirmed: boolean,
): Promise<Found | null> {
  const { secret, person_id, confirmed_at } = totp_secrets;
  const [row] = await db
    .select({ secret })
    .from(totp_secrets)
    .where(and(isOf(person_id, person), isConfirmed ? isNotNull(confirmed_at) : isNull(confirmed_at)));
  if (!row) return null;
  const key = findEncryptionKey(dataDir);
  return { secret: key && decrypt(key, row.secret, contextOf(person)) };
}

/**
 * Returns the unconfirmed secret as text and as a QR code; null if no setup is in progress or the
 * secret can't be decrypted.
 * @param label.issuer the site's name, shown in the app
 */
export async function findTotpSetup(
  db: Database,
  config: Pick<Config, "dataDir">,
  person: Person,
  { issuer, account }: { issuer: string; account: string },
) {
  const found = await find(db, config, person, false);
  if (!found?.secret) return null;
  const [{ Secret, TOTP }, { encode }] = await Promise.all([import("otpauth"), import("uqr")]);
  const uri = new TOTP({ issuer, label: account, secret: Secret.fromBase32(found.secret) }).toString();
  const { data, size } = encode(uri, { border: 4 });
  // One rectangle per run of dark squares.
  const path = data
    .flatMap((row, y) =>
      Array.from(
        row
          .map((isDark) => (isDark ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join("");
  return { secret: found.secret.replace(/.{4}(?=.)/g, "$& "), qr: { path, size } };
}

/**
 * `used`: the code was used before; `clock`: it was valid a few minutes ago; `unreadable`: the secret can't be
 * decrypted; `none`: there's no secret.
 */
export type WrongTotp = "wrong" | "used" | "clock" | "unreadable" | "none";

/**
 * Checks a code and uses it up.
 * @param isConfirmed false to confirm a setup in progress
 */
export async function spendTotp(
  db: Database,
  config: Pick<Config, "dataDir">,
  person: Person,
  token: string,
  isConfirmed = true,
): Promise<"right" | WrongTotp> {
  const found = await find(db, config, person, isConfirmed);
  if (!found) return "none";
  if (found.secret === null) return "unreadable";
  const totp = await totpOf(found.secret);
  const delta = totp.validate({ token, window: STEPS_APART });
  if (delta === null) return (totp.validate({ token, window: STEPS_EXPLAINED }) ?? 1) < 0 ? "clock" : "wrong";
  const last_step = totp.counter() + delta;
  const { rowCount } = await db
    .update(totp_secrets)
    .set({ last_step, ...(!isConfirmed && { confirmed_at: new Date() }) })
    .where(
      and(
        isOf(totp_secrets.person_id, person),
        isConfirmed ? isNotNull(totp_secrets.confirmed_at) : isNull(totp_secrets.confirmed_at),
        lt(totp_secrets.last_step, last_step),
      ),
    );
  return rowCount ? "right" : "used";
}
