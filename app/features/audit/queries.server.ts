// Reads and writes audits. Visitors may only request them.
import { createHash, createHmac } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { secretOf } from "../../platform/database/secret.server.ts";
import { readWebsite } from "../../platform/http/website.ts";
import type { AuditResult } from "./result.ts";
import type { AuditPlan, AuditReason } from "./states.ts";
import { audits } from "./table.server.ts";

export type Audit = typeof audits.$inferSelect;

const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;
/** Audits of the same URL share a result for this long. */
const SHARED_MINUTES = 10;
/** Audit processes are killed before that, so an audit that seems to run longer was abandoned. */
const LOST_SECONDS = 30;
const ATTEMPTS = 2;
const RETENTION_DAYS = 90;

export const reportPath = (token: string) => `/audit/${token}`;

/**
 * Returns the token of an enquiry's report link, derived from a site secret. A resubmitted form gets the same
 * link, although only the token's hash is stored.
 * @param db the owner's database
 */
export async function tokenOf(db: Database, enquiryId: string): Promise<string> {
  const digest = createHmac("sha256", await secretOf(db, "audits"))
    .update(enquiryId)
    .digest();
  return digest.subarray(0, TOKEN_BYTES).toString("base64url");
}

/**
 * Returns the path of an audit's report.
 * @returns null if there's no link, or if it can't be derived again because a backup has been restored since
 */
export async function findReportPath(
  db: Database,
  { enquiry_id, token_hash }: Pick<Audit, "enquiry_id" | "token_hash">,
): Promise<string | null> {
  const token = await tokenOf(db, enquiry_id);
  return token_hash === hashOf(token) ? reportPath(token) : null;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Requests an audit in the enquiry's transaction, with the visitor role. */
export async function addAudit(tx: Database, enquiryId: string, { url, host, token }: AuditPlan) {
  await tx.insert(audits).values({ enquiry_id: enquiryId, url, host, token_hash: hashOf(token) });
}

/**
 * Records a skipped audit for the owner.
 * @param db the owner's database
 */
export async function recordSkipped(
  db: Database,
  enquiryId: string,
  { url, host }: AuditPlan,
  reason: AuditReason,
) {
  await db
    .insert(audits)
    .values({ enquiry_id: enquiryId, url, host, state: "skipped", reason, finished_at: sql`now()` });
}

/**
 * Returns the audit with this report token, or null.
 * @param db the owner's database
 */
export async function findAudit(db: Database, token: string): Promise<Audit | null> {
  if (!TOKEN.test(token)) return null;
  const [audit] = await db
    .select()
    .from(audits)
    .where(eq(audits.token_hash, hashOf(token)));
  return audit ?? null;
}

/**
 * Returns the tokens whose audits aren't finished.
 * @param db the owner's database
 */
export async function listOpen(db: Database, tokens: string[]): Promise<Set<string>> {
  const byHash = new Map(tokens.map((token) => [hashOf(token), token]));
  const rows = await db
    .select({ hash: audits.token_hash })
    .from(audits)
    .where(
      and(inArray(audits.token_hash, [...byHash.keys()]), inArray(audits.state, ["waiting", "running"])),
    );
  return new Set(rows.map(({ hash }) => byHash.get(hash!)!));
}

export const listAudits = (db: Database, enquiryId: string): Promise<Audit[]> =>
  db
    .select()
    .from(audits)
    .where(eq(audits.enquiry_id, enquiryId))
    .orderBy(desc(audits.requested_at), asc(audits.id));

/**
 * Claims the oldest queued audit, or returns null.
 * @param busyHosts hosts being checked; their other audits wait to share the result
 */
export async function claimAudit(db: Database, busyHosts: string[]): Promise<Audit | null> {
  const next = db
    .select({ id: audits.id })
    .from(audits)
    .where(and(eq(audits.state, "waiting"), notInArray(audits.host, busyHosts)))
    .orderBy(audits.requested_at)
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(audits)
    .set({ state: "running", started_at: sql`now()`, attempts: sql`${audits.attempts} + 1` })
    .where(inArray(audits.id, next))
    .returning();
  return taken ?? null;
}

/**
 * Returns the result of a recent audit of the same URL, or null. URLs with a query may contain a secret, so
 * their results are never shared.
 */
export async function findShared(
  db: Database,
  { id, url, host, by_owner }: Audit,
): Promise<AuditResult | null> {
  const website = readWebsite(url);
  if (by_owner || !website || website.search) return null;
  const [same] = await db
    .select({ result: audits.result })
    .from(audits)
    .where(
      and(
        eq(audits.host, host),
        eq(audits.url, url),
        eq(audits.by_owner, false),
        eq(audits.state, "done"),
        ne(audits.id, id),
        gt(audits.finished_at, sql`now() - make_interval(mins => ${SHARED_MINUTES})`),
      ),
    )
    .orderBy(desc(audits.finished_at))
    .limit(1);
  return same?.result ?? null;
}

/**
 * Stores the result of an audit.
 * @param token from the emailed link; null keeps the current one
 */
export async function finishAudit(tx: Database, id: string, result: AuditResult, token: string | null) {
  await tx
    .update(audits)
    .set({
      ...{ state: "done", reason: "", result, finished_at: sql`now()` },
      ...(token && { token_hash: hashOf(token) }),
    })
    .where(eq(audits.id, id));
}

const isSpent = sql`${audits.attempts} >= ${ATTEMPTS}`;
const requeued = {
  state: sql`case when ${isSpent} then 'failed' else 'waiting' end`,
  reason: sql`case when ${isSpent} then 'broken-off' else '' end`,
  finished_at: sql`case when ${isSpent} then now() end`,
};

/** Requeues an interrupted audit after its first attempt, and fails it after the second. */
export async function requeueAudit(db: Database, id: string) {
  await db.update(audits).set(requeued).where(eq(audits.id, id));
}

/** Does what `requeueAudit` does, for all audits whose process died. */
export async function requeueAbandonedAudits(db: Database) {
  await db
    .update(audits)
    .set(requeued)
    .where(
      and(
        eq(audits.state, "running"),
        lt(audits.started_at, sql`now() - make_interval(secs => ${LOST_SECONDS})`),
      ),
    );
}

/** Skips all queued and running audits, because audits were switched off. */
export async function skipQueuedAudits(db: Database) {
  await db
    .update(audits)
    .set({ state: "skipped", reason: "off" satisfies AuditReason, finished_at: sql`now()` })
    .where(inArray(audits.state, ["waiting", "running"]));
}

/** Deletes audits after 90 days. */
export async function purgeOldAudits(db: Database): Promise<void> {
  await db
    .delete(audits)
    .where(lt(audits.requested_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}
