import { Layers } from "lucide-react";
import { data, href } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { landingPages as words } from "../../copy/panel/landing-pages.ts";
import { listIndustries } from "../../features/industries/queries.server.ts";
import { STARTS, startWith } from "../../features/landing-pages/starting-points.ts";
import { useSavedCheck } from "../../features/page-checks/report.tsx";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { landingPages } from "../../features/records/landing-pages.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import { findService, services } from "../../copy/site/service-catalog.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { RecordList, STATUS_FILTER } from "../../ui/panel/record-list.tsx";
import { StatusBadges } from "../../ui/panel/row-marks.tsx";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";
import { answerRecord, openForm, readForForm, readRecordList } from "../saving/record.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/added";
import { LandingForm } from "./landing-form.tsx";
import { StartDialog } from "./landing-start.tsx";
import { isMany, saveMany } from "./many.server.ts";
import { ManyDialog } from "./many.tsx";
import { PageViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Pages you added | Control panel" }];

const PER_PAGE = 20;
/** Limit on pages offered for copying, most recently changed first. */
const COPIED_MAX = 200;
/** Limit on case studies to choose from, sorted by title. */
const STUDIES_MAX = 1_000;
const said = messages.landingPage;
const SORTS = {
  newest: "Newest first",
  changed: "Recently changed",
  title: "Title A to Z",
  slug: "URL A to Z",
};

const fact = z.string().trim().max(100).catch("");

/** URL query: filters, the open page (`edit` or `add`), and the template for a new page. */
const urlQuery = listQuery(["newest", "changed", "title", "slug"]).extend({
  service: fact,
  status: statusQuery,
  ...openedQuery,
  ...{ from: z.enum([...STARTS, "copy"]).catch("blank"), of: z.uuid().optional().catch(undefined) },
  ...{ about: fact, city: fact, state: fact, industry: fact },
});
type Asked = Omit<z.output<typeof urlQuery>, "draft">;

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { siteUrl } = context.get(configContext);
  const { edit, add, draft, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [list, own, opened] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, perPage: PER_PAGE }), said.fetchFailed),
    loadOrToast(() => listOwn(db, url.searchParams), said.fetchFailed),
    loadOrToast(async () => {
      const form = await openForm(db, landingPages, { edit, add, draft }, readForm);
      const { site_title: siteTitle } = await readSettings(db);
      if (!form) return null;
      const [begun, sources] = await Promise.all([begin(db, asked), readSources(db)]);
      return { ...form, begun, sources, site: { siteUrl, siteTitle } };
    }, said.fetchFailed),
  ]);
  return data({
    ...{ list: list.value, own: own.value ?? [], opened: opened.value },
    fault: list.fault ?? own.fault ?? opened.fault,
  });
}

async function listOwn(db: Database, params: URLSearchParams) {
  if (!params.has("start") && !params.has("many")) return [];
  const all = { search: "", service: "", status: "", sort: "changed", page: 1, perPage: COPIED_MAX } as const;
  return (await landingPages.list(db, all)).rows.map(({ id, title }) => ({ id, title }));
}

async function readSources(db: Database) {
  const all = { search: "", industry: "", status: "published", sort: "title", page: 1 } as const;
  const [studies, industries] = await Promise.all([
    caseStudies.list(db, { ...all, perPage: STUDIES_MAX }),
    listIndustries(db),
  ]);
  return {
    linksFrom: href("/admin-control-panel-seoprozone/link-targets"),
    studies: studies.rows.map(({ slug, title }) => ({ value: slug, label: title })),
    industries: industries.map(({ name }) => ({ value: name, label: name })),
  };
}

async function begin(db: Database, { from, of, about: service, ...facts }: Asked) {
  const copied = from === "copy" && of ? await readForm(db, of) : null;
  if (!copied) {
    const { city, state, industry } = facts;
    const known = { city, state, industry, service: findService(service) ? service : "" };
    const begun = startWith(from === "copy" ? "blank" : from, known);
    return { ...begun, sort: String(begun.sort) };
  }
  const { id: _, version: __, opened: ___, published: ____, canonical_url: _____, ...rest } = copied;
  return { ...rest, title: "", slug: "", in_header: false, in_footer: false };
}

