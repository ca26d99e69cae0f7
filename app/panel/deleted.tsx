import { Undo2 } from "lucide-react";
import { data } from "react-router";
import { z } from "zod";
import { type DeletedKind, deleted as words } from "../copy/deleted.ts";
import { recordOf } from "../features/admin-session/actor.server.ts";
import { countDeletedPosts, listDeletedPosts } from "../features/blog/deleted.server.ts";
import { findPost, restorePost } from "../features/blog/queries.owner.server.ts";
import { countDeletedCaseStudies, listDeletedCaseStudies } from "../features/case-studies/deleted.server.ts";
import { findCaseStudy, restoreCaseStudy } from "../features/case-studies/queries.owner.server.ts";
import { countDeletedIndustries, listDeletedIndustries } from "../features/industries/deleted.server.ts";
import { findIndustry, restoreIndustry } from "../features/industries/queries.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import {
  countDeletedContent,
  listDeletedContent,
  restoreContent,
} from "../features/website-content/deleted.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { shortTime } from "../platform/dates.ts";
import { DELETED_SORTS, daysLeft } from "../platform/deleted.server.ts";
import { readPostedForm } from "../platform/posted-form.server.ts";
import { Choice, NoRows, Pager, SearchBox, SortChoice, useSort } from "../ui/list-parts.tsx";
import { useRowPost } from "../ui/row-post.ts";
import { keepTyped } from "../ui/saving.ts";
import { Table } from "../ui/table.tsx";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/deleted";
import { fetched, nameOf, save } from "./save.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Deleted | Control panel" }];

const PER_PAGE = 20;
const KINDS = Object.keys(words.kinds) as DeletedKind[];
const kind = z.enum(KINDS);

/** What the address says: which records of one kind. */
const address = z.object({
  search: z.string().trim().max(200).catch(""),
  sort: z.enum(DELETED_SORTS).catch("latest"),
  page: z.coerce.number().int().min(1).catch(1),
});

type Queries = {
  count: (db: Database) => Promise<number>;
  list: typeof listDeletedPosts;
  restore: (db: Database, id: string) => Promise<void>;
  find?: (db: Database, id: string) => Promise<object | null>;
};
const queriesOf = (kind: DeletedKind): Queries =>
  ({
    "blog-posts": { count: countDeletedPosts, list: listDeletedPosts, restore: restorePost, find: findPost },
    "case-studies": {
      count: countDeletedCaseStudies,
      list: listDeletedCaseStudies,
      restore: restoreCaseStudy,
      find: findCaseStudy,
    },
    industries: {
      count: countDeletedIndustries,
      list: listDeletedIndustries,
      restore: restoreIndustry,
      find: findIndustry,
    },
    "website-content": { count: countDeletedContent, list: listDeletedContent, restore: restoreContent },
  })[kind];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const filter = address.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await fetched(async () => {
    const counts = await Promise.all(
      KINDS.map(async (kind) => ({ kind, count: await queriesOf(kind).count(db) })),
    );
    const asked = kind.safeParse(url.searchParams.get("kind")).data;
    // Where nothing is asked for, the first kind of which there is something.
    const shown = asked ?? counts.find(({ count }) => count)?.kind ?? KINDS[0]!;
    const [{ rows, ...paging }, { time_zone }] = await Promise.all([
      queriesOf(shown).list(db, { ...filter, perPage: PER_PAGE }),
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

const restore = z.object({ intent: z.literal("restore"), kind, id: z.uuid() });

export async function action(args: Route.ActionArgs) {
  const asked = restore.safeParse(Object.fromEntries(await readPostedForm(args.request)));
  if (!asked.success) throw data(null, { status: 400 });
  const { kind, id } = asked.data;
  const { restored, failed } = words.kinds[kind];
  const db = args.context.get(ownerDb);
  const { restore: bringBack, find } = queriesOf(kind);
  return save(
    async () => {
      await bringBack(db, id);
      await recordOf(args, "record.restored", { kind, name: nameOf((await find?.(db, id)) ?? null) });
    },
    { done: restored, failed },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepTyped(serverAction, "Failed to restore");
}

export default function Deleted({ loaderData }: Route.ComponentProps) {
  const { list, fault } = loaderData;
  useToast(fault);
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p>{words.about}</p>
        </div>
      </div>
      {!list && <p className="state">{words.unreadable}</p>}
      {list && (
        <>
          <div className="toolbar">
            <SearchBox label={words.search} />
            <Choice name="kind" label="Kind of record" value={list.kind}>
              {list.counts.map(({ kind, count }) => (
                <option key={kind} value={kind}>
                  {words.kinds[kind].label} ({count})
                </option>
              ))}
            </Choice>
            <SortChoice sorts={words.sorts} />
          </div>
          {list.rows.length ? (
            <div className="card">
              <DeletedTable list={list} />
              <Pager list={list} />
            </div>
          ) : (
            <NoRows
              filters={["search"]}
              none={words.none}
              unmatched={words.unmatched}
              showAll={words.showAll}
            />
          )}
        </>
      )}
    </>
  );
}

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;

function DeletedTable({ list }: { list: List }) {
  const post = useRowPost();
  const { label, name } = words.kinds[list.kind];
  const sort = useSort(words.sorts);
  return (
    <Table
      caption={`${label}, ${words.sorts[sort].toLowerCase()}`}
      columns={[
        {
          head: name,
          className: "tbl__main",
          cell: (row) => (
            <span className="tbl__named">
              <b>{row.name}</b> <small>{row.about}</small>
            </span>
          ),
        },
        { head: "Deleted", className: "subtle tbl__date", cell: (row) => row.deleted },
        { head: "Kept", className: "subtle tbl__date", cell: (row) => row.left },
      ]}
      rows={list.rows}
      keyOf={({ id }) => id}
      actions={({ id, name }) => (
        <button
          type="button"
          className="btn btn--line"
          onClick={() => post({ intent: "restore", kind: list.kind, id })}
        >
          <Undo2 className="i" aria-hidden />
          Restore
          <span className="sr"> {name}</span>
        </button>
      )}
    />
  );
}
