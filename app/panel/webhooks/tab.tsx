import { useState } from "react";
import { data } from "react-router";
import { z } from "zod";
import { webhookWords as words } from "../../copy/panel/webhooks.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { DELIVERIES_SHOWN, listDeliveries } from "../../features/webhooks/deliveries.server.ts";
import { listEndpoints, openEndpoint } from "../../features/webhooks/endpoints.server.ts";
import type { Delivery } from "../../features/webhooks/queue.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { ListEmpty } from "../../ui/panel/list-parts.tsx";
import { PreviewLink } from "../../ui/panel/preview-link.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { answerWebhooks, type WebhookReply } from "./action.server.ts";
import { WebhookForm } from "./form.tsx";
import { WebhookLog } from "./log.tsx";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const open = z
    .uuid()
    .optional()
    .catch(undefined)
    .parse(url.searchParams.get("open") ?? undefined);
  const { value, fault } = await loadOrToast(
    () => readWebhooks(db, context.get(configContext), open),
    words.errors.fetchFailed,
  );
  return data({ list: value?.list ?? null, log: value?.log ?? null, fault });
}

async function readWebhooks(db: Database, config: Config, open: string | undefined) {
  const [endpoints, rows, { time_zone }] = await Promise.all([
    listEndpoints(db),
    open ? listDeliveries(db, open) : [],
    readSettings(db),
  ]);
  const when = (date: Date) => shortTime(date, time_zone);
  const now = new Date();
  const list = endpoints.map(({ endpoint, waiting }) => {
    const { id, name, host, format, events, sends_personal, is_on, off_reason, version, next_try_at } =
      endpoint;
    const isLost = !openEndpoint(config, endpoint);
    const { states } = words;
    const isDown = is_on && next_try_at !== null && next_try_at > now;
    const off = off_reason === "gone" || off_reason === "failing" ? off_reason : "off";
    const state = isLost ? "lost" : is_on ? "on" : off;
    return {
      ...{ id, name, host, format, events, sends_personal, is_on, version, isLost },
      isBad: isLost || isDown || off_reason !== "",
      state: isDown && !isLost ? states.retrying(when(next_try_at)) : states[state],
      waiting: waiting ? states.waiting(waiting) : "",
    };
  });
  const opened = endpoints.find(({ endpoint }) => endpoint.id === open)?.endpoint;
  const blocked = opened?.next_try_at && opened.next_try_at > now ? opened.next_try_at : null;
  const nextOf = ({ state, next_try_at }: Delivery) => {
    const next = blocked && blocked > next_try_at ? blocked : next_try_at;
    return state === "waiting" && next > now ? words.deliveries.next(when(next)) : "";
  };
  const log = opened && {
    id: opened.id,
    most: DELIVERIES_SHOWN,
    rows: rows.map((row) => ({
      ...{ id: row.id, event: row.event, attempts: row.attempts, status: row.status, trouble: row.trouble },
      ...{ answer: row.answer, took_ms: row.took_ms, when: when(row.at), next: nextOf(row) },
      state: row.state as "waiting" | "done" | "failed" | "dropped",
      url: row.enquiry_id && `enquiries?open=${row.enquiry_id}`,
    })),
  };
  return { list, log };
}

export const action = (args: Route.ActionArgs) => answerWebhooks(args);

const { toasts } = words;
const FAILED = {
  rotate: toasts.rotateFailed,
  delete: toasts.deleteFailed,
  test: toasts.testFailed,
  again: toasts.againFailed,
  count: toasts.sinceFailed,
  since: toasts.sinceFailed,
};
export const clientAction = submitKeepingInputBy(FAILED, toasts.saveFailed);

type Loaded = Route.ComponentProps["loaderData"];
export type Endpoint = NonNullable<Loaded["list"]>[number];
export type Log = NonNullable<Loaded["log"]>;

const COLUMNS: Column<Endpoint>[] = [
  {
    head: words.columns.name,
    className: "tbl__main",
    cell: ({ name, host }) => (
      <span className="tbl__named">
        <b>{name}</b> <small>{host}</small>
      </span>
    ),
  },
  {
    head: words.columns.events,
    cell: ({ events }) =>
      events.map((event) => (words.events as Record<string, string>)[event] ?? event).join(", "),
  },
  {
    head: words.columns.state,
    className: "tbl__outcome",
    cell: ({ state, isBad, is_on, waiting }) => (
      <>
        <span className={`badge badge--${isBad ? "down" : is_on ? "up" : "line"}`}>{state}</span>{" "}
        {waiting && <small>{waiting}</small>}
      </>
    ),
  },
];

export default function Webhooks({ loaderData: { list, log, fault } }: Route.ComponentProps) {
  useToast(fault);
  const { params, change } = useQueryState();
  const [secret, setSecret] = useState<string>();
  const post = useRowAction<WebhookReply>((reply) => reply.secret && setSecret(reply.secret));
  const edited = list?.find(({ id }) => id === params.get("edit"));
  const opened = list?.find(({ id }) => id === log?.id);
  const close = () => change({ add: null, edit: null });
  return (
    <>
      <TabHead title={words.title} about={words.about}>
        <AddButton onClick={() => change({ add: "1", edit: null })}>{words.add}</AddButton>
      </TabHead>
      <div className="setts">
        {secret && <PreviewLink link={secret} label={words.secret.label} says={words.secret} />}
        {!list && <Unavailable what="webhooks" />}
        {list?.length === 0 && <ListEmpty title={words.none} text={words.noneText} />}
        {list && list.length > 0 && (
          <div className="card">
            <Table
              caption={words.caption}
              columns={COLUMNS}
              rows={list}
              keyOf={({ id }) => id}
              actions={(row) => <RowButtons row={row} post={post} />}
            />
          </div>
        )}
        {log && opened && <WebhookLog endpoint={opened} log={log} onClose={() => change({ open: null })} />}
      </div>
      {list && (edited || params.has("add")) && (
        <WebhookForm
          key={edited?.id}
          endpoint={edited ?? null}
          onClose={close}
          onSaved={(made) => {
            setSecret(made);
            close();
          }}
        />
      )}
    </>
  );
}

function RowButtons({ row, post }: { row: Endpoint; post: (values: Record<string, string>) => void }) {
  const { id, name, format } = row;
  const { change } = useQueryState();
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="btn btn--ghost" onClick={onClick}>
      {label}
      <span className="sr"> {name}</span>
    </button>
  );
  const asking = (intent: string, question: string) => () => {
    if (window.confirm(question)) post({ intent, id });
  };
  const { rotate, confirmRotate, remove, confirmDelete } = words.actions;
  return (
    <>
      {button(words.log, () => change({ open: id }))}
      {button(words.edit, () => change({ edit: id, add: null }))}
      {format === "standard" && button(rotate, asking("rotate", confirmRotate(name)))}
      {button(remove, asking("delete", confirmDelete(name)))}
    </>
  );
}
