import { useEffect, useRef } from "react";
import { data, href } from "react-router";
import { z } from "zod";
import { enquiriesTab as words } from "../../copy/panel/enquiries-tab.ts";
import { replyMail } from "../../copy/panel/reply.ts";
import { ENQUIRY_VIEWS, enquiryFilter } from "../../features/enquiries/filter.ts";
import { addDays, addWorkingDays, isDay, workingDays } from "../../features/enquiries/next-step.ts";
import {
  countEnquiries,
  findDue,
  findEnquiry,
  listEnquiries,
  listKnown,
  sortOf,
} from "../../features/enquiries/queries.owner.server.ts";
import { noteRules } from "../../features/enquiries/rules.ts";
import {
  addNote,
  deleteEnquiries,
  deleteNote,
  restoreEnquiries,
  restoreNote,
  undoEnquiryChanges,
} from "../../features/enquiries/writes.owner.server.ts";
import { ENQUIRY_STATUSES, type EnquiryStatus, stageNames } from "../../features/enquiry-table/statuses.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { mailSetupOf } from "../../features/mail/words.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { listAssignees, readNames } from "../../features/staff/queries.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { idList, pageQuery } from "../../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { seal, unsealQuery } from "../../platform/http/seal.server.ts";
import { text } from "../../platform/text/text-rules.ts";
import { isoDay, shortTime } from "../../platform/time/dates.ts";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { ExportLink, TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, readForm, save, saveForm } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { auditAgain, auditOther, showAudits } from "./audits.server.ts";
import { byOf, changeFields, describeChange } from "./change.server.ts";
import { describeDeal, idleDays, timeInList } from "./deal.server.ts";
import { EnquiryDetail } from "./detail.tsx";
import { ASKED_MAX, useForgottenInput } from "./forgotten-input.ts";
import { EnquiryList } from "./list.tsx";
import { sendAgain } from "./mail.server.ts";
import { answer, describeMails, REPLY_INTENTS, readTemplates } from "./reply.server.ts";
import { EnquiryViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Enquiries | Control panel" }];

const PER_PAGE = 20;
const { toasts } = words;

const urlQuery = enquiryFilter.extend({
  status: z.enum(ENQUIRY_VIEWS).optional().catch(undefined),
  sort: z.enum(["newest", "oldest"]).optional().catch(undefined),
  page: pageQuery,
  open: z.uuid().optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const { open, sort, status, ...filter } = urlQuery.parse(await unsealQuery(db, url));
    const { person } = context.get(signedInAs)!;
    const [settings, mailConfig, names, assignees, texts] = await Promise.all([
      readSettings(db),
      readMailConfig(db, context.get(configContext)),
      readNames(db),
      listAssignees(db),
      loadTexts(db, ["contact"]),
    ]);
    const { time_zone, site_title } = settings;
    const today = isoDay(new Date(), time_zone);
    // A search looks everywhere.
    const view = status ?? (filter.search ? "all" : "new");
    const order = sort ?? sortOf(view);
    const [{ rows, ...list }, counts, record] = await Promise.all([
      listEnquiries(db, { ...filter, status: view, sort: order, person, today, perPage: PER_PAGE }),
      countEnquiries(db),
      open ? findEnquiry(db, open) : null,
    ]);
    const time = (date: Date) => shortTime(date, time_zone);
    const setup = mailSetupOf(mailConfig, settings);
    const stages = stageNames(settings);
    const ofList = rows[rows.findIndex(({ id }) => id === record?.id) + 1] ?? rows[0];
    const isLast = record && (!ofList || ofList.id === record.id);
    const next =
      isLast && (view === "new" || view === "overdue")
        ? { view: "today" as const, ...(await findDue(db, today, record.id)) }
        : { view, ...(isLast ? {} : ofList) };
    return {
      ...list,
      ...{ view, order, today, stages, counts, assignees },
      searched: filter.search,
      perPage: PER_PAGE,
      rows: rows.map((row) => ({
        ...row,
        ...describeDeal(row, today),
        received: timeInList(row.created_at, time_zone),
        idle: idleDays(row),
        assignee: names.get(row.assigned_to ?? "") ?? "",
      })),
      mine: assignees.length ? words.assignedTo[person === null ? "none" : "me"] : undefined,
      next: next.id ? { id: next.id, name: next.name!, view: next.view } : null,
      record: record && {
        ...record,
        ...describeDeal(record, today),
        received: time(record.created_at),
        sealedEmail: await seal(db, record.email),
        replySubject: replyMail.subject(site_title),
        templates: await readTemplates(context, record, settings),
        days: {
          days: addWorkingDays(today, 3, workingDays(texts.contact.hours.items)),
          week: addDays(today, 7),
          month: addDays(today, 30),
        },
        audits: await showAudits(db, record.id, time),
        notes: record.notes.map((note) => ({
          ...note,
          name: names.get(note.person_id),
          written: time(note.created_at),
        })),
        changes: record.changes.map((change) => ({
          ...change,
          words: describeChange(change, { stages, names, today }),
          name: names.get(change.person_id),
          made: time(change.created_at),
        })),
        ...describeMails(record, { setup, timeZone: time_zone, names }),
      },
    };
  }, toasts.fetchFailed);
  return data({ list: value, fault });
}

