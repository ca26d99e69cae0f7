import { z } from "zod";
import { email } from "../enquiries/rules.ts";

/** Rules for the newsletter form (CONTRACT "Names in forms"). */
export const subscriptionRules = z.object({ email });
