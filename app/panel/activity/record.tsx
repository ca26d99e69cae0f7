import { ArrowLeft, Eye, GitCompareArrows, Pencil, Undo2 } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { history as words } from "../../copy/panel/history.ts";
import {
  compareVersions,
  findKindOf,
  listSteps,
  listVersions,
  restoreRevision,
} from "../../features/history/queries.server.ts";
import { KIND_NAMES, KINDS } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { requireKinds } from "../../features/sign-in/proof.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may, requireRight } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb, systemDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save, withUndo } from "../saving/save.server.ts";
import type { Route } from "./+types/record";
import { Comparison } from "./comparison.tsx";
import { Field } from "./field.tsx";
import { hasPage, pastPath } from "./past-path.ts";
import { isScheduled, whatHappened } from "./what-happened.ts";
import { withActors } from "./who.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "History | Control panel" }];

const urlQuery = z.object({
  kind: z.enum(KIND_NAMES),
  id: z.string().min(1).max(500),
  before: z.uuid().optional().catch(undefined),
  from: z.uuid().optional().catch(undefined),
  to: z.uuid().optional().catch(undefined),
});

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const asked = urlQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw data(null, { status: 404 });
  const { kind, id, before, from, to } = asked.data;
  requireRight(context, rightOfKind(kind));
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const [found, { time_zone }] = await Promise.all([listSteps(db, kind, id, before), readSettings(db)]);
    const compared = from && to ? await readComparison(db, { kind, id, from, to }, time_zone) : null;
    const known = await withActors(context.get(systemDb), request, found?.steps ?? []);
    const steps = known.map(({ at, ...step }) => ({
      ...step,
      when: shortTime(at, time_zone),
    }));
    const editor = KINDS.find(({ name }) => name === kind)?.editor(id) ?? null;
    return {
      name: found?.name ?? "",
      steps,
      next: found?.next ?? null,
      editor,
      isNewest: !before,
      newest: found?.newest ?? null,
      compared,
    };
  }, words.fetchFailed);
  return data({ record: value, fault, hasActivity: may(context, "content") });
}

type Asked = { kind: KindName; id: string; from: string; to: string };

async function readComparison(db: Database, { kind, id, from, to }: Asked, timeZone: string) {
  const [found, versions] = await Promise.all([
    compareVersions(db, kind, id, [from, to]),
    listVersions(db, kind, id),
  ]);
  const { now, ops } = words.comparison;
  const labeled = versions.map(({ id, op, at, labels }, i) => {
    const what = labels.length ? labels.join(", ") : ops[op];
    return { id, label: `${shortTime(at, timeZone)}${i === 0 ? ` (${now})` : ""}: ${what}` };
  });
  const [first, last] = [found?.from ?? from, found?.to ?? to];
  const hasPages = [first, last].every((id) => {
    const version = versions.find((one) => one.id === id);
    return version && hasPage(kind, version.op === "delete");
  });
  return { versions: labeled, found, from: first, to: last, hasPages };
}

const restore = z.object({
  intent: z.literal("restore"),
  id: z.uuid(),
  field: z.string().max(100).optional(),
});

export async function action(args: Route.ActionArgs) {
  const { id, field } = parseOr400(restore, await readPostedForm(args.request));
  const kind = await findKindOf(args.context.get(ownerDb), id);
  await requireKinds(args, kind ? [kind] : []);
  return save(
    async () => {
      const name = await restoreRevision(args.context.get(ownerDb), id, field);
      await recordOf(args, "version.restored", { name });
      return withUndo(args.context);
    },
    { done: words.restored, failed: words.restoreFailed },
  );
}

export const clientAction = submitKeepingInput(words.restoreFailed);

type Step = NonNullable<Route.ComponentProps["loaderData"]["record"]>["steps"][number];

export default function RecordHistory({ loaderData }: Route.ComponentProps) {
  const { record, fault, hasActivity } = loaderData;
  useToast(fault);
  const post = useRowAction();
  return (
    <>
      {hasActivity && (
        <Link className="btn btn--ghost ahead__back" to={href("/admin-control-panel-seoprozone/activity")}>
          <ArrowLeft className="i" aria-hidden />
          {words.record.back}
        </Link>
      )}
      <TabHead
        title={record?.name ? `${words.record.title}: ${record.name}` : words.record.title}
        about={words.record.about}
      >
        {record?.editor && (
          <Link className="btn btn--line" to={record.editor}>
            <Pencil className="i" aria-hidden />
            {words.record.edit}
          </Link>
        )}
      </TabHead>
      {!record && <p className="state">{words.unreadable}</p>}
      {record?.steps.length === 0 && <p className="state">{words.record.none}</p>}
      {record?.compared && <Comparison {...record.compared} />}
      {record && record.steps.length > 0 && (
        <ol className="history">
          {record.steps.map((step, i) => (
            <li className="card" key={step.id}>
              <StepHead
                step={step}
                isNow={record.isNewest && i === 0}
                newest={record.newest}
                onRestore={() => post({ intent: "restore", id: step.id })}
              />
              {step.fields.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  onRestore={() => post({ intent: "restore", id: step.id, field: field.name })}
                />
              ))}
              {!step.fields.length && (
                <p className="history__b muted">
                  {words.record.noFields[step.happening === "known" ? "known" : "other"]}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {record?.next && <Earlier before={record.next} step={record.steps[0]!} />}
    </>
  );
}

function Earlier({ before, step: { kind, recordId } }: { before: string; step: Step }) {
  return (
    <p>
      <Link className="btn btn--line" to={`?${new URLSearchParams({ kind, id: recordId, before })}`}>
        {words.more}
      </Link>
    </p>
  );
}

function StepHead({
  step,
  isNow,
  newest,
  onRestore,
}: {
  step: Step;
  isNow: boolean;
  newest: string | null;
  onRestore: () => void;
}) {
  const { id, kind, recordId, happening, publishing, when, who } = step;
  const both = newest && new URLSearchParams({ kind, id: recordId, from: id, to: newest });
  return (
    <div className="history__h">
      <h2>
        {whatHappened(step)} <span className="subtle xs">{when}</span>
        {who && (
          <span className="subtle xs history__w">
            {isScheduled(publishing) && `${words.scheduledBy} `}
            {[who.name, who.browser, who.isThis ? words.thisBrowser : who.network].filter(Boolean).join(", ")}
          </span>
        )}
      </h2>
      {isNow ? (
        <span className="badge badge--blue">{words.record.current}</span>
      ) : (
        <div className="btns">
          {hasPage(kind, happening === "purged") && (
            <a className="btn btn--ghost" href={pastPath(id)} target="_blank" rel="noopener">
              <Eye className="i" aria-hidden />
              {words.past.page}
              <span className="sr">
                {" "}
                ({when}, {words.past.hint})
              </span>
            </a>
          )}
          {both && (
            <Link className="btn btn--ghost" to={`?${both}`}>
              <GitCompareArrows className="i" aria-hidden />
              {words.record.compare}
              <span className="sr"> ({when})</span>
            </Link>
          )}
          <button type="button" className="btn btn--line" onClick={onRestore}>
            <Undo2 className="i" aria-hidden />
            {words.record.restore}
            <span className="sr"> ({when})</span>
          </button>
        </div>
      )}
    </div>
  );
}
