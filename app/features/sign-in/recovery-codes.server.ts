// Ten one-time codes for when the other factors are unavailable.
import { createHash, randomInt } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { isOf, type Person } from "../staff/table.server.ts";
import { ALPHABET } from "./factor-rules.ts";
import { recovery_codes } from "./factors.table.server.ts";

const CODES = 10;
const CHARS = 16;

/** A plain hash is enough for 80 random bits. */
const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

const makeCode = () => Array.from({ length: CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * Replaces a person's codes.
 * @returns the new codes, written in groups of four characters, to show once
 */
export async function replaceRecoveryCodes(db: Database, person: Person): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  await db.transaction(async (tx) => {
    await tx.delete(recovery_codes).where(isOf(recovery_codes.person_id, person));
    await tx.insert(recovery_codes).values(codes.map((code) => ({ hash: hashOf(code), person_id: person })));
  });
  return codes.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

export const countRecoveryCodes = (db: Database, person: Person): Promise<number> =>
  db.$count(recovery_codes, and(isOf(recovery_codes.person_id, person), isNull(recovery_codes.used_at)));

/**
 * Checks a code and uses it up.
 * @param code from `readCode`
 */
export async function spendRecoveryCode(
  db: Database,
  person: Person,
  code: string,
): Promise<"right" | "wrong" | "used"> {
  const isThis = and(eq(recovery_codes.hash, hashOf(code)), isOf(recovery_codes.person_id, person));
  const { rowCount } = await db
    .update(recovery_codes)
    .set({ used_at: new Date() })
    .where(and(isThis, isNull(recovery_codes.used_at)));
  if (rowCount) return "right";
  return (await db.$count(recovery_codes, isThis)) ? "used" : "wrong";
}
