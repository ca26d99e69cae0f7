import { z } from "zod";
import { email } from "../public-forms/email.ts";

/** CONTRACT sets the field names ("Names in forms"). */
export const subscriptionRules = z.object({ email });
