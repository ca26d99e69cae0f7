import { BriefcaseBusiness, CircleCheck, Newspaper, PenLine, TextCursorInput } from "lucide-react";
import { href, Link } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { changes } from "../../copy/panel/changes.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { securityLog } from "../../copy/panel/security-log.ts";
import { SHOW_DATES, TICKABLE_STEPS } from "../../features/first-steps/steps.ts";
import { kindsWith } from "../../features/records/kinds.server.ts";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { may, requireRight } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save, withUndo } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { Counter, QuickAction, Samples } from "./cards.tsx";
import { Enquiries, ShareCard } from "./chart.tsx";
import { readContent, readDashboard } from "./read.server.ts";
import { showPublicationDates, toggleStep } from "./steps.server.ts";
import { FirstSteps } from "./steps.tsx";
import { Drafts, UnansweredEnquiries, Upkeep } from "./to-do.tsx";
import { Warning } from "./warning.tsx";

const SAMPLE_WORDS = { done: "Sample content removed", failed: "Failed to remove sample content" };

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
  z.object({ intent: z.enum(["remove-samples", SHOW_DATES]) }),
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
  }, SAMPLE_WORDS);
}

export const clientAction = submitKeepingInput(SAMPLE_WORDS.failed);

export default function Dashboard({ loaderData: { shown, part, fault } }: Route.ComponentProps) {
  useToast(fault);
  if (shown) return <Overview {...shown} />;
  if (part)
    return (
      <>
        <TabHead title="Dashboard" about={part.today} />
        <Counters {...part} />
        <QuickActions />
        <div className="agrid agrid--fit">
          <Drafts drafts={part.drafts} />
        </div>
      </>
    );
  return (
    <>
      <TabHead title="Dashboard" />
      <Unavailable what="dashboard" />
    </>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["shown"]>;

function Overview({ content, posts, enquiries, attack, backups, ...shown }: Shown) {
  // Unanswered enquiries come first.
  const isAwaited = shown.waiting.total > 0;
  const unanswered = <UnansweredEnquiries waiting={shown.waiting} setAside={shown.setAside} />;
  return (
    <>
      <TabHead title="Dashboard" about={shown.today} />
      {backups.alarm && <Warning {...backups.alarm} isAlarm />}
      {shown.proxy && <Warning {...shown.proxy} />}
      {attack && (
        <Warning {...attack}>
          <Link to={`${href("/admin-control-panel-seoprozone/settings")}#security-log`}>
            {securityLog.attack.open}
          </Link>
        </Warning>
      )}
      {shown.flood && <Warning {...shown.flood} />}
      {shown.changes && (
        <Warning {...shown.changes}>
          <Link to={href("/admin-control-panel-seoprozone/changes")}>{changes.form.toChanges}</Link>
        </Warning>
      )}
      {shown.still && <Warning {...shown.still} />}
      {isAwaited && unanswered}
      <FirstSteps steps={shown.firstSteps} />
      <Counters content={content} posts={posts} />
      {!isAwaited && unanswered}
      <QuickActions />
      <Enquiries {...enquiries} />
      {shown.audits && <p className="subtle xs dash__audits">{shown.audits}</p>}
      <div className="agrid agrid--fit">
        {enquiries.total > 0 && (
          <ShareCard
            id="pages"
            title={words.pages}
            shares={enquiries.pages}
            nameOf={(name) => (name === "/" ? words.home : name || words.unknownPage)}
          />
        )}
        <Drafts drafts={shown.drafts} />
        <Upkeep mail={shown.mail} site={shown.site} deleted={shown.deleted} backups={backups.lines} />
      </div>
      <Samples samples={shown.samples} />
    </>
  );
}

function Counters({ content, posts }: Pick<Shown, "content" | "posts">) {
  return (
    <div className="kpis">
      <Counter icon={TextCursorInput} label="Website content items" value={content.items}>
        {content.items ? `Across ${counted(content.pages, "page")}` : "Nothing customized"}
      </Counter>
      <Counter icon={Newspaper} label="Total blog posts" value={posts.total}>
        {posts.samples ? `Including ${counted(posts.samples, "sample")}` : "Drafts included"}
      </Counter>
      <Counter icon={CircleCheck} label="Published posts" value={posts.published}>
        Visible on the site
      </Counter>
      <Counter icon={PenLine} label="Draft posts" value={posts.drafts}>
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
