import { Undo2 } from "lucide-react";
import { data, Link } from "react-router";
import { z } from "zod";
import { deleted as words } from "../copy/panel/deleted.ts";
import { RESTORABLE_NAMES, type RestorableName, recordKinds } from "../copy/panel/record-kinds.ts";
import { restorableKind } from "../features/records/kinds.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { recordOf } from "../features/sign-in/actor.server.ts";
import { rightOfKind } from "../features/staff/rights.ts";
import { may, requireRight } from "../features/staff/signed-in.server.ts";
import {
  countDeleted,
  DELETED_SORTS,
  daysLeft,
  isDeleted,
  listDeleted,
} from "../platform/database/deleted.server.ts";
import { Refused } from "../platform/database/refused.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { listQuery } from "../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../platform/http/posted-form.server.ts";
import { IMAGE_ID } from "../platform/text/image.ts";
import { shortTime } from "../platform/time/dates.ts";
import { Choice, Filters, SearchBox, SortChoice, useSort } from "../ui/panel/list-parts.tsx";
import { useQueryState } from "../ui/panel/query-state.ts";
import { useRowAction } from "../ui/panel/row-action.ts";
import { submitKeepingInput } from "../ui/panel/save-reply.ts";
import { TabHead } from "../ui/panel/tab-head.tsx";
import { TableCard } from "../ui/panel/table-card.tsx";
import { useToast } from "../ui/panel/toaster.tsx";
import type { Route } from "./+types/deleted";
import { loadOrToast, save, withUndo } from "./saving/save.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Deleted | Control panel" }];

const PER_PAGE = 20;
const kind = z.enum(RESTORABLE_NAMES);

/** Returns the kinds that the person may restore. */
const openNames = (context: Route.LoaderArgs["context"]) =>
  RESTORABLE_NAMES.filter((name) => may(context, rightOfKind(name)));

const urlQuery = listQuery(DELETED_SORTS);

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const filter = urlQuery.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(async () => {
    const names = openNames(context);
    const counts = await Promise.all(
      names.map(async (kind) => ({ kind, count: await countDeleted(db, restorableKind(kind).trash) })),
    );
    const asked = names.find((name) => name === url.searchParams.get("kind"));
    const shown = asked ?? counts.find(({ count }) => count)?.kind ?? names[0]!;
    const [{ rows, ...paging }, { time_zone }] = await Promise.all([
      listDeleted(db, restorableKind(shown).trash, { ...filter, perPage: PER_PAGE }),
      readSettings(db),
    ]);
    const timed = rows.map(({ deleted_at, ...row }) => ({
      ...row,
      deleted: shortTime(deleted_at, time_zone),
      left: words.left(daysLeft(deleted_at)),
    }));
    return { kind: shown, counts, rows: timed, ...paging, perPage: PER_PAGE };
  }, words.fetchFailed);
  return data({ list: value, fault });
}

/** Restoring takes a few milliseconds each. */
const RESTORE_MAX = 500;

const isUuid = (id: string) => z.uuid().safeParse(id).success;
const restore = z
  .object({ intent: z.literal("restore"), kind, id: z.string() })
  .refine(({ kind, id }) => (kind === "media" ? IMAGE_ID.test(id) : isUuid(id)));

const restoreAll = z.object({ intent: z.literal("restore-all"), kind });

export async function action(args: Route.ActionArgs) {
  const form = await readPostedForm(args.request);
  if (form.get("intent") === "restore-all") return restoreEach(args, parseOr400(restoreAll, form).kind);
  const { kind, id } = parseOr400(restore, form);
  requireRight(args.context, rightOfKind(kind));
  const { restored, restoreFailed } = recordKinds[kind];
  const db = args.context.get(ownerDb);
  return save(
    async () => {
      const { trash } = restorableKind(kind);
      if (!(await isDeleted(db, trash, id))) throw new Refused({ "": words.gone });
      await trash.restore(db, id);
      const found = await restorableKind(kind).find(db, id);
      await recordOf(args, "record.restored", { kind, name: found?.name ?? null });
      return withUndo(args.context);
    },
    { done: restored, failed: restoreFailed },
  );
}

