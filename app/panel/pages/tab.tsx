import { ListChecks, SearchCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, href, Link, redirect, useLocation } from "react-router";
import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { landingPages as added } from "../../copy/panel/landing-pages.ts";
import { siteCheck } from "../../copy/panel/site-check.ts";
import { landingAt } from "../../copy/site/landing-path.ts";
import { LISTED_PAGES, type ListedPage } from "../../copy/site/page-names.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { findPageId } from "../../features/landing-pages/queries.server.ts";
import { useSavedCheck } from "../../features/page-checks/report.tsx";
import { needsConfirmationToHide, pageSeoRules } from "../../features/page-seo/rules.ts";
import { shareImageUrl } from "../../features/page-seo/share-image-url.ts";
import { pageSeo } from "../../features/records/page-seo.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { ContentForm, keyOfText } from "../../features/website-content/content-form.tsx";
import { ContentTable, KeysToggle, useTextSorts } from "../../features/website-content/content-table.tsx";
import type { ContentType } from "../../features/website-content/content-type.ts";
import type { TextFilter } from "../../features/website-content/lists.server.ts";
import { type TextKey, writeTextKey } from "../../features/website-content/text-key.ts";
import { pageLabel } from "../../features/website-content/text-label.ts";
import { stampsOf } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { draftQuery, listQuery } from "../../platform/http/list-query.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { EditPageLink } from "../../ui/panel/edit-page-link.tsx";
import { Choice, NoRows, SearchBox, SortChoice, useSort } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";
import { readAutosave } from "../saving/autosaves.server.ts";
import { knownTexts, openText, readTextList, saveContentForm } from "../saving/content.server.ts";
import { openWithDraft, saveAndForget } from "../saving/drafts.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import { saveUpdate } from "../saving/update.server.ts";
import type { Route } from "./+types/tab";
import { readAllPages } from "./all-pages.server.ts";
import { AllPages, TEXTS } from "./all-pages.tsx";
import { SeoDialog, SeoSummary } from "./seo.tsx";
import { AddPageLinks, PageViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Pages | Control panel" }];

const PER_PAGE = 50;
const SORTS = {
  section_name: "By section",
  place: "In page order",
  changed: "Recently changed",
};
const words = messages.pageSeo;
const ADDED = href("/admin-control-panel-seoprozone/pages/added");
const LINK_TARGETS = href("/admin-control-panel-seoprozone/link-targets");

/** SPEC 5: "Pages tab content: … types offered: text, html, image_url". */
const TYPES: ContentType[] = ["text", "html", "image_url"];

const urlQuery = listQuery(["section_name", "place", "content_key", "content_type", "changed"]).extend({
  name: z.enum(LISTED_PAGES).catch("home"),
  edit: z.string().optional().catch(undefined),
  add: z.string().optional(),
  ...draftQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  await openAdded(db, url.searchParams.get("name"));
  const { name, edit, add, draft, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [all, list, seo, opened] = await Promise.all([
    loadOrToast(() => readAllPages(db), messages.content.fetchPageFailed),
    loadOrToast(
      () => readList(db, { ...asked, page_name: name, state: "", perPage: PER_PAGE }),
      messages.content.fetchPageFailed,
    ),
    loadOrToast(
      () => readSeoForm(db, name, { siteUrl: context.get(configContext).siteUrl, draft }),
      words.fetchFailed,
    ),
    loadOrToast(() => openText(db, { edit, add, draft }), messages.content.fetchPageFailed),
  ]);
  return data({
    name,
    all: all.value,
    list: list.value,
    seo: seo.value,
    opened: opened.value,
    known: add === undefined ? [] : knownTexts(name),
    fault: list.fault ?? seo.fault ?? opened.fault ?? all.fault,
  });
}

/** Redirects to the form of a page that the owner added. The selector names it by its path. */
async function openAdded(db: Database, asked: string | null) {
  const slug = asked && landingAt(asked);
  const id = slug ? await findPageId(db, slug).catch(() => null) : null;
  if (id) throw redirect(`${ADDED}?edit=${id}`);
}

async function readList(db: Database, filter: TextFilter) {
  const { time_zone } = await readSettings(db);
  return readTextList(db, filter, time_zone);
}

/** The `data-form` value in `SeoDialog`. */
const FORM = "page-seo";

/** Returns the data for the SEO form. With `draft`, its values include the page's draft. */
async function readSeoForm(db: Database, name: ListedPage, of: { siteUrl: string; draft?: boolean }) {
  const seo = await readSeo(db, name, of.siteUrl);
  const key = { kind: pageSeo.name, id: name };
  const { record, waiting } = await openWithDraft(
    db,
    key,
    of.draft,
    async (tx) => (await readSeo(tx, name, of.siteUrl)).record,
  );
  const autosave = await readAutosave(db, FORM, { record: name });
  return { ...seo, form: record ?? seo.record, waiting, autosave };
}

async function readSeo(db: Database, name: ListedPage, siteUrl: string) {
  const [{ updated_at, ...record }, settings] = await Promise.all([pageSeo.read(db, name), readSettings(db)]);
  const url = siteUrl + pagePath(name);
  return {
    name,
    record: { ...record, opened: stampsOf(record, pageSeo.labels) },
    url,
    image: hasPublicPage(name) ? new URL(shareImageUrl(url)).pathname : null,
    siteTitle: settings.site_title,
    siteDescription: settings.site_description ?? "",
    updated: updated_at && shortTime(updated_at, settings.time_zone),
  };
}

const target = z.object({ name: z.enum(LISTED_PAGES), version: recordVersion });

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const form = await readPostedForm(request);
  if (form.get("intent") !== "seo") {
    const { saveFailed } = messages.content;
    return saveContentForm(args, form, { add: saveFailed, update: saveFailed });
  }
  const { name, version } = parseOr400(target, form);
  const db = context.get(ownerDb);
  const before = await loadOrToast(() => pageSeo.read(db, name), words.updateFailed);
  const needsConfirmation = needsConfirmationToHide(name, before.value?.is_indexable ?? true);
  return saveUpdate(args, form, {
    ...{ key: { kind: pageSeo.name, id: name }, version },
    ...{ schema: pageSeoRules(needsConfirmation), labels: pageSeo.labels },
    words: { updated: words.updated, failed: words.updateFailed },
    find: (tx) => pageSeo.read(tx, name),
    what: "saved this page's SEO",
    async write(input) {
      // Pages without a URL have neither field.
      const shown = (field: "share_image" | "canonical_url") => (form.has(field) ? input[field] : undefined);
      const both = { share_image: shown("share_image"), canonical_url: shown("canonical_url") };
      await saveAndForget(db, form, "page-seo", (tx) =>
        pageSeo.update(tx, name, version, { ...input, ...both }),
      );
      return undefined;
    },
  });
}

export const clientAction = submitKeepingInputBy(
  { seo: words.updateFailed, delete: messages.content.failed.delete },
  messages.content.saveFailed,
);

/** decision 0035.7: two pages on the spec's list have no public page. */
const hasPublicPage = (name: ListedPage): name is ListedPage & PageName => Object.hasOwn(pages, name);

export default function Pages({ loaderData }: Route.ComponentProps) {
  const { name, all, list, seo, opened, known, fault } = loaderData;
  const { params, change } = useQueryState();
  const sorts = useTextSorts(SORTS);
  const sort = sorts[useSort(sorts)] ?? "";
  useToast(fault);
  const own = all?.rows.filter((row) => "id" in row) ?? [];
  const texts = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (location.hash === `#${TEXTS}`) texts.current?.focus();
  }, [location]);
  const open = (at: TextKey) => change({ edit: writeTextKey(at), add: null, seo: null, draft: null });
  const close = () => change({ edit: null, add: null, seo: null, draft: null, do: null });
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const afterSeo = (isPublic: boolean) => {
    close();
    if (seo?.image && isPublic) check(pagePath(name));
  };
  const form = { pages: [name], types: TYPES, known, linksFrom: LINK_TARGETS, onEdit: open, onClose: close };
  return (
    <>
      <TabHead
        title="Pages"
        about="Text and SEO settings, page by page. To search all pages at once, use Content."
      >
        <AddPageLinks />
      </TabHead>
      <PageViews />
      {all && <AllPages list={all} chosen={name} />}
      <h2 className="plist__chosen" id={TEXTS} tabIndex={-1} ref={texts}>
        {added.all.texts(pageLabel(name))}
      </h2>
      <div className="toolbar">
        <Choice name="name" label="Page" value={name} clears={["search", "edit", "add"]} isWide>
          {LISTED_PAGES.map((one) => (
            <option key={one} value={one}>
              {hasPublicPage(one) ? one : `${one} (no public page)`}
            </option>
          ))}
          {own.length > 0 && (
            <optgroup label={added.views.added}>
              {own.map(({ path, title }) => (
                <option key={path} value={path ?? ""}>
                  {title}
                </option>
              ))}
            </optgroup>
          )}
        </Choice>
        <button type="button" className="btn btn--line" onClick={() => change({ seo: "1" })} disabled={!seo}>
          <SearchCheck className="i" aria-hidden />
          SEO settings
        </button>
        {hasPublicPage(name) && <EditPageLink path={pagePath(name)} />}
        <Link className="btn btn--line" to={href("/admin-control-panel-seoprozone/pages/check")}>
          <ListChecks className="i" aria-hidden />
          {siteCheck.open}
        </Link>
        <AddButton isSecondary onClick={() => change({ add: "1" })}>
          Add Content
        </AddButton>
      </div>
      <UnsavedRecord
        noun={["text", "texts"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {seo && <SeoSummary seo={seo} />}
      {report}
      {list && (list.matching > 0 || params.get("search")) && (
        <div className="toolbar">
          <SearchBox label="Search this page’s content" />
          <SortChoice sorts={sorts} />
          <KeysToggle />
        </div>
      )}
      {list?.rows.length ? (
        <ContentTable
          list={list}
          caption={`Content on the page ${name}, ${sort.toLowerCase()}`}
          isOnePage
          onEdit={open}
        />
      ) : list ? (
        <NoRows
          filters={["search"]}
          none={{
            title: "No content yet",
            text: "Content you add here won’t be visible until the page exists.",
          }}
          unmatched={{ title: "No matches", text: "No content on this page matches your search." }}
          showAll="Show all content on this page"
        />
      ) : (
        <p className="state">We couldn't load this page's content. Reload the page in a minute.</p>
      )}
      {opened && (
        <ContentForm
          key={`${keyOfText(opened.text)} ${params.get("add") ?? ""}`}
          {...opened}
          failed={messages.content.saveFailed}
          {...form}
        />
      )}
      {params.has("seo") && seo && (
        <SeoDialog
          key={keyOfForm({ record: { id: name }, waiting: seo.waiting })}
          seo={seo}
          autosave={seo.autosave}
          onSaved={afterSeo}
          onClose={close}
        />
      )}
    </>
  );
}
