import { z } from "zod";
import { factorCard } from "../../copy/panel/factor.ts";
import { parseJson } from "../../platform/text/parse-json.ts";

/** Matches a code without the space that many apps show in the middle. */
const TOTP = /^\d{6}$/;
/** Crockford's Base32, without easily confused letters. 16 characters are 80 bits. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY = new RegExp(`^[${ALPHABET}]{16}$`);

export type TypedCode = { kind: "totp" | "recovery"; code: string };

const compact = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, "");

/** Parses an app or recovery code, ignoring spaces, hyphens and case; null if it can't be either. */
export function readCode(typed: string): TypedCode | null {
  const code = compact(typed);
  if (TOTP.test(code)) return { kind: "totp", code };
  const plain = code.replaceAll("o", "0").replace(/[il]/g, "1");
  return RECOVERY.test(plain) ? { kind: "recovery", code: plain } : null;
}

/** Returns whether the input is six digits, like a code from the app. */
export const isAppCode = (typed: string): boolean => TOTP.test(compact(typed));

const { errors } = factorCard;

/** The code proves that the app has the secret. */
export const confirmation = z.object({
  code: z.string({ error: errors.code }).transform(compact).pipe(z.string().regex(TOTP, errors.code)),
});

const NAME_CHARS = 60;
const passkeyName = z.string().trim().min(1, errors.name).max(NAME_CHARS, errors.longName(NAME_CHARS));

/** Base64url. */
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

export const newPasskey = z.object({ name: passkeyName, response: registration });
/** Checks the name before the browser creates the passkey. */
export const namedPasskey = z.object({ name: passkeyName });
