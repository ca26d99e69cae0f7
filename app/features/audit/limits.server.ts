// How many websites are checked for visitors, and how often: a visitor must not scan others with this site.
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import { countAttempts } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { type Limit, secondsUntilOpen } from "../../platform/database/rate-limit.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { AUDITS_PER_DAY, type Settings } from "../settings/defaults.ts";
import { tokenOf } from "./queries.server.ts";
import type { AuditPlan, AuditReason } from "./states.ts";
import { audits } from "./table.server.ts";

const within = (size: string, perHour: number, perDay: number): Limit[] => [
  { name: `audits-hour${size}`, points: perHour, seconds: 3600 },
  { name: `audits-day${size}`, points: perDay, seconds: 24 * 3600 },
];
/** For one network; everybody together has the setting `audits_per_day`. */
const LIMITS = within("", 3, 20);
/** Providers hand out IPv6 networks of these sizes, and one of them holds up to 65,536 of ours. */
const LIMITS_OF_A_56 = within("-56", 6, 30);
const LIMITS_OF_A_48 = within("-48", 12, 40);
/** Of the day's audits, for networks that have asked for none yet. */
const PART_FOR_NEW = 0.2;
/** Two at once take ten seconds: who comes after so many would not wait for it. */
const WAITING_MAX = 20;

/**
 * What is checked for an enquiry, counted by its sender's network.
 * @param enquiry its id, which says the same for a repetition of it, and its website, normalised, or empty
 * @returns null where nothing is to be checked: no website, or the owner or the operator has switched it off
 */
export async function planAudit(
  db: Database,
  enquiry: { id: string; website: string },
  { config, settings, ip }: { config: Pick<Config, "audit" | "siteUrl">; settings: Settings; ip: string },
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

/** An address and the networks around it, from the narrowest; IPv4 is handed out address by address. */
function limitsOf(ip: string): [Counted, ...Counted[]] {
  const own = { limits: LIMITS, key: networkOf(ip) };
  if (own.key === ip) return [own];
  return [
    own,
    { limits: LIMITS_OF_A_56, key: networkOf(ip, 56) },
    { limits: LIMITS_OF_A_48, key: networkOf(ip, 48) },
  ];
}

/** Whether a network has asked for no audit in the last day. */
async function isNew(db: Database, { limits, key }: Counted): Promise<boolean> {
  const perDay = limits.at(-1)!;
  const [seconds] = await secondsUntilOpen(db, [[{ ...perDay, points: 1 }, key]]);
  return seconds === 0;
}

const bare = (hostname: string) => hostname.replace(/^www\.|\.$/g, "");
