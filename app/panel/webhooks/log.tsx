import { type FormEvent, useState } from "react";
import { webhookWords } from "../../copy/panel/webhooks.ts";
import { useReadingAgain } from "../../ui/panel/reading-again.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import type { WebhookReply } from "./action.server.ts";
import type { Endpoint, Log } from "./tab.tsx";

const { deliveries: words, actions, troubles, ...all } = webhookWords;
const EVERY_MS = 2_000;
const TONES = { waiting: "line", done: "up", failed: "down", dropped: "warn" } as const;

type Row = Log["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    head: words.columns.event,
    className: "tbl__main",
    cell: ({ event, url }) => {
      const name = event === "test" ? all.test : (all.events as Record<string, string>)[event];
      return url ? <a href={url}>{name}</a> : name;
    },
  },
  { head: words.columns.at, className: "subtle tbl__date", cell: ({ when }) => when },
  {
    head: words.columns.state,
    className: "tbl__outcome",
    cell: ({ state, attempts, next }) => (
      <>
        <span className={`badge badge--${TONES[state]}`}>{words.states[state]}</span>{" "}
        {attempts > 0 && <small>{[words.attempts(attempts), next].filter(Boolean).join(", ")}</small>}
      </>
    ),
  },
  {
    head: words.columns.answer,
    className: "tbl__outcome",
    cell: ({ status, trouble, answer, took_ms }) => (
      <>
        {status ? `${status}, ${words.took(took_ms ?? 0)}` : (troubles[trouble] ?? trouble)}{" "}
        {answer && <small>{answer.slice(0, 200)}</small>}
      </>
    ),
  },
];

/** Shows an endpoint's newest deliveries, and sends tests, single deliveries or everything since a day. */
export function WebhookLog({
  endpoint,
  log,
  onClose,
}: {
  endpoint: Endpoint;
  log: Log;
  onClose: () => void;
}) {
  const fetcher = useSaveFetcher<WebhookReply>();
  const post = (intent: string, id: string) => fetcher.submit({ intent, id }, { method: "post" });
  useReadingAgain(
    log.rows.some(({ state }) => state === "waiting"),
    EVERY_MS,
  );
  return (
    <section className="card" aria-label={words.title(endpoint.name)}>
      <div className="sett__b">
        <h2 className="fsec">{words.title(endpoint.name)}</h2>
        <SendSince key={endpoint.id} endpoint={endpoint} />
        <div className="btns">
          <button type="button" className="btn" onClick={() => post("test", endpoint.id)}>
            {actions.test}
          </button>
          <button type="button" className="btn btn--ghost" onClick={onClose}>
            {actions.close}
          </button>
        </div>
      </div>
      {log.rows.length ? (
        <Table
          caption={words.caption}
          columns={COLUMNS}
          rows={log.rows}
          keyOf={({ id }) => id}
          actions={({ id, state, attempts, when }) =>
            (state !== "waiting" || attempts > 0) && (
              <button type="button" className="btn btn--line" onClick={() => post("again", id)}>
                {actions.again}
                <span className="sr"> {when}</span>
              </button>
            )
          }
        />
      ) : (
        <p className="sett__b muted">{words.none}</p>
      )}
      <p className="sett__b hint">{words.hint(log.most)}</p>
    </section>
  );
}

/** Counts first, because there may be thousands of events. */
function SendSince({ endpoint }: { endpoint: Endpoint }) {
  const [day, setDay] = useState("");
  const [counted, setCounted] = useState<{ day: string; count: number }>();
  const fetcher = useSaveFetcher<WebhookReply>(undefined, ({ count }) =>
    setCounted(count === undefined ? undefined : { day, count }),
  );
  const count = counted?.day === day ? counted.count : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const intent = count === undefined ? "count" : "since";
    fetcher.submit({ intent, id: endpoint.id, since: day }, { method: "post" });
  };
  return (
    <form className="toolbar" onSubmit={send}>
      <label htmlFor="webhook-since">{actions.since}</label>
      <input
        className="input toolbar__day"
        id="webhook-since"
        type="date"
        required
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <button type="submit" className="btn btn--line" disabled={fetcher.state !== "idle"}>
        {count === undefined ? actions.count : actions.send(count)}
      </button>
    </form>
  );
}
