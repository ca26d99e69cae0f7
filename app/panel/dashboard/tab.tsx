import { BriefcaseBusiness, CircleCheck, Newspaper, PenLine, TextCursorInput } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { floodLine } from "../../copy/panel/mail.ts";
import { proxyMisfit } from "../../copy/panel/proxies.ts";
import { securityLog } from "../../copy/panel/security-log.ts";
import { recordOf } from "../../features/admin-session/actor.server.ts";
import { findAttack } from "../../features/audit-log/queries.server.ts";
import { listBackups } from "../../features/backups/queries.server.ts";
import { standingOf } from "../../features/backups/standing.ts";
import { listPosts } from "../../features/blog/queries.owner.server.ts";
import { listCaseStudies } from "../../features/case-studies/queries.owner.server.ts";
import { waitOf } from "../../features/enquiries/age.ts";
import { listWaitingEnquiries, readEnquiryFigures } from "../../features/enquiries/figures.server.ts";
import { readFlood } from "../../features/enquiries/flood.server.ts";
import { countMails, readMailTrouble } from "../../features/enquiries/mail-trouble.owner.server.ts";
import { describeTrouble, type MailSetup, mailSetupOf } from "../../features/enquiries/mail-words.server.ts";
import { countSetAside } from "../../features/enquiries/queries.owner.server.ts";
import { TICKABLE_STEPS } from "../../features/first-steps/steps.ts";
import { blogPosts } from "../../features/records/blog-posts.server.ts";
import { kindsWith, RESTORABLE_KINDS } from "../../features/records/kinds.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { countContent } from "../../features/website-content/queries.server.ts";
import { configContext, isProxyUnfit, ownerDb } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { shortDate, shortTime, weekStarts } from "../../platform/dates.ts";
import { countDeleted, readMoment, restoreSamples } from "../../platform/deleted.server.ts";
import { readPostedForm } from "../../platform/posted-form.server.ts";
import { jobsStillSince } from "../../platform/worker-pulse.server.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { save } from "../save.server.ts";
import type { Route } from "./+types/tab";
import { describeBackups } from "./backups.ts";
import { Counter, QuickAction, Samples } from "./cards.tsx";
import { ShareCard } from "./chart.tsx";
import { Enquiries } from "./enquiries.tsx";
import { readFirstSteps, saveTick } from "./steps.server.ts";
import { FirstSteps } from "./steps.tsx";
import { Drafts, Upkeep, Waiting } from "./waiting.tsx";
import { Warning } from "./warning.tsx";

const SAMPLE_WORDS = { done: "Sample content removed", failed: "Failed to remove sample content" };
const SAMPLES_BACK_WORDS = { done: "Sample content restored", failed: "Failed to restore sample content" };
const WEEKS = 12;
const WAITING_SHOWN = 5;
const DRAFTS = { search: "", status: "draft", sort: "changed", page: 1, perPage: 4 } as const;

export const meta: Route.MetaFunction = () => [{ title: "Dashboard | Control panel" }];

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const config = context.get(configContext);
  const settings = await readSettings(db);
  const { time_zone } = settings;
  const [
    content,
    posts,
    samples,
    enquiries,
    waiting,
    setAside,
    mail,
    flood,
    drafts,
    deleted,
    attack,
    knownBackups,
    stillSince,
  ] = await Promise.all([
    countContent(db),
    countRecords(db, blogPosts.table),
    countSamples(db),
    readEnquiries(db, time_zone),
    readWaiting(db, time_zone),
    countSetAside(db),
    readMail(db, mailSetupOf(config, settings)),
    readFlood(db),
    readDrafts(db, time_zone),
    countAllDeleted(db),
    readAttack(db, time_zone),
    listBackups(db),
    jobsStillSince(db),
  ]);
  const firstSteps = await readFirstSteps(db, {
    settings,
    hasMailServer: config.smtpUrl !== undefined,
    hasSamples: samples.length > 0,
  });
  const today = new Date().toLocaleDateString("en-US", { dateStyle: "full", timeZone: time_zone });
  const { trustProxy, backupDir } = config;
  const backups = describeBackups(backupDir ? standingOf(knownBackups, new Date()) : null, time_zone);
  const proxy = context.get(isProxyUnfit) ? proxyMisfit(trustProxy) : null;
  const still = stillSince && words.jobs(shortTime(stillSince, time_zone));
  return {
    content,
    posts,
    samples,
    firstSteps,
    today,
    enquiries,
    waiting,
    setAside,
    mail,
    flood: tellFlood(flood),
    drafts,
    deleted,
    proxy,
    attack,
    backups,
    still,
  };
}

