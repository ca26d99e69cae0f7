import { data } from "react-router";
import { fill } from "../copy/site/fill.ts";
import { confirmStep, findSubscriber, type Step } from "../features/newsletter/queries.server.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import type { Route } from "./+types/newsletter";
import { loadFrame } from "./frame.server.ts";

/** Changes nothing, because email scanners follow every link. Only a POST counts (decision 0035.13). */
export async function loader({ pattern, params, context }: Route.LoaderArgs) {
  const { settings, head: blogHead, texts } = await loadFrame(context, "blog", "/blog");
  const step = stepOf(pattern);
  const subscriber = await findSubscriber(context.get(ownerDb), step, params.token);
  const words = subscriber ? texts[`newsletter_${step}`] : null;
  const { newsletter_unknown: unknown, detail } = texts;
  const head = {
    ...blogHead,
    title: `${(words ?? unknown).title} | ${settings.site_title}`,
    description: settings.site_description ?? "",
    isIndexable: false,
    isFollowable: false,
    canonical: null,
  };
  const isDone = subscriber?.status === DONE[step];
  const status = subscriber ? 200 : 404;
  const email = subscriber?.email ?? "";
  return data({ head, words, unknown, back: detail.back_label, email, isDone }, { status });
}

/** Handles the button, and one-click Unsubscribe in email clients (RFC 8058). */
export async function action({ pattern, params, context }: Route.ActionArgs) {
  const subscriber = await confirmStep(context.get(ownerDb), stepOf(pattern), params.token);
  return data(null, { status: subscriber ? 200 : 404 });
}

const DONE: Record<Step, string> = { confirm: "confirmed", unsubscribe: "unsubscribed" };

const stepOf = (pattern: string): Step =>
  pattern.startsWith("newsletter/unsubscribe/") ? "unsubscribe" : "confirm";

export const headers = () => ({ "Cache-Control": "no-store" });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData?.head);

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  const { words, unknown, back, email, isDone } = loaderData;
  return (
    <section className="hero hero--alone">
      <div className="wrap">
        <h1 className="display">{words ? (isDone ? words.done_title : words.title) : unknown.title}</h1>
        <p className="lead" role={isDone ? "status" : undefined}>
          {words ? fill(isDone ? words.done_text : words.text, { email }) : unknown.text}
        </p>
        <div className="btns hero__btns">
          {words && !isDone ? (
            <form method="post">
              <button type="submit" className="btn btn--lg">
                {words.button_label}
              </button>
            </form>
          ) : (
            <a className="btn btn--line btn--lg" href="/blog">
              {back}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
