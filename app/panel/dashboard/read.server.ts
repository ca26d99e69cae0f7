import type { LoaderFunctionArgs } from "react-router";
import { counted } from "../../copy/counted.ts";
import { auditLine } from "../../copy/panel/audits.ts";
import { changes } from "../../copy/panel/changes.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { floodLine } from "../../copy/panel/mail.ts";
import { proxyMismatch } from "../../copy/panel/proxies.ts";
import { recordKinds } from "../../copy/panel/record-kinds.ts";
import { securityLog } from "../../copy/panel/security-log.ts";
import { countAudits } from "../../features/audit/queries.owner.server.ts";
import { findAttack } from "../../features/audit-log/queries.server.ts";
import { listBackups } from "../../features/backups/queries.server.ts";
import { backupStatusOf, hasRecentBackup } from "../../features/backups/status.ts";
import { readCalendar } from "../../features/changes/schedule.server.ts";
import { replyTimeLeft } from "../../features/enquiries/age.ts";
import {
  countPerWeek,
  listDue,
  listUnansweredEnquiries,
  type Month,
  readMonths,
} from "../../features/enquiries/figures.server.ts";
import { showDay } from "../../features/enquiries/next-step.ts";
import { countSetAside, RECENT_WEEKS } from "../../features/enquiries/queries.owner.server.ts";
import { showValue } from "../../features/enquiries/value.ts";
import { listTickedSteps } from "../../features/first-steps/queries.server.ts";
import { readNoticeFlood } from "../../features/mail/flood.server.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { countMails, readMailTrouble } from "../../features/mail/trouble.owner.server.ts";
import { describeTrouble, type MailSetup, mailSetupOf } from "../../features/mail/words.server.ts";
import { readSiteCheckStatus } from "../../features/page-checks/queries.owner.server.ts";
import { blogPosts } from "../../features/records/blog-posts.server.ts";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { kindsWith, RESTORABLE_KINDS } from "../../features/records/kinds.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { findFeed, findUpdate } from "../../features/settings/update-feed.server.ts";
import { countContent } from "../../features/website-content/queries.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { countDeleted } from "../../platform/database/deleted.server.ts";
import { jobsStalledSince } from "../../platform/database/worker-pulse.server.ts";
import { configContext, isProxyMisconfigured, ownerDb } from "../../platform/http/context.server.ts";
import { PRODUCT_VERSION } from "../../platform/product.server.ts";
import {
  boundsOfMonth,
  fullDay,
  isoDay,
  monthOf,
  shortDate,
  shortTime,
  weekStarts,
} from "../../platform/time/dates.ts";
import { describeBackups } from "./backups.ts";
import { readFirstSteps } from "./steps.server.ts";

const WAITING_SHOWN = 4;
/** Follow-ups that are shown even if more enquiries are unanswered. */
const DUE_SHOWN = 2;
const DRAFTS_SHOWN = 3;
const DRAFTS = { search: "", status: "draft", sort: "changed", page: 1, perPage: DRAFTS_SHOWN } as const;
const WEEK_SHOWN = 3;
const WEEK_MS = 7 * 24 * 3_600_000;

export async function readDashboard({ context }: Pick<LoaderFunctionArgs, "context">) {
  const db = context.get(ownerDb);
  const config = context.get(configContext);
  const settings = await readSettings(db);
  const { time_zone } = settings;
  const mailConfig = await readMailConfig(db, config);
  const found = await allOf({
    content: countContent(db),
    posts: countRecords(db, blogPosts.table),
    samples: describeSamples(db),
    weeks: readWeeks(db, time_zone),
    months: readLastMonths(db, time_zone),
    waiting: readUnanswered(db, time_zone),
    setAside: countSetAside(db),
    mail: readMail(db, mailSetupOf(mailConfig, settings)),
    flood: describeFlood(db),
    drafts: readDrafts(db, time_zone),
    deleted: countAllDeleted(db),
    attack: readAttack(db, time_zone),
    backups: listBackups(db),
    still: jobsStalledSince(db),
    audits: readAudits(db),
    week: readWeek(db, time_zone),
    site: readSiteCheckStatus(db),
  });
  const { backups, still } = found;
  const now = new Date();
  const hasBackups = config.backupDir !== null || hasRecentBackup(backups, now);
  return {
    ...found,
    firstSteps: await readFirstSteps(db, {
      ...{ settings, config, samples: found.samples },
      hasMailServer: mailConfig.smtpUrl !== undefined,
    }),
    today: fullDay(now, time_zone),
    backups: describeBackups(hasBackups ? backupStatusOf(backups, now) : null, time_zone),
    updates: await readUpdates(db, config),
    proxy: context.get(isProxyMisconfigured) ? proxyMismatch(config.trustProxy) : null,
    still: still && words.jobs(shortTime(still, time_zone)),
  };
}