/** The kinds of which samples can be removed, each with how many; case studies, which claim the most, come first. */
async function countSamples(db: Database) {
  const counts = kindsWith("samples").map(async ({ name, samples }) => ({
    name,
    count: await samples.count(db),
  }));
  const found = (await Promise.all(counts)).filter(({ count }) => count > 0);
  return found.sort((a, b) => Number(b.name === "case-studies") - Number(a.name === "case-studies"));
}

/** How many records of all kinds can be brought back. */
async function countAllDeleted(db: Database): Promise<number> {
  const counts = await Promise.all(RESTORABLE_KINDS.map(({ trash }) => countDeleted(db, trash)));
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

/** @returns null where nothing is held back */
function tellFlood({ lastHour, isFlood, held, inLine }: Awaited<ReturnType<typeof readFlood>>) {
  if (!isFlood && held + inLine === 0) return null;
  const told = [
    isFlood && floodLine.enquiries(lastHour),
    held > 0 && floodLine.held(held),
    inLine > 0 && floodLine.inLine(inLine),
    floodLine.end,
  ];
  return { title: floodLine.title, text: told.filter(Boolean).join(" ") };
}

async function readAttack(db: Database, timeZone: string) {
  const attack = await findAttack(db);
  const { title, text } = securityLog.attack;
  return attack && { title, text: text({ ...attack, since: shortTime(attack.since, timeZone) }) };
}

async function readEnquiries(db: Database, timeZone: string) {
  const starts = weekStarts(new Date(), timeZone, WEEKS);
  const { weeks, ...figures } = await readEnquiryFigures(db, starts);
  return {
    ...figures,
    weeks: weeks.map((enquiries, index) => ({ begins: shortDate(starts[index]!, timeZone), enquiries })),
  };
}

async function readWaiting(db: Database, timeZone: string) {
  const { rows, ...counts } = await listWaitingEnquiries(db, WAITING_SHOWN);
  const timed = rows.map(({ created_at, ...row }) => ({
    ...row,
    received: shortTime(created_at, timeZone),
    wait: waitOf(created_at),
  }));
  return { rows: timed, ...counts };
}

async function readDrafts(db: Database, timeZone: string) {
  const [posts, caseStudies] = await Promise.all([
    listPosts(db, { ...DRAFTS, category: "" }),
    listCaseStudies(db, { ...DRAFTS, industry: "" }),
  ]);
  const shown = ({ id, title, updated_at }: { id: string; title: string; updated_at: Date }) => ({
    id,
    title,
    changed: shortDate(updated_at, timeZone),
  });
  return {
    posts: { rows: posts.rows.map(shown), matching: posts.matching },
    caseStudies: { rows: caseStudies.rows.map(shown), matching: caseStudies.matching },
  };
}

const write = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("remove-samples") }),
  z.object({ intent: z.enum(["tick-step", "untick-step"]), step: z.enum(TICKABLE_STEPS) }),
  z.object({ intent: z.literal("restore-samples"), moment: z.iso.datetime({ offset: true }) }),
]);

