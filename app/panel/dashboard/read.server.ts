import type { LoaderFunctionArgs } from "react-router";
import { auditLine } from "../../copy/panel/audits.ts";
import { changes } from "../../copy/panel/changes.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { floodLine } from "../../copy/panel/mail.ts";
import { proxyMismatch } from "../../copy/panel/proxies.ts";
import { securityLog } from "../../copy/panel/security-log.ts";
import { countAudits } from "../../features/audit/queries.owner.server.ts";
import { findAttack } from "../../features/audit-log/queries.server.ts";
import { listBackups } from "../../features/backups/queries.server.ts";
import { backupStatusOf, hasRecentBackup } from "../../features/backups/status.ts";
import { readCalendar } from "../../features/changes/schedule.server.ts";
import { replyTimeLeft } from "../../features/enquiries/age.ts";
import { listUnansweredEnquiries, readEnquiryFigures } from "../../features/enquiries/figures.server.ts";
import { countDue, countSetAside, RECENT_WEEKS } from "../../features/enquiries/queries.owner.server.ts";
import { readNoticeFlood } from "../../features/mail/flood.server.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { countMails, readMailTrouble } from "../../features/mail/trouble.owner.server.ts";
import { describeTrouble, type MailSetup, mailSetupOf } from "../../features/mail/words.server.ts";
import { readSiteCheckStatus } from "../../features/page-checks/queries.owner.server.ts";
import { blogPosts } from "../../features/records/blog-posts.server.ts";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { findNameAt, kindsWith, RESTORABLE_KINDS } from "../../features/records/kinds.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { countContent } from "../../features/website-content/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { countDeleted } from "../../platform/database/deleted.server.ts";
import { jobsStalledSince } from "../../platform/database/worker-pulse.server.ts";
import { configContext, isProxyMisconfigured, ownerDb } from "../../platform/http/context.server.ts";
import { fullDay, isoDay, shortDate, shortTime, weekStarts } from "../../platform/time/dates.ts";
import { describeBackups } from "./backups.ts";
import { readFirstSteps } from "./steps.server.ts";

const WAITING_SHOWN = 5;
const DRAFTS = { search: "", status: "draft", sort: "changed", page: 1, perPage: 4 } as const;

export async function readDashboard({ context }: Pick<LoaderFunctionArgs, "context">) {
  const db = context.get(ownerDb);
  const config = context.get(configContext);
  const settings = await readSettings(db);
  const { time_zone } = settings;
  const mailConfig = await readMailConfig(db, config);
  const found = await allOf({
    content: countContent(db),
    posts: countRecords(db, blogPosts.table),
    samples: countSamples(db),
    enquiries: readEnquiries(db, time_zone),
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
    changes: readSchedule(db, time_zone),
    site: readSiteCheckStatus(db),
  });
  const { samples, backups, still } = found;
  const now = new Date();
  const hasBackups = config.backupDir !== null || hasRecentBackup(backups, now);
  return {
    ...found,
    firstSteps: await readFirstSteps(db, {
      ...{ settings, config, hasSamples: samples.length > 0 },
      hasMailServer: mailConfig.smtpUrl !== undefined,
    }),
    today: fullDay(now, time_zone),
    backups: describeBackups(hasBackups ? backupStatusOf(backups, now) : null, time_zone),
    proxy: context.get(isProxyMisconfigured) ? proxyMismatch(config.trustProxy) : null,
    still: still && words.jobs(shortTime(still, time_zone)),
  };
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

/** Case studies come first, because they make the boldest claims. */
async function countSamples(db: Database) {
  const counts = kindsWith("samples").map(async ({ name, samples }) => ({
    name,
    count: await samples.count(db),
  }));
  const found = (await Promise.all(counts)).filter(({ count }) => count > 0);
  return found.sort((a, b) => Number(b.name === "case-studies") - Number(a.name === "case-studies"));
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

/** Returns the first scheduling problem or, if there is none, the next scheduled change. */
async function readSchedule(db: Database, timeZone: string) {
  const {
    coming: [next],
    problems: [wrong],
  } = await readCalendar(db);
  if (wrong) return { title: words.changes.failed(wrong.isLive), text: wrong.problem, isAlarm: true };
  if (!next) return null;
  const at = shortTime(next.at, timeZone);
  const { goesLive, ends } = changes.schedule;
  const text = next.isEnd ? ends(at) : goesLive(at);
  const what = next.title && ` (${changes.coming.what(next.title, [])})`;
  return { title: words.changes.scheduled, text: text + what, isAlarm: false };
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

async function readEnquiries(db: Database, timeZone: string) {
  const starts = weekStarts(new Date(), timeZone, RECENT_WEEKS);
  const { weeks, pages, ...figures } = await readEnquiryFigures(db, starts);
  const named = pages.named.map(async (page) => ({ ...page, title: await findNameAt(db, page.name) }));
  return {
    ...figures,
    pages: { ...pages, named: await Promise.all(named) },
    weeks: weeks.map((enquiries, index) => ({ begins: shortDate(starts[index]!, timeZone), enquiries })),
  };
}

async function readUnanswered(db: Database, timeZone: string) {
  const [{ rows, ...counts }, due] = await Promise.all([
    listUnansweredEnquiries(db, WAITING_SHOWN),
    countDue(db, isoDay(new Date(), timeZone)),
  ]);
  const timed = rows.map(({ created_at, ...row }) => ({
    ...row,
    received: shortTime(created_at, timeZone),
    wait: replyTimeLeft(created_at),
  }));
  return { rows: timed, due, ...counts };
}

async function readDrafts(db: Database, timeZone: string) {
  const [posts, studies] = await Promise.all([
    blogPosts.list(db, { ...DRAFTS, category: "" }),
    caseStudies.list(db, { ...DRAFTS, industry: "" }),
  ]);
  const shown = ({ id, title, updated_at }: { id: string; title: string; updated_at: Date }) => ({
    id,
    title,
    changed: shortDate(updated_at, timeZone),
  });
  return {
    posts: { rows: posts.rows.map(shown), matching: posts.matching },
    caseStudies: { rows: studies.rows.map(shown), matching: studies.matching },
  };
}
