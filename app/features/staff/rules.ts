import { z } from "zod";
import { OWNER_NAME } from "../../copy/panel/people.ts";
import { ROLES } from "./rights.ts";

const NAME_CHARS = 80;

/** Control characters, and characters that change the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const INVISIBLE = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Letters of other scripts that look like those of `OWNER_NAME`. */
const LOOKALIKES: Record<string, string> = {
  ...{ о: "o", ο: "o", օ: "o", ѡ: "w", ԝ: "w", ω: "w", п: "n", ո: "n", е: "e", г: "r", ᴦ: "r" },
};
/** Returns how a name looks at a glance. */
const looksOf = (name: string) =>
  name
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .replace(/./gu, (letter) => LOOKALIKES[letter] ?? letter);

const name = z
  .string({ error: "Enter a name." })
  .trim()
  .refine((name) => name.replace(INVISIBLE, "") !== "", "Enter a name.")
  .max(NAME_CHARS, `Use ${NAME_CHARS} characters or fewer.`)
  // History and activity would name the person as if they were the owner with the site's password.
  .refine((name) => !UNPRINTABLE.test(name), "Remove the invisible characters from the name.")
  .refine(
    (name) => looksOf(name) !== OWNER_NAME.toLowerCase(),
    `“${OWNER_NAME}” stands for the login with the site's password. Use another name.`,
  );

export const invitation = z.object({
  name,
  email: z
    .string({ error: "Enter an email address." })
    .trim()
    .max(254, "Enter a shorter email address.")
    .pipe(z.email("Enter an email address like name@example.com.")),
  role: z.enum(ROLES),
});

export const ownName = z.object({ name });

export const peopleWrite = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("person-role"), person: z.uuid(), role: z.enum(ROLES) }),
  z.object({ intent: z.enum(["person-disable", "person-enable", "person-reset-factor"]), person: z.uuid() }),
  z.object({ intent: z.literal("revoke-invitation"), email: z.string() }),
]);
