import { useEffect, useRef } from "react";
import { data, href } from "react-router";
import { z } from "zod";
import { enquiriesTab as words } from "../../copy/panel/enquiries-tab.ts";
import { replyTimeLeft } from "../../features/enquiries/age.ts";
import { enquiryFilter } from "../../features/enquiries/filter.ts";
import { countEnquiries, findEnquiry, listEnquiries } from "../../features/enquiries/queries.owner.server.ts";
import { noteRules } from "../../features/enquiries/rules.ts";
import {
  addNote,
  assignEnquiry,
  deleteEnquiries,
  deleteNote,
  restoreEnquiries,
  restoreNote,
  setEnquiryStatus,
} from "../../features/enquiries/writes.owner.server.ts";
import { ENQUIRY_STATUSES, type EnquiryStatus } from "../../features/enquiry-table/statuses.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { describeTrouble, mailSetupOf, mailStateOf } from "../../features/mail/words.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { originOf, recordOf } from "../../features/sign-in/actor.server.ts";
import { listAssignees, readNames } from "../../features/staff/queries.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { idList, pageQuery } from "../../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { seal, unsealQuery } from "../../platform/http/seal.server.ts";
import { isoDay, shortDate, shortTime } from "../../platform/time/dates.ts";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { ExportLink, TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, readForm, save, saveForm } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { auditAgain, auditOther, showAudits } from "./audits.server.ts";
import { EnquiryDetail } from "./detail.tsx";
import { EnquiryList, EnquiryToolbar, NoEnquiries } from "./list.tsx";
import { sendAgain } from "./mail.server.ts";
import { EnquiryViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Enquiries | Control panel" }];

const PER_PAGE = 20;
const { toasts } = words;

const urlQuery = enquiryFilter.extend({
  sort: z.enum(["newest", "oldest"]).catch("newest"),
  page: pageQuery,
  open: z.uuid().optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const { open, ...filter } = urlQuery.parse(await unsealQuery(db, url));
    const { person } = context.get(signedInAs)!;
    const [{ rows, ...list }, counts, chosen, settings, mailConfig, names, assignees] = await Promise.all([
      listEnquiries(db, { ...filter, person, perPage: PER_PAGE }),
      countEnquiries(db),
      open ? findEnquiry(db, open) : null,
      readSettings(db),
      readMailConfig(db, context.get(configContext)),
      readNames(db),
      listAssignees(db),
    ]);
    // If no enquiry is selected, show the first one next to the list.
    const record = chosen ?? (rows[0] ? await findEnquiry(db, rows[0].id) : null);
    const { time_zone, site_title } = settings;
    const time = (date: Date) => shortTime(date, time_zone);
    const setup = mailSetupOf(mailConfig, settings);
    const wait = (row: { status: string; created_at: Date }) =>
      row.status === "new" ? replyTimeLeft(row.created_at) : null;
    return {
      ...list,
      searched: filter.search,
      perPage: PER_PAGE,
      counts,
      rows: rows.map((row) => ({
        ...row,
        status: row.status as EnquiryStatus,
        received: timeInList(row.created_at, time_zone),
        wait: wait(row),
      })),
      assignees,
      mine: assignees.length ? words.assignedTo[person === null ? "none" : "me"] : undefined,
      isChosen: Boolean(chosen),
      record: record && {
        ...record,
        status: record.status as EnquiryStatus,
        received: time(record.created_at),
        wait: wait(record),
        sealedEmail: await seal(db, record.email),
        replySubject: words.detail.replySubject(site_title),
        audits: await showAudits(db, record.id, time),
        notes: record.notes.map((note) => ({
          ...note,
          name: names.get(note.person_id),
          written: time(note.created_at),
        })),
        statusChanges: record.statusChanges.map((change) => ({
          ...change,
          name: names.get(change.person_id),
          made: time(change.created_at),
        })),
        mails: record.mails.map((mail) => ({
          ...mail,
          made: time(mail.created_at),
          state: mailStateOf(mail, setup, time_zone),
          trouble: describeTrouble(mail, setup),
          sent: mail.sent_at && time(mail.sent_at),
        })),
      },
    };
  }, toasts.fetchFailed);
  return data({ list: value, fault });
}

/** Returns the time if the date is today, or else "Yesterday" or the date. */
function timeInList(date: Date, timeZone: string): string {
  const DAY_MS = 24 * 3_600_000;
  const day = isoDay(date, timeZone);
  if (day === isoDay(new Date(), timeZone)) return shortTime(date, timeZone).replace(/^.*?, (?=\d+:)/, "");
  return day === isoDay(new Date(Date.now() - DAY_MS), timeZone)
    ? words.yesterday
    : shortDate(date, timeZone);
}

const ids = idList(PER_PAGE);
const write = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("status"),
    ids,
    status: z.enum(["new", "contacted", "qualified", "won", "lost", "spam"]),
  }),
  z.object({ intent: z.literal("assign"), id: z.uuid(), person: z.union([z.literal(""), z.uuid()]) }),
  z.object({ intent: z.literal("delete"), ids }),
  z.object({ intent: z.literal("audit-other"), id: z.uuid(), website: z.string() }),
  z.object({
    intent: z.enum(["add-note", "delete-note", "restore-note", "send-again", "audit-again", "restore"]),
    id: z.uuid(),
  }),
]);

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const form = await readPostedForm(request);
  const input = parseOr400(write, form);
  switch (input.intent) {
    case "assign":
      return save(() => assignEnquiry(db, input.id, input.person || null), {
        done: toasts.assigned,
        failed: toasts.saveFailed,
      });
    case "status": {
      const { siteUrl } = context.get(configContext);
      const { browser } = originOf(args);
      return save(() => setEnquiryStatus(db, input.ids, input.status, { siteUrl, browser }), {
        done: toasts.status(ENQUIRY_STATUSES[input.status].toLowerCase(), input.ids.length),
        failed: toasts.saveFailed,
      });
    }
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
  const left = useRef<string>(undefined);
  const isOpen = Boolean(list?.isChosen);
  useEffect(() => {
    if (isOpen || !left.current) return;
    document.getElementById(`mail-${left.current}`)?.focus();
    left.current = undefined;
  }, [isOpen]);
  return (
    <>
      <TabHead title={words.title} about={list && words.head(list.counts)}>
        <ExportLink to={href("/admin-control-panel-seoprozone/enquiries.csv")} query={params.toString()}>
          {words.exportCsv}
        </ExportLink>
      </TabHead>
      <EnquiryViews />
      <EnquiryToolbar
        setAside={list?.counts.setAside ?? 0}
        searched={list?.searched ?? null}
        mine={list?.mine}
      />
      {!list && <p className="state">{words.unreadable}</p>}
      {list && !list.record && <NoEnquiries />}
      {list?.record && (
        <div className={list.isChosen ? "card inbox inbox--open" : "card inbox"}>
          <EnquiryList list={list} openId={list.record.id} post={post} />
          <EnquiryDetail
            key={list.record.id}
            record={list.record}
            assignees={list.assignees}
            isChosen={list.isChosen}
            post={post}
            onChoose={() => change({ open: list.record?.id ?? null }, { replace: true })}
            onBack={() => {
              left.current = list.record?.id;
              change({ open: null });
            }}
          />
        </div>
      )}
    </>
  );
}