/** @returns null unless the owner turned update notices on */
async function readUpdates(db: Database, { updateFeed }: Config) {
  if (!updateFeed || !(await listTickedSteps(db)).includes("updates")) return null;
  const update = findUpdate(await findFeed(db), PRODUCT_VERSION);
  return { update, running: PRODUCT_VERSION };
}

/** Returns the data for an editor's dashboard. */
export async function readContent({ context }: Pick<LoaderFunctionArgs, "context">) {
  const db = context.get(ownerDb);
  const { time_zone } = await readSettings(db);
  const found = await allOf({
    content: countContent(db),
    posts: countRecords(db, blogPosts.table),
    drafts: readDrafts(db, time_zone),
  });
  return { ...found, today: fullDay(new Date(), time_zone) };
}

/** Works like `Promise.all`, for an object of promises. */
async function allOf<Parts extends Record<string, Promise<unknown>>>(parts: Parts) {
  const named = Object.entries(parts).map(async ([name, part]) => [name, await part]);
  return Object.fromEntries(await Promise.all(named)) as { [Name in keyof Parts]: Awaited<Parts[Name]> };
}

/** Returns such as "15 case studies and 16 blog posts"; case studies first, because they make the boldest claims. */
async function describeSamples(db: Database): Promise<string> {
  const counts = kindsWith("samples").map(async ({ name, samples }) => ({
    name,
    count: await samples.count(db),
  }));
  const found = (await Promise.all(counts)).filter(({ count }) => count > 0);
  found.sort((a, b) => Number(b.name === "case-studies") - Number(a.name === "case-studies"));
  const parts = found.map(({ name, count }) => {
    const { one, many } = recordKinds[name].noun;
    return counted(count, one, many);
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}

/** Texts don't count: a reset text still has its default. */
async function countAllDeleted(db: Database): Promise<number> {
  const kinds = RESTORABLE_KINDS.filter(({ name }) => name !== "website-content");
  const counts = await Promise.all(kinds.map(({ trash }) => countDeleted(db, trash)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function readMail(db: Database, setup: MailSetup) {
  const [counts, { latest }] = await Promise.all([countMails(db), readMailTrouble(db)]);
  const trouble = latest && describeTrouble(latest, setup);
  return {
    ...counts,
    trouble: trouble && { ...trouble, enquiry: latest.enquiry_id },
    needsAddress: setup.to.length === 0,
    needsServer: setup.server === null,
  };
}

/** @returns null unless enquiries are arriving unusually fast or notifications are delayed */
async function describeFlood(db: Database) {
  const { lastHour, isFlood, held, inLine } = await readNoticeFlood(db);
  if (!isFlood && held + inLine === 0) return null;
  const lines = [
    isFlood && floodLine.enquiries(lastHour),
    held > 0 && floodLine.held(held),
    inLine > 0 && floodLine.inLine(inLine),
    floodLine.end,
  ];
  return { title: floodLine.title, text: lines.filter(Boolean).join(" ") };
}

/** Returns what's scheduled within a week, or else what's next, and the first scheduling problem. */
async function readWeek(db: Database, timeZone: string) {
  const {
    coming,
    problems: [wrong],
  } = await readCalendar(db);
  const soon = coming.filter(({ at }) => at.getTime() < Date.now() + WEEK_MS);
  const { goesLive, ends } = changes.schedule;
  return {
    isQuiet: soon.length === 0,
    rows: (soon.length ? soon : coming).slice(0, WEEK_SHOWN).map(({ set, title, names, at, isEnd }) => ({
      key: `${set} ${isEnd}`,
      what: changes.coming.what(title, names),
      says: (isEnd ? ends : goesLive)(shortTime(at, timeZone)),
    })),
    more: Math.max(0, soon.length - WEEK_SHOWN),
    problem: wrong ? { title: words.changes.failed(wrong.isLive), text: wrong.problem } : null,
  };
}

/** @returns null if there were no recent audits */
async function readAudits(db: Database): Promise<string | null> {
  const counts = await countAudits(db);
  return counts.made + counts.refused + counts.open > 0 ? auditLine(counts) : null;
}

async function readAttack(db: Database, timeZone: string) {
  const attack = await findAttack(db);
  const { title, text } = securityLog.attack;
  return attack && { title, text: text({ ...attack, since: shortTime(attack.since, timeZone) }) };
}

async function readWeeks(db: Database, timeZone: string) {
  const starts = weekStarts(new Date(), timeZone, RECENT_WEEKS);
  const weeks = await countPerWeek(db, starts);
  return weeks.map((enquiries, index) => ({ begins: shortDate(starts[index]!, timeZone), enquiries }));
}

/** Returns this month's and last month's figures as text. */
async function readLastMonths(db: Database, timeZone: string) {
  const current = monthOf(isoDay(new Date(), timeZone));
  const last = monthOf(current, -1);
  const [from, then] = [last, current].map((month) => boundsOfMonth(month, timeZone).from) as [Date, Date];
  const { before, now } = await readMonths(db, from, then);
  return { last, before: showMonth(before), now: showMonth(now) };
}

function showMonth({ received, won, once, monthly, isEstimate }: Month) {
  const values = [
    ...(monthly ? [showValue({ cents: monthly, per: "month", isEstimate })] : []),
    ...(once ? [showValue({ cents: once, per: "once", isEstimate })] : []),
  ];
  const [shownReceived, shownWon] = [received, won].map((count) => count.toLocaleString("en-US"));
  return { received: shownReceived!, won: shownWon!, value: values.join(", ") || words.month.noValue };
}

/** Unanswered enquiries take the room that follow-ups leave, and the other way around. */
async function readUnanswered(db: Database, timeZone: string) {
  const today = isoDay(new Date(), timeZone);
  const [{ rows, ...counts }, due] = await Promise.all([
    listUnansweredEnquiries(db, WAITING_SHOWN),
    listDue(db, today, WAITING_SHOWN),
  ]);
  const unanswered = rows.slice(0, WAITING_SHOWN - Math.min(due.rows.length, DUE_SHOWN));
  return {
    ...counts,
    rows: unanswered.map(({ created_at, ...row }) => ({ ...row, wait: replyTimeLeft(created_at) })),
    due: {
      total: due.total,
      rows: due.rows
        .slice(0, WAITING_SHOWN - unanswered.length)
        .map(({ day, ...row }) => ({ ...row, day: showDay(day ?? today, today) })),
    },
  };
}

async function readDrafts(db: Database, timeZone: string) {
  const [posts, studies] = await Promise.all([
    blogPosts.list(db, { ...DRAFTS, category: "" }),
    caseStudies.list(db, { ...DRAFTS, industry: "" }),
  ]);
  const rows = [
    ...posts.rows.map((row) => ({ ...row, isPost: true })),
    ...studies.rows.map((row) => ({ ...row, isPost: false })),
  ];
  rows.sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime());
  return {
    rows: rows.slice(0, DRAFTS_SHOWN).map(({ id, title, updated_at, isPost }) => ({
      ...{ id, title, isPost },
      changed: shortDate(updated_at, timeZone),
    })),
    posts: posts.matching,
    caseStudies: studies.matching,
  };
}
