import { ArrowLeft, Pencil, Undo2 } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { history as words } from "../../copy/panel/history.ts";
import { recordOf } from "../../features/admin-session/actor.server.ts";
import { FieldDifference } from "../../features/history/field-difference.tsx";
import { type FieldChange, listSteps, restoreRevision } from "../../features/history/queries.server.ts";
import { KIND_NAMES, KINDS } from "../../features/records/kinds.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { ownerDb } from "../../platform/context.server.ts";
import { shortTime } from "../../platform/dates.ts";
import { parseOr400, readPostedForm } from "../../platform/posted-form.server.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save } from "../save.server.ts";
import type { Route } from "./+types/record";

export const meta: Route.MetaFunction = () => [{ title: "History | Control panel" }];

const urlQuery = z.object({
  kind: z.enum(KIND_NAMES),
  id: z.string().min(1).max(500),
  before: z.uuid().optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = urlQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw data(null, { status: 404 });
  const { kind, id, before } = asked.data;
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const [found, { time_zone }] = await Promise.all([listSteps(db, kind, id, before), readSettings(db)]);
    const steps = (found?.steps ?? []).map(({ at, ...step }) => ({
      ...step,
      when: shortTime(at, time_zone),
    }));
    const editor = KINDS.find(({ name }) => name === kind)?.editor(id) ?? null;
    return { name: found?.name ?? "", steps, next: found?.next ?? null, editor, isNewest: !before };
  }, words.fetchFailed);
  return data({ record: value, fault });
}

const restore = z.object({
  intent: z.literal("restore"),
  id: z.uuid(),
  field: z.string().max(100).optional(),
});

export async function action(args: Route.ActionArgs) {
  const { id, field } = parseOr400(restore, await readPostedForm(args.request));
  const undo = { intent: "", id: "" };
  return save(
    async () => {
      const { name, undo: before } = await restoreRevision(args.context.get(ownerDb), id, field);
      Object.assign(undo, { intent: "restore", id: before });
      await recordOf(args, "version.restored", { name });
    },
    { done: words.restored, failed: words.restoreFailed },
    { undo },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitKeepingInput(serverAction, words.restoreFailed);
}

type Step = NonNullable<Route.ComponentProps["loaderData"]["record"]>["steps"][number];

/** What one record, text, page's SEO or setting was before, change by change. */
export default function RecordHistory({ loaderData }: Route.ComponentProps) {
  const { record, fault } = loaderData;
  useToast(fault);
  const post = useRowAction();
  return (
    <>
      <Link className="btn btn--ghost ahead__back" to={href("/admin-control-panel-seoprozone/activity")}>
        <ArrowLeft className="i" aria-hidden />
        {words.record.back}
      </Link>
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
      {record && record.steps.length > 0 && (
        <ol className="history">
          {record.steps.map((step, i) => (
            <li className="card" key={step.id}>
              <StepHead
                step={step}
                isNow={record.isNewest && i === 0}
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

function StepHead({ step, isNow, onRestore }: { step: Step; isNow: boolean; onRestore: () => void }) {
  const { happening, when } = step;
  return (
    <div className="history__h">
      <h2>
        {words.happenings[happening]} <span className="subtle xs">{when}</span>
      </h2>
      {isNow ? (
        <span className="badge badge--blue">{words.record.current}</span>
      ) : (
        <button type="button" className="btn btn--line" onClick={onRestore}>
          <Undo2 className="i" aria-hidden />
          {words.record.restore}
          <span className="sr"> ({when})</span>
        </button>
      )}
    </div>
  );
}

function Field({ field, onRestore }: { field: FieldChange; onRestore: () => void }) {
  return (
    <div className="history__b">
      <div className="history__f">
        <h3>{field.label}</h3>
        {field.isRestorable && (
          <button type="button" className="btn btn--ghost" onClick={onRestore}>
            {words.record.restoreField}
            <span className="sr"> {field.label}</span>
          </button>
        )}
      </div>
      <FieldDifference {...field} />
    </div>
  );
}
