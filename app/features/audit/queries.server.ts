// Reads and writes audits. The visitor's role can only request one; reports are found by the token in their URL.
import { createHash, createHmac } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { secretOf } from "../../platform/database/secret.server.ts";
import type { AuditResult } from "./result.ts";
import type { AuditPlan, AuditReason } from "./states.ts";
import { audits } from "./table.server.ts";
import { readWebsite } from "./website.ts";

export type Audit = typeof audits.$inferSelect;

const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;
/** Another audit of the same URL within this time gets the same result. */
const SHARED_MINUTES = 10;
/** The process of an audit is killed sooner, so one still running after this time was abandoned. */
const LOST_SECONDS = 30;
const ATTEMPTS = 2;
const RETENTION_DAYS = 90;

export const reportPath = (token: string) => `/audit/${token}`;

/**
 * Returns the token of an enquiry's report: 128 bits that only this site can compute again. That way, the email and a
 * repeated submission of the form get the same link, although only the token's SHA-256 is stored.
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
 * @returns null if the visitor has no link, or one from before a restore, which still opens the report but can't be
 * computed again
 */
export async function findReportPath(
  db: Database,
  { enquiry_id, token_hash }: Pick<Audit, "enquiry_id" | "token_hash">,
): Promise<string | null> {
  const token = await tokenOf(db, enquiry_id);
  return token_hash === hashOf(token) ? reportPath(token) : null;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Requests an audit with the visitor's role, in the transaction that stores the enquiry. */
export async function addAudit(tx: Database, enquiryId: string, { url, host, token }: AuditPlan) {
  await tx.insert(audits).values({ enquiry_id: enquiryId, url, host, token_hash: hashOf(token) });
}

/** Records that a website isn't checked automatically, so that the owner sees it. @param db the owner's database */
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
 * Finds the audit whose report has this token.
 * @param db the owner's database
 * @returns null if there is none, or it has been deleted
 */
export async function findAudit(db: Database, token: string): Promise<Audit | null> {
  if (!TOKEN.test(token)) return null;
  const [audit] = await db
    .select()
    .from(audits)
    .where(eq(audits.token_hash, hashOf(token)));
  return audit ?? null;
}

/** Returns those tokens whose audits aren't finished. @param db the owner's database */
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
 * Claims the oldest queued audit for this process.
 * @param busyHosts hosts this process is already checking: their other audits wait, to reuse the result
 * @returns null if none is queued
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
 * Finds the result of a recent audit of the same URL. The URL must match exactly and have no query: another path or a
 * query may be a secret that another visitor typed.
 * @returns null if the website must be checked
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
 * @param token of the link about to be emailed, which differs from the requested one after a restore; null keeps the
 * link as it is
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

/** Requeues an interrupted audit. It's retried once; after that, it fails. */
export async function requeueAudit(db: Database, id: string) {
  await db.update(audits).set(requeued).where(eq(audits.id, id));
}

/** Does the same for audits of a process that died. */
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

/** Skips all queued audits, since audits have been switched off. */
export async function skipQueuedAudits(db: Database) {
  await db
    .update(audits)
    .set({ state: "skipped", reason: "off" satisfies AuditReason, finished_at: sql`now()` })
    .where(inArray(audits.state, ["waiting", "running"]));
}

/** Deletes audits after 90 days. Those of deleted enquiries are deleted with them. */
export async function purgeOldAudits(db: Database): Promise<void> {
  await db
    .delete(audits)
    .where(lt(audits.requested_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}
