import { ArrowLeft, SearchCheck } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { siteCheck as words } from "../../copy/panel/site-check.ts";
import { ISSUE_KINDS, type IssueKind } from "../../features/page-checks/issues.ts";
import {
  acceptIssue,
  forgetAccepted,
  readSiteCheckStatus,
} from "../../features/page-checks/queries.owner.server.ts";
import { requestCheck } from "../../features/page-checks/queries.server.ts";
import { configContext, isContentUntouched, systemDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { ListEmpty, Pager } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useReadingAgain } from "../../ui/panel/reading-again.ts";
import { useRowAction, useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save } from "../saving/save.server.ts";
import type { Route } from "./+types/site";
import { checkPublishedPage } from "./check.server.ts";
import { Group } from "./issues.tsx";
import { readSiteCheck } from "./site.server.ts";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

const kind = z.enum(ISSUE_KINDS);

const urlQuery = z.object({
  kind: kind.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = urlQuery.parse(Object.fromEntries(url.searchParams));
  const { siteUrl, audit } = context.get(configContext);
  const { value, fault } = await loadOrToast(
    () => readSiteCheck(context.get(systemDb), siteUrl, query),
    words.fetchFailed,
  );
  return data({ check: value, kind: query.kind ?? null, looksOutside: audit !== null, fault });
}

const path = z
  .string()
  .regex(/^\/(?![/\\])[^#\\]*$/)
  .max(2_000);
const write = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("check") }),
  z.object({ intent: z.literal("again"), paths: z.string().max(10_000) }),
  z.object({ intent: z.literal("leave"), kind, about: z.string().max(2_000), path }),
  z.object({ intent: z.literal("bring-back") }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(systemDb);
  context.set(isContentUntouched, true);
  const input = parseOr400(write, await readPostedForm(request));
  const { toasts } = words;
  if (input.intent === "check")
    return save(async () => void (await requestCheck(db, true)), {
      done: toasts.started,
      failed: toasts.startFailed,
    });
  if (input.intent === "leave")
    return save(async () => void (await acceptIssue(db, input)), {
      done: toasts.ignored,
      failed: toasts.ignoreFailed,
    });
  if (input.intent === "bring-back")
    return save(async () => void (await forgetAccepted(db)), {
      done: toasts.back,
      failed: toasts.backFailed,
    });
  const paths = parseOr400(z.array(path).max(5), input.paths.split("\n"));
  return save(
    async () => {
      const before = await readSiteCheckStatus(db);
      for (const one of paths) await checkPublishedPage(context, one);
      const after = await readSiteCheckStatus(db);
      return after.broken + after.improve < before.broken + before.improve ? toasts.fixed : toasts.stillThere;
    },
    { done: toasts.checked, failed: toasts.checkFailed },
  );
}

export const clientAction = submitKeepingInputBy(
  {
    check: words.toasts.startFailed,
    leave: words.toasts.ignoreFailed,
    "bring-back": words.toasts.backFailed,
  },
  words.toasts.checkFailed,
);

type Check = NonNullable<Route.ComponentProps["loaderData"]["check"]>;

const isOpen = (last: Check["last"]) => last?.state === "waiting" || last?.state === "running";

const POLL_MS = 2_000;

export default function SiteCheck({ loaderData }: Route.ComponentProps) {
  const { check, kind, looksOutside, fault } = loaderData;
  useToast(fault);
  const isRunning = isOpen(check?.last ?? null);
  useReadingAgain(isRunning, POLL_MS);
  const start = useSaveFetcher();
  return (
    <>
      <Link className="btn btn--ghost ahead__back" to={href("/admin-control-panel-seoprozone/pages")}>
        <ArrowLeft className="i" aria-hidden />
        {words.toPages}
      </Link>
      <TabHead title={words.title} about={words.about}>
        <start.Form method="post">
          <input type="hidden" name="intent" value="check" />
          <button type="submit" className="btn" disabled={isRunning || start.state !== "idle"}>
            <SearchCheck className="i" aria-hidden />
            {isRunning ? words.checking : words.now}
          </button>
        </start.Form>
      </TabHead>
      {check ? (
        <Found check={check} kind={kind} looksOutside={looksOutside} />
      ) : (
        <Unavailable what="site check" />
      )}
    </>
  );
}

function Found({
  check,
  kind,
  looksOutside,
}: {
  check: Check;
  kind: IssueKind | null;
  looksOutside: boolean;
}) {
  const { last, groups, list, pages } = check;
  const { change } = useQueryState();
  const post = useRowAction();
  const isClean = groups.length === 0 && !kind;
  return (
    <>
      <Standing check={check} looksOutside={looksOutside} />
      {kind && (
        <p className="issues__only">
          {words.onlyKind(words.kinds[kind])}{" "}
          <button type="button" className="btn btn--line" onClick={() => change({ kind: null, page: null })}>
            {words.showKinds}
          </button>
        </p>
      )}
      {isClean && !last && <ListEmpty {...words.never} />}
      {isClean && last?.state === "done" && (
        <ListEmpty title={words.clean.title} text={words.clean.text(pages)} />
      )}
      {(["broken", "improve"] as const).map((state) => {
        const ofState = groups.filter((group) => group.state === state);
        return ofState.length ? (
          <section key={state} className="card issues" aria-labelledby={`issues-${state}`}>
            <h2 id={`issues-${state}`}>{words[state]}</h2>
            {ofState.map((group) => (
              <Group key={group.kind} group={group} isAlone={kind !== null} post={post} />
            ))}
          </section>
        ) : null;
      })}
      {list && list.rows.length > 0 && <Pager list={list} />}
      {check.accepted > 0 && (
        <p className="subtle issues__left">
          {words.accepted(check.accepted)}{" "}
          <button type="button" className="btn btn--ghost" onClick={() => post({ intent: "bring-back" })}>
            {words.showIgnored}
          </button>
        </p>
      )}
    </>
  );
}

function Standing({ check, looksOutside }: { check: Check; looksOutside: boolean }) {
  const { last, pages } = check;
  const isRunning = isOpen(last);
  const counts = words.counts(check);
  return (
    <div className="issues__stand">
      {/* Announces the start and the end, not every page. */}
      <p role="status">
        {isRunning ? words.checking : last?.state === "done" ? words.last(last.time, last.read) : ""}
      </p>
      {last && isRunning && (
        <p className="progress">
          <progress
            aria-label={words.checking}
            value={last.state === "running" && last.due ? last.read : undefined}
            max={last.due || 1}
          />
          <span className="num">
            {last.state === "waiting" || !last.due ? words.waiting : words.running(last.read, last.due)}
          </span>
        </p>
      )}
      {last?.state === "failed" && (
        <p className="warn" role="status">
          <span>
            <b>{words.failed}</b> {words.troubles[last.trouble as keyof typeof words.troubles] ?? ""}
          </span>
        </p>
      )}
      {counts && <p>{counts}</p>}
      {last && !isRunning && last.pages > pages && (
        <p className="subtle">{words.bounded(pages, last.pages)}</p>
      )}
      {last && !looksOutside && <p className="subtle">{words.outsideOff}</p>}
    </div>
  );
}
