// Limits audits, so visitors can't use this site to scan other sites.
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import { countAttempts } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { type Limit, secondsUntilOpen } from "../../platform/database/rate-limit.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { tokenOf } from "./queries.server.ts";
import { AUDITS_PER_DAY, type AuditPlan, type AuditReason } from "./states.ts";
import { audits } from "./table.server.ts";

const within = (size: string, perHour: number, perDay: number): Limit[] => [
  { name: `audits-hour${size}`, points: perHour, seconds: 3600 },
  { name: `audits-day${size}`, points: perDay, seconds: 24 * 3600 },
];
/** Per network. The setting `audits_per_day` limits all visitors together. */
const LIMITS = within("", 3, 20);
/** Providers assign IPv6 networks of these sizes. A /64 counts as one address. */
const LIMITS_OF_A_56 = within("-56", 6, 30);
const LIMITS_OF_A_48 = within("-48", 12, 40);
/** Share of the daily limit that's reserved for new networks. */
const PART_FOR_NEW = 0.2;
/** Two audits run at a time, for up to ten seconds each. A longer queue would take too long. */
const WAITING_MAX = 20;

type AuditSettings = { instant_audit: string; audits_per_day?: string };

/**
 * Plans the audit for an enquiry. A new audit counts against its network's limits.
 * @param enquiry a resubmitted form has the same id; `website` is normalized or empty
 * @returns null without a website, or if audits are off
 */
export async function planAudit(
  db: Database,
  enquiry: { id: string; website: string },
  {
    config,
    settings,
    ip,
  }: { config: Pick<Config, "audit" | "siteUrl">; settings: AuditSettings; ip: string },
): Promise<AuditPlan | null> {
  const address = URL.parse(enquiry.website);
  if (!address || !config.audit || settings.instant_audit !== "on") return null;
  const perDay = Number(settings.audits_per_day ?? AUDITS_PER_DAY);
  if (perDay === 0) return null;
  const plan = { url: address.href, host: address.hostname, token: await tokenOf(db, enquiry.id) };
  const [known] = await db.select().from(audits).where(eq(audits.enquiry_id, enquiry.id)).limit(1);
  if (known)
    return { ...plan, isKnown: true, skipped: known.token_hash ? null : (known.reason as AuditReason) };
  const skipped = await reasonToSkip(db, plan.host, { siteUrl: config.siteUrl, perDay, ip });
  return { ...plan, isKnown: false, skipped };
}

async function reasonToSkip(
  db: Database,
  host: string,
  { siteUrl, perDay, ip }: { siteUrl: string; perDay: number; ip: string },
): Promise<AuditReason | null> {
  if (bare(host) === bare(new URL(siteUrl).hostname)) return "own-site";
  const [counts] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${audits.state} = 'waiting')::int`,
      today: sql<number>`count(*)::int`,
    })
    .from(audits)
    .where(
      and(
        gt(audits.requested_at, sql`now() - interval '1 day'`),
        ne(audits.state, "skipped"),
        eq(audits.by_owner, false),
      ),
    );
  if (counts!.waiting >= WAITING_MAX) return "busy";
  if (counts!.today >= perDay) return "day-is-full";
  const networks = limitsOf(ip);
  const left = perDay - counts!.today;
  if (left <= Math.floor(perDay * PART_FOR_NEW) && !(await isNew(db, networks.at(-1)!))) return "day-is-full";
  for (const { limits, key } of networks) if ((await countAttempts(db, limits, key)) > 0) return "too-many";
  return null;
}

type Counted = { limits: Limit[]; key: string };

/**
 * Returns the limits of an address and its networks, narrowest first. IPv4 addresses are assigned one by one,
 * so their networks aren't limited.
 */
function limitsOf(ip: string): [Counted, ...Counted[]] {
  const own = { limits: LIMITS, key: networkOf(ip) };
  if (own.key === ip) return [own];
  return [
    own,
    { limits: LIMITS_OF_A_56, key: networkOf(ip, 56) },
    { limits: LIMITS_OF_A_48, key: networkOf(ip, 48) },
  ];
}

/** Returns whether a network has had no audit in the last day. */
async function isNew(db: Database, { limits, key }: Counted): Promise<boolean> {
  const perDay = limits.at(-1)!;
  const [seconds] = await secondsUntilOpen(db, [[{ ...perDay, points: 1 }, key]]);
  return seconds === 0;
}

const bare = (hostname: string) => hostname.replace(/^www\.|\.$/g, "");
