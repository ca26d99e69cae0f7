import { Upload } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { redirects } from "../../features/records/redirects.server.ts";
import { countMissing, listMissing } from "../../features/redirects/missing.server.ts";
import { findRedirectById, listRedirects } from "../../features/redirects/queries.owner.server.ts";
import { findRedirect } from "../../features/redirects/queries.server.ts";
import { recordOf } from "../../features/redirects/record-paths.ts";
import { REDIRECT_LABELS } from "../../features/redirects/rules.ts";
import { suggestTargets } from "../../features/redirects/suggest.server.ts";
import { testUrl } from "../../features/redirects/test-url.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { stampsOf } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, fetchAsVisitor, ownerDb } from "../../platform/http/context.server.ts";
import { openedQuery, pageQuery, searchQuery } from "../../platform/http/list-query.ts";
import { shortDate } from "../../platform/time/dates.ts";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, ExportLink } from "../../ui/panel/tab-head.tsx";
import { openForm } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
import { readRowMarks } from "../saving/row-marks.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { answerRedirects } from "./action.server.ts";
import { RedirectForm } from "./form.tsx";
import { ImportForm } from "./import.tsx";
import { RedirectList } from "./list.tsx";
import { MissingList } from "./missing.tsx";
import { UrlTest } from "./url-test.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Redirects | Control panel" }];

const PER_PAGE = 20;
const URL_MAX = 2_000;

const urlQuery = z.object({
  view: z.enum(["redirects", "missing"]).catch("redirects"),
  search: searchQuery,
  test: z.string().trim().max(URL_MAX).catch(""),
  sort: z.enum(["newest", "hits", "latest", "address"]).optional().catch(undefined),
  page: pageQuery,
  ...openedQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, draft, add, view, test, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(
    async () => ({
      missing: await countMissing(db),
      redirects: view === "redirects" ? await readRedirects(db, asked) : null,
      log: view === "missing" ? await readMissing(db, asked) : null,
      opened: await openForm(db, redirects, { edit, add, draft }, readForm),
      tested: test
        ? await testUrl(db, test, {
            siteUrl: context.get(configContext).siteUrl,
            ask: context.get(fetchAsVisitor),
          })
        : null,
    }),
    words.fetchFailed,
  );
  return data({ view, ...value, fault });
}

async function readForm(db: Database, id: string) {
  const record = await findRedirectById(db, id);
  return record && { ...record, opened: stampsOf(record, REDIRECT_LABELS) };
}

type Asked = Pick<z.output<typeof urlQuery>, "search" | "sort" | "page">;

async function readRedirects(db: Database, { search, page, sort = "newest" }: Asked) {
  const [{ rows, ...paging }, { marksOf, unsaved }, { time_zone }] = await Promise.all([
    listRedirects(db, { search, page, sort, perPage: PER_PAGE }),
    readRowMarks(db, redirects),
    readSettings(db),
  ]);
  const shown = rows.map(async ({ last_hit_at, created_at, ...row }) => ({
    ...row,
    lastHit: last_hit_at && shortDate(last_hit_at, time_zone),
    ...marksOf(row.id ?? ""),
    note: await whyUnreachable(db, row),
  }));
  return { rows: await Promise.all(shown), ...paging, perPage: PER_PAGE, unsaved };
}

/** @returns a warning if visitors can't reach a redirect's target, else null */
async function whyUnreachable(
  db: Database,
  { from_path, to_path, is_on }: { from_path: string; to_path: string | null; is_on: boolean },
) {
  // Saving collapses chains, so only a record's page can be unreachable. A wildcard stands for many pages.
  if (to_path === null || to_path.endsWith("*") || !is_on || !recordOf(to_path)) return null;
  const found = await findRedirect(db, from_path);
  if (!found) return words.leadsToHidden;
  return found.to_path === null ? words.leadsToDeleted : null;
}

async function readMissing(db: Database, { search, page, sort }: Asked) {
  const order = sort === "latest" || sort === "address" ? sort : "hits";
  const [{ rows, ...paging }, { time_zone }] = await Promise.all([
    listMissing(db, { search, page, sort: order, perPage: PER_PAGE }),
    readSettings(db),
  ]);
  const suggested = await suggestTargets(
    db,
    rows.map(({ path }) => path),
  );
  const dated = rows.map(({ first_seen_at, last_seen_at, ...row }) => ({
    ...row,
    suggested: suggested.get(row.path) ?? null,
    lastSeen: shortDate(last_seen_at, time_zone),
  }));
  return { rows: dated, ...paging, perPage: PER_PAGE };
}

export const action = (args: Route.ActionArgs) => answerRedirects(args);

const FAILED = {
  delete: words.deleteFailed,
  clear: words.clearFailed,
  "clear-all": words.clearFailed,
  import: words.importFailed,
};
export const clientAction = submitKeepingInputBy(FAILED, words.saveFailed);

export default function Redirects({ loaderData }: Route.ComponentProps) {
  const { view, redirects: list, log, missing, opened, tested, fault } = loaderData;
  const { params, change } = useQueryState();
  const search = params.get("search");
  const exported = new URLSearchParams(search && view === "redirects" ? { search } : {});
  const [from, to] = [params.get("from"), params.get("to")];
  return (
    <>
      <RecordTab
        title="Redirects"
        about="Redirects for old URLs, and pages visitors couldn't find."
        noun={["redirect", "redirects"]}
        what="redirects"
        add="Add Redirect"
        clears={["from", "to"]}
        tab={{ list: list ?? log ?? null, opened: opened ?? null, fault }}
        actions={
          <div className="btns">
            <button type="button" className="btn btn--line" onClick={() => change({ import: "1" })}>
              <Upload className="i" aria-hidden />
              Import CSV
            </button>
            <ExportLink to={href("/admin-control-panel-seoprozone/redirects.csv")} query={String(exported)}>
              Export CSV
            </ExportLink>
            <AddButton onClick={() => change({ add: "1", edit: null, from: null, to: null })}>
              Add Redirect
            </AddButton>
          </div>
        }
        views={
          <>
            <nav className="views" aria-label="Lists">
              <Link
                className="btn btn--ghost"
                to="?"
                aria-current={view === "redirects" ? "page" : undefined}
              >
                Redirects
              </Link>
              <Link
                className="btn btn--ghost"
                to="?view=missing"
                aria-current={view === "missing" ? "page" : undefined}
              >
                404 log <span className="num">{missing}</span>
              </Link>
            </nav>
            <UrlTest key={params.get("test")} asked={params.get("test") ?? ""} result={tested} />
          </>
        }
        list={() => (list ? <RedirectList list={list} /> : log && <MissingList list={log} />)}
        form={(form, actions) => <RedirectForm key={from} {...form} {...actions} {...{ from, to }} />}
      />
      {params.has("import") && <ImportForm onClose={() => change({ import: null })} />}
    </>
  );
}
