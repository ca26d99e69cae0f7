// What visitors need of redirects: asked only where nothing else answers.
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { normalAddress } from "./address.ts";
import { redirects } from "./table.server.ts";

/**
 * What became of an address.
 * @param asked from the root, in whatever spelling
 * @returns where it leads now, `to_path` null where it is gone for good; null where nothing is known of it
 */
export async function findRedirect(db: Database, asked: string) {
  const [row] = await db
    .select({ to_path: redirects.to_path })
    .from(redirects)
    .where(eq(redirects.from_path, normalAddress(asked)));
  return row ?? null;
}

/**
 * The answer that sends people on for good. Browsers would keep it for ever, and go round in circles where an
 * address comes back (A to B, B to A): so they ask each time.
 */
export const sendOn = (address: string) =>
  new Response(null, { status: 301, headers: { Location: address, "Cache-Control": "no-cache" } });
