import { z } from "zod";
import { ROLES } from "./rights.ts";

const NAME_CHARS = 80;

const name = z
  .string({ error: "Enter a name." })
  .trim()
  .min(1, "Enter a name.")
  .max(NAME_CHARS, `Use ${NAME_CHARS} characters or fewer.`);

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
