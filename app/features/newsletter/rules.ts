import { z } from "zod";
import { email } from "../enquiries/rules.ts";

/** What the newsletter's form may send (CONTRACT "Names in forms"). */
export const subscriptionRules = z.object({ email });