/** Restores everything of a kind, and says what can't be. */
async function restoreEach(args: Route.ActionArgs, kind: RestorableName) {
  requireRight(args.context, rightOfKind(kind));
  const db = args.context.get(ownerDb);
  const { trash } = restorableKind(kind);
  return save(
    async () => {
      const all = { ...urlQuery.parse({}), perPage: RESTORE_MAX };
      const { rows } = await listDeleted(db, trash, all);
      const refused: string[] = [];
      for (const { id, name } of rows)
        await trash.restore(db, id).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          refused.push(`${name}: ${error.message}`);
        });
      const count = rows.length - refused.length;
      if (!count) throw new Refused({ "": refused[0] ?? words.gone });
      await recordOf(args, "record.restored", { kind, name: words.restored(count) });
      return withUndo(args.context, words.restoredText(count, refused));
    },
    { done: words.restoredAll, failed: recordKinds[kind].restoreFailed },
  );
}

export const clientAction = submitKeepingInput("Failed to restore");

export default function Deleted({ loaderData }: Route.ComponentProps) {
  const { list, fault } = loaderData;
  useToast(fault);
  const post = useRowAction();
  const { change } = useQueryState();
  const restore = (kind: RestorableName, id: string) => {
    post({ intent: "restore", kind, id });
    // Stay on this kind. Otherwise, restoring its last record would switch to another kind.
    change({ kind }, { replace: true });
  };
  return (
    <>
      <TabHead title={words.title} about={words.about} />
      {!list && <p className="state">{words.unreadable}</p>}
      {list && (
        <>
          <div className="toolbar">
            <SearchBox label={words.search} />
            <Filters>
              <Choice name="kind" label="Type of item" value={list.kind}>
                {list.counts.map(({ kind, count }) => (
                  <option key={kind} value={kind}>
                    {recordKinds[kind].label} ({count})
                  </option>
                ))}
              </Choice>
              <SortChoice sorts={words.sorts} />
            </Filters>
            {countOf(list) > 1 && (
              <button
                type="button"
                className="btn btn--line"
                onClick={() => {
                  const { label } = recordKinds[list.kind];
                  if (window.confirm(words.restoreAllQuestion(countOf(list), label)))
                    post({ intent: "restore-all", kind: list.kind });
                  change({ kind: list.kind }, { replace: true });
                }}
              >
                <Undo2 className="i" aria-hidden />
                {words.restoreAll(countOf(list))}
              </button>
            )}
          </div>
          <OtherKinds {...list} />
          <DeletedTable list={list} onRestore={(id) => restore(list.kind, id)} />
        </>
      )}
    </>
  );
}

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;

/** Returns how many of the shown kind are deleted, whatever the search. */
const countOf = ({ kind, counts }: List) => counts.find((one) => one.kind === kind)?.count ?? 0;

/** Links to the other kinds of which something is deleted. */
function OtherKinds({ kind: shown, counts }: List) {
  const others = counts.filter(({ kind, count }) => kind !== shown && count > 0);
  if (!others.length) return null;
  return (
    <p className="small subtle others">
      {words.others}{" "}
      {others.map(({ kind, count }) => (
        <Link key={kind} to={{ search: `?kind=${kind}` }}>
          {recordKinds[kind].label} ({count})
        </Link>
      ))}
    </p>
  );
}

function DeletedTable({ list, onRestore }: { list: List; onRestore: (id: string) => void }) {
  const { label, head } = recordKinds[list.kind];
  const sort = useSort(words.sorts);
  return (
    <TableCard
      list={list}
      filters={["search"]}
      none={words.none}
      unmatched={words.unmatched}
      showAll={words.showAll}
      caption={`${label}, ${words.sorts[sort].toLowerCase()}`}
      columns={[
        {
          head,
          className: "tbl__main",
          cell: (row) => (
            <span className="tbl__named">
              <b>{row.name}</b> <small>{row.about}</small>
            </span>
          ),
        },
        { head: "Deleted", className: "subtle tbl__date", cell: (row) => row.deleted },
        { head: "Time left", className: "subtle tbl__date", cell: (row) => row.left },
      ]}
      keyOf={({ id }) => id}
      actions={({ id, name }) => (
        <button type="button" className="btn btn--line" onClick={() => onRestore(id)}>
          <Undo2 className="i" aria-hidden />
          Restore
          <span className="sr"> {name}</span>
        </button>
      )}
    />
  );
}