async function readForm(db: Database, id: string) {
  const record = await readForForm(db, landingPages, id);
  return record && { ...record, sort: String(record.sort) };
}

async function readList(db: Database, filter: Parameters<typeof landingPages.list>[1]) {
  const [list, counts] = await Promise.all([
    readRecordList(db, landingPages, landingPages.list(db, filter)),
    countRecords(db, landingPages.table),
  ]);
  return { ...list, perPage: PER_PAGE, counts };
}

export async function action(args: Route.ActionArgs) {
  const posted = await readPostedForm(args.request.clone());
  if (isMany(posted)) return saveMany(args, posted);
  return answerRecord(args, landingPages);
}

export const clientAction = submitKeepingInputBy(
  { ...said.failed, "add-many": words.bulk.failed },
  said.failed.update,
);

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    head: "Page",
    className: "tbl__main",
    cell: ({ title, slug }) => (
      <span className="lrow">
        <b>{title}</b>
        <small className="mono">/{slug}</small>
      </span>
    ),
  },
  {
    head: "Service",
    cell: ({ service }) => findService(service)?.name ?? <span className="subtle">None</span>,
  },
  {
    head: "Menus",
    cell: ({ in_header, in_footer }) =>
      [in_header && words.inMenus.header, in_footer && words.inMenus.footer].filter(Boolean).join(", ") || (
        <span className="subtle">None</span>
      ),
  },
  { head: "Status", cell: (row) => <StatusBadges row={row} at={`/${row.slug}`} /> },
  { head: "Updated", className: "subtle tbl__date", cell: (row) => row.updated },
];

const SERVICE_FILTER = {
  name: "service",
  label: "Service filter",
  all: words.allServices,
  options: services.map(({ slug, name }) => ({ value: slug, label: name })),
};

/** URL query values to clear when a form closes. */
const NOTHING_OPEN = Object.fromEntries(
  ["edit", "add", "draft", "do", "start", "many", "from", "of", "about", "city", "state", "industry"].map(
    (key) => [key, null],
  ),
);

export default function AddedPages({ loaderData }: Route.ComponentProps) {
  const { list, own, opened, fault } = loaderData;
  const { params, change } = useQueryState();
  useToast(fault);
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const close = () => change(NOTHING_OPEN);
  if (opened)
    return (
      <LandingForm
        key={keyOfForm(opened)}
        {...opened}
        onClose={close}
        onSaved={(path) => {
          close();
          if (path) check(path);
        }}
      />
    );
  return (
    <>
      <TabHead
        title={words.title}
        about={list && words.about(counted(list.counts.total, "page", "pages"), list.counts.published)}
      >
        <div className="btns">
          <button type="button" className="btn btn--line" onClick={() => change({ many: "1" })}>
            <Layers className="i" aria-hidden />
            {words.many}
          </button>
          <AddButton onClick={() => change({ start: "1" })}>{words.add}</AddButton>
        </div>
      </TabHead>
      <PageViews />
      {report}
      <UnsavedRecord
        noun={["page", "pages"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? (
        <RecordList
          list={list}
          noun={{ one: "page", many: "pages" }}
          searched={words.search}
          filters={[SERVICE_FILTER, STATUS_FILTER]}
          sorts={SORTS}
          columns={COLUMNS}
          nameOf={(row) => row.title}
          several={{ canPublish: true, canDuplicate: true }}
          empty={words.empty}
          deleted={{ kind: "landing-pages", count: list.counts.deleted }}
        />
      ) : (
        <Unavailable what="pages" />
      )}
      {params.has("many") && <ManyDialog own={own} onClose={close} />}
      {params.has("start") && (
        <StartDialog
          own={own}
          onClose={close}
          onStart={({ service = "", ...choices }) =>
            change({ ...NOTHING_OPEN, ...choices, about: service, add: "1" })
          }
        />
      )}
    </>
  );
}