const ids = idList(PER_PAGE);
const write = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("change"),
      ids,
      status: z.enum(Object.keys(ENQUIRY_STATUSES) as EnquiryStatus[]).optional(),
      assigned_to: z.union([z.literal(""), z.uuid()]).optional(),
      follow_up_on: z.union([z.literal(""), z.string().refine(isDay)]).optional(),
      lost_reason: text(200).optional(),
      value: z.string().optional(),
    })
    .refine(({ intent: _, ids: __, ...fields }) => Object.values(fields).some((one) => one !== undefined)),
  z.object({ intent: z.literal("delete"), ids }),
  z.object({ intent: z.literal("known"), ids: idList(ASKED_MAX) }),
  z.object({ intent: z.enum(REPLY_INTENTS), id: z.uuid() }),
  z.object({ intent: z.literal("audit-other"), id: z.uuid(), website: z.string() }),
  z.object({
    intent: z.enum([
      "add-note",
      "delete-note",
      "restore-note",
      "send-again",
      "audit-again",
      "restore",
      "undo-change",
    ]),
    id: z.uuid(),
  }),
]);

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const form = await readPostedForm(request);
  const input = parseOr400(write, form);
  switch (input.intent) {
    case "reply":
    case "undo-reply":
    case "add-answer":
    case "delete-answer":
    case "restore-answer":
      return answer(args, input, form);
    case "known":
      // For `useForgottenInput`. Not a save, so nothing reloads.
      return { isSaved: false, toast: null, known: await listKnown(db, input.ids) };
    case "change": {
      const { intent: _, ids, ...fields } = input;
      return changeFields(args, ids, fields, form);
    }
    case "undo-change":
      return save(() => undoEnquiryChanges(db, input.id, byOf(args)), {
        done: toasts.undone,
        failed: toasts.undoFailed,
      });
    case "add-note":
      return saveForm(
        readForm(form, noteRules),
        async ({ note }) => void (await addNote(db, input.id, note)),
        { done: toasts.noteAdded, failed: toasts.noteFailed, missing: words.detail.noteMissing },
        ["note"],
      );
    case "delete-note":
      return save(
        async () => ({ undo: { intent: "restore-note", id: (await deleteNote(db, input.id)).id } }),
        { done: toasts.noteDeleted, failed: toasts.noteDeleteFailed },
      );
    case "restore-note":
      return save(async () => void (await restoreNote(db, input.id)), {
        done: toasts.noteRestored,
        failed: toasts.noteRestoreFailed,
      });
    case "send-again":
      return sendAgain(context, input.id);
    case "audit-again":
      return auditAgain(context, input.id);
    case "audit-other":
      return auditOther(context, input.id, input.website);
    case "delete":
      return save(
        async () => {
          const { id, count } = await deleteEnquiries(db, input.ids);
          await recordOf(args, "enquiries.deleted", { count });
          return { undo: { intent: "restore", id } };
        },
        { done: toasts.deleted(input.ids.length), failed: toasts.deleteFailed },
      );
    case "restore": {
      const said = { done: "", failed: toasts.restoreFailed };
      return save(async () => {
        const count = await restoreEnquiries(db, input.id);
        said.done = toasts.restored(count);
        await recordOf(args, "enquiries.restored", { count });
      }, said);
    }
  }
}

export const clientAction = submitKeepingInput(toasts.saveFailed);

export default function Enquiries({ loaderData }: Route.ComponentProps) {
  const { list, fault } = loaderData;
  const { params, change } = useQueryState();
  const fetcher = useSaveFetcher();
  const post = (values: Record<string, string>) => fetcher.submit(values, { method: "post" });
  useToast(fault);
  useForgottenInput();
  const left = useRef<string>(undefined);
  const record = list?.record;
  useEffect(() => {
    if (record || !left.current) return;
    document.getElementById(`enquiry-${left.current}`)?.focus();
    left.current = undefined;
  }, [record]);
  return (
    <>
      <TabHead title={words.title} about={list && words.head(list.counts)}>
        <ExportLink to={href("/admin-control-panel-seoprozone/enquiries.csv")} query={params.toString()}>
          {words.exportOf(exported(params, list))}
        </ExportLink>
      </TabHead>
      {!record && <EnquiryViews />}
      {!list && <p className="state">{words.unreadable}</p>}
      {list && !record && <EnquiryList list={list} post={post} />}
      {list && record && (
        <EnquiryDetail
          key={record.id}
          record={record}
          stages={list.stages}
          today={list.today}
          assignees={list.assignees}
          next={list.next}
          post={post}
          sent={fetcher.state === "idle" ? undefined : fetcher.formData}
          onBack={() => {
            left.current = record.id;
            change({ open: null });
          }}
        />
      )}
    </>
  );
}

/** Returns what the export has: all but spam, unless the URL names a list or a filter. */
function exported(params: URLSearchParams, list: { searched: string; stages: object } | null): string {
  const view = params.get("status");
  if (list?.searched || params.get("form") || params.get("assigned")) return words.exportShown;
  const labels: Record<string, string> = { ...list?.stages };
  for (const [name, { label }] of Object.entries(words.tabs)) labels[name] = label;
  return view ? (labels[view] ?? words.exportShown) : words.tabs.all.label;
}
