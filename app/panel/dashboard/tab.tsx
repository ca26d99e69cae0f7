import { BriefcaseBusiness, Newspaper, TextCursorInput } from "lucide-react";
import { href, Link } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { changes } from "../../copy/panel/changes.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { firstSteps } from "../../copy/panel/first-steps.ts";
import { securityLog } from "../../copy/panel/security-log.ts";
import { REMOVE_SAMPLES, SHOW_DATES, TICKABLE_STEPS } from "../../features/first-steps/steps.ts";
import { kindsWith } from "../../features/records/kinds.server.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { may, requireRight } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save, withUndo } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { Counter, QuickAction } from "./cards.tsx";
import { ThisMonth } from "./month.tsx";
import { readContent, readDashboard } from "./read.server.ts";
import { showPublicationDates, toggleStep } from "./steps.server.ts";
import { FirstSteps } from "./steps.tsx";
import { Drafts, ThisWeek, UnansweredEnquiries, Upkeep } from "./to-do.tsx";
import { Warning } from "./warning.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Dashboard | Control panel" }];

export async function loader(args: Route.LoaderArgs) {
  if (may(args.context, "everything")) {
    const { value: shown, fault } = await loadOrToast(() => readDashboard(args), words.fetchFailed);
    return { shown, fault };
  }
  const { value: part, fault } = await loadOrToast(() => readContent(args), words.fetchFailed);
  return { part, fault };
}

const write = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum([REMOVE_SAMPLES, SHOW_DATES]) }),
  z.object({ intent: z.enum(["tick-step", "untick-step"]), step: z.enum(TICKABLE_STEPS) }),
]);

/**
 * Updates the checklist, makes articles show their publication dates, or removes the sample content, which can be
 * restored for 30 days (decision 0035.28).
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  requireRight(context, "everything");
  const db = context.get(ownerDb);
  const input = parseOr400(write, await readPostedForm(request));
  if (input.intent === "tick-step" || input.intent === "untick-step") return toggleStep(db, input);
  if (input.intent === SHOW_DATES) return showPublicationDates(context);
  return save(async () => {
    await db.transaction(async (tx) => {
      for (const { samples } of kindsWith("samples")) await samples.remove(tx);
    });
    await recordOf(args, "samples.removed", {});
    return withUndo(context);
  }, firstSteps.samples);
}

export const clientAction = submitKeepingInput(firstSteps.samples.failed);

export default function Dashboard({ loaderData: { shown, part, fault } }: Route.ComponentProps) {
  useToast(fault);
  if (shown) return <Overview {...shown} />;
  if (part)
    return (
      <div className="dash">
        <TabHead title="Dashboard" about={part.today} />
        <Counters {...part} />
        <QuickActions />
        <div className="agrid agrid--3">
          <Drafts drafts={part.drafts} />
        </div>
      </div>
    );
  return (
    <>
      <TabHead title="Dashboard" />
      <Unavailable what="dashboard" />
    </>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["shown"]>;

/** What to do comes first, then what happened. */
function Overview({ content, posts, attack, backups, week, ...shown }: Shown) {
  return (
    <div className="dash">
      <TabHead title="Dashboard" about={shown.today} />
      {backups.alarm && <Warning {...backups.alarm} isAlarm />}
      {shown.proxy && <Warning {...shown.proxy} />}
      {shown.updates?.update?.isSecurity && (
        <Warning {...words.updates.security(shown.updates.running)} isAlarm>
          {words.updates.available(shown.updates.update.version)}
        </Warning>
      )}
      {attack && (
        <Warning {...attack}>
          <Link to={settingPath("security-log")}>{securityLog.attack.open}</Link>
        </Warning>
      )}
      {shown.flood && <Warning {...shown.flood} />}
      {week.problem && (
        <Warning {...week.problem} isAlarm>
          <Link to={href("/admin-control-panel-seoprozone/changes")}>{changes.form.toChanges}</Link>
        </Warning>
      )}
      {shown.still && <Warning {...shown.still} />}
      <FirstSteps {...shown.firstSteps} samples={shown.samples} />
      <div className="agrid agrid--2">
        <UnansweredEnquiries waiting={shown.waiting} setAside={shown.setAside} />
        <ThisMonth months={shown.months} weeks={shown.weeks} />
      </div>
      {shown.audits && <p className="subtle xs dash__audits">{shown.audits}</p>}
      <div className="agrid agrid--wide">
        <ThisWeek week={week} />
        <Drafts drafts={shown.drafts} />
        <Upkeep {...shown} backups={backups.lines} />
      </div>
      <Counters content={content} posts={posts} />
      <QuickActions />
    </div>
  );
}

function Counters({ content, posts }: Pick<Shown, "content" | "posts">) {
  return (
    <div className="kpis">
      <Counter label="Website content items" value={content.items}>
        {content.items ? `Across ${counted(content.pages, "page")}` : "Nothing customized"}
      </Counter>
      <Counter label="Total blog posts" value={posts.total}>
        {posts.samples ? `Including ${counted(posts.samples, "sample")}` : "Drafts included"}
      </Counter>
      <Counter label="Published posts" value={posts.published}>
        Visible on the site
      </Counter>
      <Counter label="Draft posts" value={posts.drafts}>
        {posts.drafts ? "Not published yet" : "No drafts"}
      </Counter>
    </div>
  );
}

function QuickActions() {
  return (
    <div className="agrid agrid--3">
      <QuickAction
        icon={TextCursorInput}
        title="Website content"
        to={{ pathname: href("/admin-control-panel-seoprozone/content") }}
      >
        Change headings, text and images on any page.
      </QuickAction>
      <QuickAction
        icon={BriefcaseBusiness}
        title="Case studies"
        to={{ pathname: href("/admin-control-panel-seoprozone/case-studies"), search: "?add=1" }}
      >
        Add a case study, choose its industry and publish it.
      </QuickAction>
      <QuickAction
        icon={Newspaper}
        title="Blog posts"
        to={{ pathname: href("/admin-control-panel-seoprozone/blog"), search: "?add=1" }}
      >
        Write what you know, then publish it or save it as a draft.
      </QuickAction>
    </div>
  );
}
