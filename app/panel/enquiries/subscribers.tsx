import { MailPlus, Trash2 } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { serverReplyLabel } from "../../copy/panel/mail.ts";
import { subscribersTab as words } from "../../copy/panel/subscribers.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { describeTrouble, mailSetupOf, mailStateOf } from "../../features/mail/words.server.ts";
import { subscriberFilter } from "../../features/newsletter/filter.ts";
import {
  countSubscribers,
  deleteSubscriber,
  listSubscribers,
  restoreSubscriber,
  SUBSCRIBER_SORTS,
} from "../../features/newsletter/queries.owner.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { pageQuery } from "../../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { seal, unsealQuery } from "../../platform/http/seal.server.ts";
import { shortDate } from "../../platform/time/dates.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { Choice, Filters, Options, SearchBox, SortChoice, useSort } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useRowAction, useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { ExportLink, TabHead } from "../../ui/panel/tab-head.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import { TableCard } from "../../ui/panel/table-card.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { Trouble } from "../../ui/panel/trouble.tsx";
import { loadOrToast, save } from "../saving/save.server.ts";
import type { Route } from "./+types/subscribers";
import { sendAgain } from "./mail.server.ts";
import { EnquiryViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Subscribers | Control panel" }];

const PER_PAGE = 20;
const TONES = { confirmed: "up", pending: "warn", unsubscribed: "line" } as const;
type Status = keyof typeof TONES;

const urlQuery = subscriberFilter.extend({
  sort: z.enum(SUBSCRIBER_SORTS).catch("newest"),
  page: pageQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const filter = urlQuery.parse(await unsealQuery(db, url));
    const [{ rows, ...list }, counts, settings] = await Promise.all([
      listSubscribers(db, { ...filter, perPage: PER_PAGE }),
      countSubscribers(db),
      readSettings(db),
    ]);
    const { time_zone } = settings;
    const setup = mailSetupOf(await readMailConfig(db, context.get(configContext)), settings);
    const day = (date: Date | null) => date && shortDate(date, time_zone);
    return {
      ...list,
      searched: filter.search,
      perPage: PER_PAGE,
      counts,
      rows: await Promise.all(
        rows.map(async ({ id, email, status, mail, created_at, confirmed_at, unsubscribed_at }) => ({
          id,
          email,
          status: status as Status,
          mail: mail && {
            id: mail.id,
            isSent: mail.status === "sent",
            trouble: mail.status === "sent" ? null : describeTrouble(mail, setup),
            state: mailStateOf({ ...mail, recipient: null }, setup, time_zone),
          },
          asked: day(created_at),
          since: day(
            status === "confirmed" ? confirmed_at : status === "unsubscribed" ? unsubscribed_at : null,
          ),
          sealed: await seal(db, email),
        })),
      ),
    };
  }, words.toasts.fetchFailed);
  return data({ list: value, fault });
}

const write = z.object({ intent: z.enum(["send-again", "delete", "restore"]), id: z.uuid() });

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const input = parseOr400(write, await readPostedForm(request));
  const { toasts } = words;
  if (input.intent === "send-again") return sendAgain(context, input.id);
  if (input.intent === "restore") {
    return save(
      async () => {
        await restoreSubscriber(db, input.id);
        await recordOf(args, "subscriber.restored", {});
      },
      { done: toasts.restored, failed: toasts.restoreFailed },
    );
  }
  return save(
    async () => {
      const { id } = await deleteSubscriber(db, input.id);
      await recordOf(args, "subscriber.deleted", {});
      return { undo: { intent: "restore", id } };
    },
    { done: toasts.deleted, failed: toasts.deleteFailed },
  );
}

export const clientAction = submitKeepingInput(words.toasts.deleteFailed);

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    head: words.columns.email,
    className: "tbl__text",
    cell: ({ email, sealed }) => (
      <Link
        to={{
          pathname: href("/admin-control-panel-seoprozone/enquiries/person"),
          search: `?${new URLSearchParams({ email: sealed })}`,
        }}
      >
        <span className="sr">{words.person} </span>
        {email}
      </Link>
    ),
  },
  {
    head: words.columns.status,
    cell: ({ status }) => <span className={`badge badge--${TONES[status]}`}>{words.statuses[status]}</span>,
  },
  {
    head: words.columns.mail,
    className: "subtle tbl__outcome",
    cell: ({ mail }) => (
      <>
        {mail ? mail.state : "–"} {mail?.trouble && <Trouble {...mail.trouble} summary={serverReplyLabel} />}
      </>
    ),
  },
  { head: words.columns.asked, className: "subtle tbl__date", cell: ({ asked }) => asked },
  { head: words.columns.since, className: "subtle tbl__date", cell: ({ since }) => since ?? "–" },
];

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { list, fault } = loaderData;
  const { params } = useQueryState();
  const sort = useSort(words.sorts);
  // Called here, not in the table: Undo must stay when the table disappears with its last row.
  const post = useRowAction();
  const again = useSaveFetcher();
  useToast(fault);
  const remove = (row: Row) => {
    if (window.confirm(words.confirmDelete(row.email))) post({ intent: "delete", id: row.id });
  };
  return (
    <>
      <TabHead title={words.title} about={list && words.head(list.counts)}>
        <ExportLink to={href("/admin-control-panel-seoprozone/subscribers.csv")} query={params.toString()}>
          {words.exportCsv}
        </ExportLink>
      </TabHead>
      <EnquiryViews />
      <div className="toolbar">
        <SearchBox
          label={words.search}
          personal={{
            searched: list?.searched ?? null,
            sealAt: href("/admin-control-panel-seoprozone/seal"),
          }}
        />
        <Filters>
          <Choice name="status" label={words.statusFilter}>
            <option value="">{words.all}</option>
            <Options of={words.statuses} />
          </Choice>
          <SortChoice sorts={words.sorts} />
        </Filters>
      </div>
      {!list && <p className="state">{words.unreadable}</p>}
      {list && (
        <TableCard
          list={list}
          filters={["search", "status"]}
          none={{ title: words.none, text: words.noneText }}
          unmatched={{ title: words.nothingMatches, text: words.nothingMatchesText }}
          showAll={words.showAll}
          caption={words.caption(words.sorts[sort])}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          actions={(row) => (
            <span className="acts">
              {row.mail && !row.mail.isSent && (
                <IconButton
                  icon={MailPlus}
                  title={words.sendAgain}
                  onClick={() =>
                    again.submit({ intent: "send-again", id: row.mail?.id ?? "" }, { method: "post" })
                  }
                >
                  {words.sendAgain} to {row.email}
                </IconButton>
              )}
              <IconButton icon={Trash2} title={words.delete} onClick={() => remove(row)}>
                {words.delete} {row.email}
              </IconButton>
            </span>
          )}
          actionsLabel={words.actions}
        />
      )}
    </>
  );
}
