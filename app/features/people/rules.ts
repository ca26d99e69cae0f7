import { z } from "zod";
import { OWNER_NAME } from "../../copy/panel/people.ts";
import { ROLES } from "./rights.ts";

const NAME_CHARS = 80;

const name = z
  .string({ error: "Enter a name." })
  .trim()
  .min(1, "Enter a name.")
  .max(NAME_CHARS, `Use ${NAME_CHARS} characters or fewer.`)
  // History and activity would name the person as if they were the owner with the site's password.
  .refine(
    (name) => name.normalize("NFKC").toLowerCase() !== OWNER_NAME.toLowerCase(),
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
