import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isNoRoom } from "../../app/platform/database/pool.server.ts";

/** Some poolers rotate their connections. This many rounds reach all of them. */
const ROUNDS = 5;
const ECHO_MS = 3_000;
const ECHO_TRIES = 3;
const MARK = "seo_pro_zone.mark";
const LOOK = `select current_setting('${MARK}', true) as mark, pg_backend_pid() as pid`;

/**
 * Returns false behind a transaction or statement pooler. The site needs real sessions for the visitors' role, instant
 * jobs and the page cache.
 * @param pool must allow two connections
 * @throws on a database error, or if there is no second connection
 */
export async function hasStableSessions(pool: pg.Pool): Promise<boolean> {
  const one = await pool.connect();
  try {
    const mark = randomUUID();
    await one.query(`set ${MARK} = '${mark}'`);
    const { pid } = await look(one);
    // A pooler with a single connection may pass it from client to client, so open the second client only now.
    const other = await secondOf(pool);
    try {
      for (let round = 0; round < ROUNDS; round++) {
        if (!(await areApart(one, other, { mark, pid }))) return false;
      }
      return await hears(one, other);
    } finally {
      other.release(true);
    }
  } finally {
    one.release(true);
  }
}

/** A pooler may accept a second client but keep it waiting. */
async function secondOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    const client = await pool.connect();
    await client.query("select").catch((error) => {
      client.release(true);
      throw error;
    });
    return client;
  } catch (error) {
    if (isNoRoom(error)) throw error;
    throw new Error(`it doesn't allow a second connection (${(error as Error).message})`);
  }
}

type Seen = { mark: string | null; pid: number };

async function areApart(one: pg.ClientBase, other: pg.ClientBase, own: Seen): Promise<boolean> {
  try {
    await other.query("begin");
  } catch (error) {
    if (/pool/i.test((error as Error).message)) return false;
    throw error;
  }
  const others = await look(other);
  // On a shared connection, the next query would block, so check this first.
  if (others.pid === own.pid || others.mark === own.mark) return false;
  const again = await look(one);
  await other.query("commit");
  return again.pid === own.pid && again.mark === own.mark;
}

async function look(client: pg.ClientBase): Promise<Seen> {
  const { rows } = await client.query<Seen>(LOOK);
  return rows[0]!;
}

async function hears(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const channel = `probe_${randomUUID().replaceAll("-", "")}`;
  const heard = new Promise<true>((resolve) => one.on("notification", () => resolve(true)));
  await one.query(`listen ${channel}`);
  for (let tries = 0; tries < ECHO_TRIES; tries++) {
    await other.query("select pg_notify($1, '')", [channel]);
    if (await Promise.race([heard, delay(ECHO_MS, false, { ref: false })])) return true;
  }
  return false;
}

/** Returns how to bypass a known host's pooler; empty for other hosts. */
export function directConnectionHint(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  if (/-pooler\./.test(hostname)) return ` (${hostname.replace("-pooler.", ".")})`;
  if (port === "6543") return " (port 5432 instead of 6543)";
  if (/\.ondigitalocean\.com$/.test(hostname) && port === "25061") return " (port 25060 instead of 25061)";
  return "";
}
