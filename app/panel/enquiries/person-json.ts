import { z } from "zod";
import { exportOf } from "../../features/sign-in/export.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { unsealQuery } from "../../platform/http/seal.server.ts";
import type { Route } from "./+types/person-json";
import { readPersonData } from "./visitor-data.server.ts";

export const middleware: Route.MiddlewareFunction[] = [exportOf("person")];

const urlQuery = z.object({ email: z.string().trim().min(1).max(320) });

/** For data requests: exports everything about one email address as JSON. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { email } = parseOr400(urlQuery, await unsealQuery(db, url));
  const kept = await readPersonData(db, email);
  return new Response(`${JSON.stringify({ exported_at: new Date(), ...kept }, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="personal-data.json"',
      "Cache-Control": "no-store",
    },
  });
}
