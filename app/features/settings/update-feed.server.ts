// The publisher's signed file that says which version is the newest (docs/updates.md).
import { createPublicKey, verify } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { website_settings } from "./table.server.ts";

/** Stored with the settings, but no form shows it. */
const KEY = "update_feed";
/** Comes before the signed text, so a signature made for anything else is no good here. */
const SIGNED_AS = "update feed 1\n";

const version = z.string().regex(/^\d{1,6}(\.\d{1,6}){2}$/);
const feedRules = z.object({
  /** greater in each new file, so an older one is never accepted again */
  sequence: z.number().int().min(1),
  latest: version,
  /** versions with a security problem: from `from` up to, but without, `fixed` */
  security: z.array(z.object({ from: version, fixed: version })).max(200),
});
export type Feed = z.output<typeof feedRules>;

const fileRules = z.object({ feed: z.string(), signature: z.base64() });

/**
 * Reads a file.
 * @param key the publisher's public Ed25519 key, in base64url
 * @returns null if the signature is wrong, or it isn't such a file
 */
export function readFeed(text: string, key: string): Feed | null {
  const file = fileRules.safeParse(parseJson(text));
  if (!file.success) return null;
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
  const { feed, signature } = file.data;
  if (!verify(null, Buffer.from(SIGNED_AS + feed), publicKey, Buffer.from(signature, "base64"))) return null;
  return feedRules.safeParse(parseJson(feed)).data ?? null;
}

/** Returns the newest known file; null before the first. */
export async function findFeed(db: Database): Promise<Feed | null> {
  const [row] = await db
    .select({ value: website_settings.setting_value })
    .from(website_settings)
    .where(eq(website_settings.setting_key, KEY));
  return feedRules.safeParse(parseJson(row?.value ?? "")).data ?? null;
}

/** Stores a file, unless a newer one is known. */
export async function saveFeed(db: Database, feed: Feed): Promise<void> {
  const setting_value = JSON.stringify(feed);
  await db
    .insert(website_settings)
    .values({ setting_key: KEY, setting_value })
    .onConflictDoUpdate({
      target: website_settings.setting_key,
      set: { setting_value },
      setWhere: sql`(${website_settings.setting_value}::jsonb ->> 'sequence')::bigint < ${feed.sequence}`,
    });
}

/** @returns null if the running version is the newest */
export function findUpdate(
  feed: Feed | null,
  running: string,
): { version: string; isSecurity: boolean } | null {
  if (!feed || compare(feed.latest, running) <= 0) return null;
  const isSecurity = feed.security.some(
    ({ from, fixed }) => compare(from, running) <= 0 && compare(running, fixed) < 0,
  );
  return { version: feed.latest, isSecurity };
}

const compare = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });
