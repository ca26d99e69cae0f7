// The shapes of codes, as people type them, and the rules of the forms about them.
import { z } from "zod";
import { factorCard } from "../../copy/panel/factor.ts";

/** Six digits of an authenticator app; many show them in two groups. */
const TOTP = /^\d{6}$/;
/** Crockford's base 32, without letters that are easily confused: 16 of these are 80 bits. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY = new RegExp(`^[${ALPHABET}]{16}$`);

export type TypedCode = { kind: "totp" | "recovery"; code: string };

const compact = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, "");

/** Reads a code however it's spaced and spelled. Returns null if it can't be either kind. */
export function readCode(typed: string): TypedCode | null {
  const code = compact(typed);
  if (TOTP.test(code)) return { kind: "totp", code };
  const plain = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return RECOVERY.test(plain) ? { kind: "recovery", code: plain } : null;
}

/** Returns whether something typed is a code of the app: no password is that short. */
export const isAppCode = (typed: string): boolean => TOTP.test(compact(typed));

const { errors } = factorCard;
const password = z.string({ error: errors.password }).min(1, errors.password);

/** Turns the factor on: the app has the secret, and whoever sits here knows the password. */
export const confirmation = z.object({
  code: z.string({ error: errors.code }).transform(compact).pipe(z.string().regex(TOTP, errors.code)),
  password,
});

/** The password or a current code, for changes to a factor that's on. */
export const proof = z.object({ proof: z.string({ error: errors.proof }).min(1, errors.proof) });
