import { Layers } from "lucide-react";
import { href } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { landingPages as words } from "../../copy/panel/landing-pages.ts";
import { SECTION_LABELS } from "../../copy/panel/text-labels.ts";
import { findService, services } from "../../copy/site/service-catalog.ts";
import { listIndustries } from "../../features/industries/queries.server.ts";
import { STARTS, startWith } from "../../features/landing-pages/starting-points.ts";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { landingPages } from "../../features/records/landing-pages.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { listPeople } from "../../features/team/people.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { RecordList, RecordName, STATUS_FILTER } from "../../ui/panel/record-list.tsx";
import { StatusBadges } from "../../ui/panel/row-marks.tsx";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton } from "../../ui/panel/tab-head.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import { answerRecord, readForForm, readTab } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
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
  const [{ list, opened, fault }, own] = await Promise.all([
    readTab(db, landingPages, {
      filter: { ...asked, perPage: PER_PAGE },
      asked: { edit, add, draft },
      async beside() {
        const [begun, sources, settings] = await Promise.all([
          begin(db, asked),
          readSources(db),
          readSettings(db),
        ]);
        return { begun, sources, site: { siteUrl, siteTitle: settings.site_title } };
      },
    }),
    loadOrToast(() => listOwn(db, url.searchParams), said.fetchFailed),
  ]);
  const record = opened?.record && { ...opened.record, sort: String(opened.record.sort) };
  return {
    ...{ list, own: own.value ?? [], fault: fault ?? own.fault },
    opened: opened && { ...opened, record: record ?? null },
  };
}

async function listOwn(db: Database, params: URLSearchParams) {
  if (!params.has("start") && !params.has("many")) return [];
  const all = { search: "", service: "", status: "", sort: "changed", page: 1, perPage: COPIED_MAX } as const;
  return (await landingPages.list(db, all)).rows.map(({ id, title }) => ({ id, title }));
}

async function readSources(db: Database) {
  const all = { search: "", industry: "", status: "published", sort: "title", page: 1 } as const;
  const [studies, industries, { team }] = await Promise.all([
    caseStudies.list(db, { ...all, perPage: STUDIES_MAX }),
    listIndustries(db),
    loadTexts(db, ["team"]),
  ]);
  return {
    linksFrom: href("/admin-control-panel-seoprozone/link-targets"),
    studies: studies.rows.map(({ slug, title }) => ({ value: slug, label: title })),
    industries: industries.map(({ name }) => ({ value: name, label: name })),
    people: listPeople(team).map(({ name, position }) => ({ value: name, label: `${name}, ${position}` })),
    places: {
      people: `${href("/admin-control-panel-seoprozone/content")}?filter=team`,
      proof: `${href("/admin-control-panel-seoprozone/content")}?filter=home&search=${encodeURIComponent(SECTION_LABELS["home proof"] ?? "")}`,
    },
  };
}

async function begin(db: Database, { from, of, about: service, ...facts }: Asked) {
  const copied = from === "copy" && of ? await readForForm(db, landingPages, of) : null;
  if (!copied) {
    const { city, state, industry } = facts;
    const known = { city, state, industry, service: findService(service) ? service : "" };
    const begun = startWith(from === "copy" ? "blank" : from, known);
    return { ...begun, sort: String(begun.sort) };
  }
  const { id: _, version: __, opened: ___, published: ____, canonical_url: _____, ...rest } = copied;
  return { ...rest, sort: String(rest.sort), title: "", slug: "", in_header: false, in_footer: false };
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
    cell: ({ id, title, slug }) => (
      <span className="lrow">
        <RecordName id={id}>{title}</RecordName>
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
];

const SERVICE_FILTER = {
  name: "service",
  label: "Service filter",
  all: words.allServices,
  options: services.map(({ slug, name }) => ({ value: slug, label: name })),
};

/** URL parameters that choose what a new page starts with. */
const STARTED = ["start", "many", "from", "of", "about", "city", "state", "industry"];
const NOTHING_OPEN = Object.fromEntries(
  ["edit", "add", "draft", "do", ...STARTED].map((name) => [name, null]),
);

export default function AddedPages({ loaderData }: Route.ComponentProps) {
  const { list, own, opened } = loaderData;
  const { params, change } = useQueryState();
  const close = () => change(NOTHING_OPEN);
  const counts = list?.counts;
  return (
    <>
      <RecordTab
        title={words.title}
        about={counts && words.about(counted(counts.total, "page", "pages"), counts.published)}
        noun={["page", "pages"]}
        what="pages"
        add={words.add}
        isPage
        clears={STARTED}
        tab={loaderData}
        views={<PageViews />}
        actions={
          <div className="btns">
            <button type="button" className="btn btn--line" onClick={() => change({ many: "1" })}>
              <Layers className="i" aria-hidden />
              {words.many}
            </button>
            <AddButton onClick={() => change({ start: "1" })}>{words.add}</AddButton>
          </div>
        }
        list={(list) => (
          <RecordList
            list={list}
            kind="landing-pages"
            searched={words.search}
            filters={[SERVICE_FILTER, STATUS_FILTER]}
            sorts={SORTS}
            columns={COLUMNS}
            nameOf={(row) => row.title}
            empty={words.empty}
            deleted={list.counts.deleted}
          />
        )}
        form={(form, actions) => <LandingForm {...form} {...actions} />}
      />
      {!opened && params.has("many") && (
        <ManyDialog
          own={own}
          onTemplate={() => change({ ...NOTHING_OPEN, from: "city", about: "local-seo", add: "1" })}
          onClose={close}
        />
      )}
      {!opened && params.has("start") && (
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
