import {
  BriefcaseBusiness,
  CircleCheck,
  FlaskConical,
  type LucideIcon,
  Newspaper,
  PenLine,
  TextCursorInput,
} from "lucide-react";
import type { ReactNode } from "react";
import { data, href, Link, useFetcher } from "react-router";
import { countPosts, deleteSamplePosts } from "../features/blog/queries.server.ts";
import {
  countSampleIndustries,
  deleteUnusedSampleIndustries,
} from "../features/case-studies/industry-use.server.ts";
import { countCaseStudies, deleteSampleCaseStudies } from "../features/case-studies/queries.owner.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { countContent } from "../features/website-content/queries.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import { keepTyped, type SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/dashboard";
import { save } from "./save.server.ts";

const SAMPLE_WORDS = { done: "Sample content removed", failed: "Failed to remove sample content" };

export const meta: Route.MetaFunction = () => [{ title: "Dashboard | Control panel" }];

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const [content, posts, caseStudies, sampleIndustries, settings] = await Promise.all([
    countContent(db),
    countPosts(db),
    countCaseStudies(db),
    countSampleIndustries(db),
    readSettings(db),
  ]);
  const today = new Date().toLocaleDateString("en-US", { dateStyle: "full", timeZone: settings.time_zone });
  const samples = { caseStudies: caseStudies.samples, posts: posts.samples, industries: sampleIndustries };
  return { content, posts, samples, today };
}

/** Removes the sample content; each record stays recoverable for 30 days (DECISIONS 28). */
export async function action({ request, context }: Route.ActionArgs) {
  if ((await request.formData()).get("intent") !== "remove-samples") throw data(null, { status: 400 });
  return save(
    () =>
      context.get(ownerDb).transaction(async (tx) => {
        await deleteSampleCaseStudies(tx);
        await deleteSamplePosts(tx);
        await deleteUnusedSampleIndustries(tx);
      }),
    SAMPLE_WORDS,
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepTyped(serverAction, SAMPLE_WORDS.failed);
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { content, posts, samples, today } = loaderData;
  return (
    <>
      <div className="ahead">
        <div>
          <h1>Dashboard</h1>
          <p>{today}</p>
        </div>
      </div>
      <div className="kpis">
        <Counter icon={TextCursorInput} label="Website content items" value={content.items}>
          {content.items ? `Across ${plural(content.pages, "page")}` : "All texts are the built-in ones"}
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
      <div className="agrid agrid--3">
        <QuickAction icon={TextCursorInput} title="Website content">
          Change headings, text and images on any page.
        </QuickAction>
        <QuickAction
          icon={BriefcaseBusiness}
          title="Case studies"
          to={href("/admin-control-panel-seoprozone/case-studies")}
        >
          Add a result, choose its industry, publish it.
        </QuickAction>
        <QuickAction icon={Newspaper} title="Blog posts" to={href("/admin-control-panel-seoprozone/blog")}>
          Write, preview and publish what you know.
        </QuickAction>
      </div>
      <Samples {...samples} />
    </>
  );
}

function Counter({
  icon: Icon,
  label,
  value,
  children,
}: {
  icon: LucideIcon;
  label: string;
  value: number;
  children: ReactNode;
}) {
  return (
    <div className="card kpi">
      <span>
        <Icon className="i" aria-hidden />
        {label}
      </span>
      <b className="num">{value.toLocaleString("en-US")}</b>
      <small>{children}</small>
    </div>
  );
}

/** What an owner does most; without `to` it only tells what there will be to do. */
function QuickAction({
  icon: Icon,
  title,
  to,
  children,
}: {
  icon: LucideIcon;
  title: string;
  to?: string;
  children: ReactNode;
}) {
  const content = (
    <>
      <span className="ic">
        <Icon className="i" aria-hidden />
      </span>
      <b>{title}</b>
      <p>{children}</p>
    </>
  );
  return to ? (
    <Link className="card act" to={to}>
      {content}
    </Link>
  ) : (
    <div className="card act">{content}</div>
  );
}

/** Says that there is sample content for as long as there is, and takes it away with one click. */
function Samples({
  caseStudies,
  posts,
  industries,
}: {
  caseStudies: number;
  posts: number;
  industries: number;
}) {
  const fetcher = useFetcher<SaveReply>();
  useToast(fetcher.data?.toast);
  const parts = [
    caseStudies && plural(caseStudies, "case study", "case studies"),
    posts && plural(posts, "blog post"),
    industries && plural(industries, "industry", "industries"),
  ].filter(Boolean);
  if (!parts.length) return null;
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
  const question = `Remove all sample content (${list})? Industries that your own case studies use stay.`;
  return (
    <section className="card samples">
      <span className="ic">
        <FlaskConical className="i" aria-hidden />
      </span>
      <div>
        <h2>Sample content</h2>
        <p>
          {list} are samples with invented clients. Visitors see those that are published. Remove them before
          the site goes public.
        </p>
      </div>
      <fetcher.Form
        method="post"
        onSubmit={(event) => {
          if (!window.confirm(question)) event.preventDefault();
        }}
      >
        <button
          type="submit"
          className="btn btn--line"
          name="intent"
          value="remove-samples"
          disabled={fetcher.state !== "idle"}
        >
          Remove sample content
        </button>
      </fetcher.Form>
    </section>
  );
}

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
