// Validates codes, as people type them, and passkeys, as browsers send them.
import { z } from "zod";
import { factorCard } from "../../copy/panel/factor.ts";
import { parseJson } from "../../platform/text/parse-json.ts";

/** Six digits of an authenticator app; many show them in two groups. */
const TOTP = /^\d{6}$/;
/** Crockford's base 32, without letters that are easily confused: 16 of these are 80 bits. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY = new RegExp(`^[${ALPHABET}]{16}$`);

export type TypedCode = { kind: "totp" | "recovery"; code: string };

const compact = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, "");

/** Reads a code, regardless of its spacing and spelling. Returns null if it can't be either kind. */
export function readCode(typed: string): TypedCode | null {
  const code = compact(typed);
  if (TOTP.test(code)) return { kind: "totp", code };
  const plain = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return RECOVERY.test(plain) ? { kind: "recovery", code: plain } : null;
}

/** Returns whether something typed is a code of the app: no password is that short. */
export const isAppCode = (typed: string): boolean => TOTP.test(compact(typed));

const { errors } = factorCard;

/** Turns the app on. The code proves that the app has the secret. */
export const confirmation = z.object({
  code: z.string({ error: errors.code }).transform(compact).pipe(z.string().regex(TOTP, errors.code)),
});

const NAME_CHARS = 60;
const passkeyName = z.string().trim().min(1, errors.name).max(NAME_CHARS, errors.longName(NAME_CHARS));

/** Binary values of the browser's answers, as base64url. */
const binary = z.string().min(1).max(10_000);
const answer = <Shape extends z.ZodRawShape>(response: Shape) =>
  z
    .string()
    .transform(parseJson)
    .pipe(
      z.object({
        ...{ id: binary, rawId: binary, type: z.literal("public-key") },
        response: z.object({ clientDataJSON: binary, ...response }),
        // Ignored, because no extensions were requested.
        clientExtensionResults: z.any().transform(() => ({})),
      }),
    );

/** A browser's response after creating a passkey, and after using one. */
const registration = answer({
  attestationObject: binary,
  transports: z.array(z.string().max(20)).max(10).optional(),
});
export const assertion = answer({
  ...{ authenticatorData: binary, signature: binary },
  userHandle: binary.nullish().transform((handle) => handle ?? undefined),
});
export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;

/** A passkey to add. Its name is checked before the browser creates it. */
export const newPasskey = z.object({ name: passkeyName, response: registration });
export const namedPasskey = z.object({ name: passkeyName });