/**
 * Removes the sample content, each record recoverable for 30 days (decision 0035.28), and brings all of it back that one
 * press removed.
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const asked = write.safeParse(Object.fromEntries(await readPostedForm(request)));
  if (!asked.success) throw data(null, { status: 400 });
  const input = asked.data;
  if (input.intent === "tick-step" || input.intent === "untick-step") return saveTick(db, input);
  if (input.intent === "restore-samples") {
    return save(async () => {
      await db.transaction(async (tx) => {
        for (const { trash } of kindsWith("samples").toReversed())
          await restoreSamples(tx, trash, input.moment);
      });
      await recordOf(args, "samples.restored", {});
    }, SAMPLES_BACK_WORDS);
  }
  const undo = { intent: "restore-samples", moment: "" };
  return save(
    async () => {
      await db.transaction(async (tx) => {
        undo.moment = await readMoment(tx);
        for (const { samples } of kindsWith("samples")) await samples.remove(tx);
      });
      await recordOf(args, "samples.removed", {});
    },
    SAMPLE_WORDS,
    { undo },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitKeepingInput(serverAction, SAMPLE_WORDS.failed);
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const {
    content,
    posts,
    samples,
    firstSteps,
    today,
    enquiries,
    waiting,
    setAside,
    mail,
    flood,
    drafts,
    deleted,
    proxy,
    attack,
    backups,
    still,
  } = loaderData;
  return (
    <>
      <TabHead title="Dashboard" about={today} />
      {backups.alarm && <Warning {...backups.alarm} isAlarm />}
      {proxy && <Warning {...proxy} />}
      {attack && (
        <Warning {...attack}>
          <Link to={`${href("/admin-control-panel-seoprozone/settings")}#security-log`}>
            {securityLog.attack.open}
          </Link>
        </Warning>
      )}
      {flood && <Warning {...flood} />}
      {still && <Warning {...still} />}
      <FirstSteps steps={firstSteps} />
      <div className="kpis">
        <Counter icon={TextCursorInput} label="Website content items" value={content.items}>
          {content.items ? `Across ${counted(content.pages, "page")}` : "All texts are the built-in ones"}
        </Counter>
        <Counter icon={Newspaper} label="Total blog posts" value={posts.total}>
          {posts.samples ? `${posts.samples} of them samples` : "Drafts included"}
        </Counter>
        <Counter icon={CircleCheck} label="Published posts" value={posts.published}>
          Visible on the site
        </Counter>
        <Counter icon={PenLine} label="Draft posts" value={posts.drafts}>
          {posts.drafts ? "Waiting for you" : "Nothing is waiting"}
        </Counter>
      </div>
      <Waiting waiting={waiting} setAside={setAside} />
      <div className="agrid agrid--3">
        <QuickAction
          icon={TextCursorInput}
          title="Website content"
          to={{ pathname: href("/admin-control-panel-seoprozone/content"), search: "?add=new" }}
        >
          Change headings, text and images on any page.
        </QuickAction>
        <QuickAction
          icon={BriefcaseBusiness}
          title="Case studies"
          to={{ pathname: href("/admin-control-panel-seoprozone/case-studies"), search: "?add=1" }}
        >
          Add a result, choose its industry, publish it.
        </QuickAction>
        <QuickAction
          icon={Newspaper}
          title="Blog posts"
          to={{ pathname: href("/admin-control-panel-seoprozone/blog"), search: "?add=1" }}
        >
          Write what you know, keep it as a draft or publish it.
        </QuickAction>
      </div>
      <Enquiries {...enquiries} />
      <div className="agrid agrid--fit">
        {enquiries.total > 0 && (
          <ShareCard
            id="pages"
            title={words.pages}
            shares={enquiries.pages}
            nameOf={(name) => (name === "/" ? words.home : name || words.unknownPage)}
          />
        )}
        <Drafts drafts={drafts} />
        <Upkeep mail={mail} deleted={deleted} backups={backups.lines} />
      </div>
      <Samples samples={samples} />
    </>
  );
}
