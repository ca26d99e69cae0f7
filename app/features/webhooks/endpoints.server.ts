// The owner's endpoints. Their URLs and secrets are only decrypted to send.
import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { webhookWords } from "../../copy/panel/webhooks.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened, Refused, recordGone } from "../../platform/database/refused.ts";
import { findEncryptionKey, makeEncryptionKey } from "../../platform/secret-file.server.ts";
import { decrypt, encrypt } from "../../platform/text/encrypt.server.ts";
import { hostOf, isOwnUrl, type WebhookInput } from "./rules.ts";
import { webhook_deliveries, webhook_endpoints } from "./table.server.ts";

export type Endpoint = typeof webhook_endpoints.$inferSelect;
type Site = Pick<Config, "dataDir" | "siteUrl">;

const ENDPOINTS_MAX = 20;
/** How long the previous secret keeps signing. */
const ROTATION_HOURS = 24;
const SECRET_BYTES = 32;

const { errors } = webhookWords;
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
/** Ties a value to its endpoint and column, so write access to the table can't move it. */
const contextOf = (id: string, column: "url" | "secret") => `webhook ${id} ${column}`;

/** Returns the endpoints in order of creation, with the number of waiting deliveries. */
export const listEndpoints = (db: Database) =>
  db
    .select({
      endpoint: webhook_endpoints,
      waiting: sql<number>`(select count(*)::int from ${webhook_deliveries}
        where ${webhook_deliveries.endpoint_id} = ${webhook_endpoints.id} and ${webhook_deliveries.state} = 'waiting')`,
    })
    .from(webhook_endpoints)
    .orderBy(asc(webhook_endpoints.created_at), asc(webhook_endpoints.id));

/** Returns the names of endpoints that were switched off automatically. */
export async function listSwitchedOff(db: Database): Promise<string[]> {
  const rows = await db
    .select({ name: webhook_endpoints.name })
    .from(webhook_endpoints)
    .where(and(eq(webhook_endpoints.is_on, false), ne(webhook_endpoints.off_reason, "")))
    .orderBy(asc(webhook_endpoints.created_at));
  return rows.map(({ name }) => name);
}

/** Returns an endpoint; throws Refused if it was deleted. */
export async function findEndpoint(db: Database, id: string): Promise<Endpoint> {
  const [row] = await db.select().from(webhook_endpoints).where(eq(webhook_endpoints.id, id));
  if (!row) throw recordGone(errors.gone);
  return row;
}

/** Returns the URL and the secrets to sign with, or null if the key that encrypted them is missing. */
export function openEndpoint({ dataDir }: Pick<Config, "dataDir">, endpoint: Endpoint, now = new Date()) {
  const key = findEncryptionKey(dataDir);
  const read = (column: "url" | "secret", value: string) =>
    key && decrypt(key, value, contextOf(endpoint.id, column));
  const { previous_secret, previous_until } = endpoint;
  const isRotating = previous_secret && previous_until && previous_until > now;
  const url = read("url", endpoint.url);
  const secrets = [endpoint.secret, ...(isRotating ? [previous_secret] : [])].map((one) =>
    read("secret", one),
  );
  return url && secrets.every((secret) => secret !== null) ? { url, secrets } : null;
}

/**
 * Adds an endpoint and returns its secret, which can't be read again.
 * @throws Refused if the URL is missing or on this site, or if there are too many endpoints
 */
export async function addEndpoint(db: Database, site: Site, input: WebhookInput): Promise<string> {
  if (!input.url) throw new Refused({ url: errors.url });
  const id = randomUUID();
  const secret = newSecret();
  const sealed = { ...sealUrl(site, id, input.url), secret: sealSecret(site, id, secret) };
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${webhook_endpoints} in share row exclusive mode`);
    if ((await tx.$count(webhook_endpoints)) >= ENDPOINTS_MAX)
      throw new Refused({ "": errors.tooMany(ENDPOINTS_MAX) });
    await tx.insert(webhook_endpoints).values({ ...input, ...sealed, id });
  });
  return secret;
}

function sealUrl({ dataDir, siteUrl }: Site, id: string, url: string) {
  if (isOwnUrl(url, siteUrl)) throw new Refused({ url: errors.own });
  return { url: encrypt(makeEncryptionKey(dataDir), url, contextOf(id, "url")), host: hostOf(url) };
}
const sealSecret = ({ dataDir }: Site, id: string, secret: string) =>
  encrypt(makeEncryptionKey(dataDir), secret, contextOf(id, "secret"));

/**
 * Saves an endpoint. A new URL, or switching it on, starts over after errors.
 * @throws ChangedSinceOpened if it was saved since; Refused if it was deleted, if the URL is on this site, or if the
 * saved URL can't be decrypted
 * @returns a new secret if the old one can't be decrypted
 */
export async function updateEndpoint(
  db: Database,
  site: Site,
  id: string,
  version: number,
  { url, ...input }: WebhookInput,
): Promise<string | undefined> {
  const saved = await findEndpoint(db, id);
  const isLost = !openEndpoint(site, saved);
  if (!url && isLost) throw new Refused({ url: errors.url });
  // The rules can only check a URL that's typed.
  const needsUrl = input.format === "hubspot-form" && saved.format !== input.format;
  if (!url && needsUrl) throw new Refused({ url: errors.hubspotUrl });
  const secret = isLost ? newSecret() : undefined;
  const isFresh = url || (input.is_on && !saved.is_on);
  const { rowCount } = await db
    .update(webhook_endpoints)
    .set({
      ...input,
      ...(url && sealUrl(site, id, url)),
      ...(isFresh && { failures: 0, next_try_at: null, failing_since: null }),
      ...((isFresh || !input.is_on) && { off_reason: "" }),
      ...(secret && { secret: sealSecret(site, id, secret), previous_secret: null }),
      version: version + 1,
    })
    .where(and(eq(webhook_endpoints.id, id), eq(webhook_endpoints.version, version)));
  if (!rowCount) throw new ChangedSinceOpened(errors.changed, (await findEndpoint(db, id)).version);
  return secret;
}

/**
 * Replaces the secret and returns the new one. The old one keeps signing for a day.
 * @throws Refused if the endpoint was deleted
 */
export async function rotateSecret(db: Database, site: Site, id: string): Promise<string> {
  const secret = newSecret();
  const sealed = sealSecret(site, id, secret);
  const { rowCount } = await db
    .update(webhook_endpoints)
    .set({
      secret: sealed,
      previous_secret: sql`${webhook_endpoints.secret}`,
      previous_until: sql`now() + make_interval(hours => ${ROTATION_HOURS})`,
    })
    .where(eq(webhook_endpoints.id, id));
  if (!rowCount) throw recordGone(errors.gone);
  return secret;
}

/** Deletes an endpoint and its deliveries. Returns its name, or null if it was already deleted. */
export async function deleteEndpoint(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .delete(webhook_endpoints)
    .where(eq(webhook_endpoints.id, id))
    .returning({ name: webhook_endpoints.name });
  return row?.name ?? null;
}
