// Serves the Ctrl-K search for records and pages. Actions are built into the panel.
import { href } from "react-router";
import { recordKinds } from "../copy/panel/record-kinds.ts";
import { redirectValues } from "../copy/panel/redirects.ts";
import { search as words } from "../copy/panel/search.ts";
import { subscribersTab } from "../copy/panel/subscribers.ts";
import { LISTED_PAGES } from "../copy/site/page-names.ts";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { findEnquiriesBySender } from "../features/enquiries/queries.owner.server.ts";
import { listPages } from "../features/landing-pages/queries.server.ts";
import { findSubscribersByEmail } from "../features/newsletter/queries.owner.server.ts";
import { withSiteWords } from "../features/page-seo/site-words.ts";
import { kindsWith } from "../features/records/kinds.server.ts";
import { findRecords } from "../features/records/queries.server.ts";
import { findRedirectsByPath } from "../features/redirects/queries.owner.server.ts";
import type { Settings } from "../features/settings/defaults.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { rightOfKind } from "../features/staff/rights.ts";
import { may } from "../features/staff/signed-in.server.ts";
import { listTexts } from "../features/website-content/lists.server.ts";
import { shownValue } from "../features/website-content/shown-value.ts";
import { writeTextKey } from "../features/website-content/text-key.ts";
import { pageLabel, textLabel } from "../features/website-content/text-label.ts";
import type { Database } from "../platform/database/database.server.ts";
import { ownerDb, systemDb } from "../platform/http/context.server.ts";
import { searchQuery } from "../platform/http/list-query.ts";
import { readPostedForm } from "../platform/http/posted-form.server.ts";
import { seal } from "../platform/http/seal.server.ts";
import type { Found, FoundGroup } from "../ui/panel/command-palette.tsx";
import { editorOf } from "../ui/panel/edit-page-link.tsx";
import type { Route } from "./+types/search";
import { loadOrToast } from "./saving/save.server.ts";

/** A few are enough: a longer search term narrows the results. */
const OF_EACH_KIND = 5;
const TEXT_CHARS = 80;

const ENQUIRIES = href("/admin-control-panel-seoprozone/enquiries");
const SUBSCRIBERS = href("/admin-control-panel-seoprozone/enquiries/subscribers");
const CONTENT = href("/admin-control-panel-seoprozone/content");
const REDIRECTS = href("/admin-control-panel-seoprozone/redirects");

/** A POST keeps names and email addresses out of the URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await readPostedForm(request);
  const search = searchQuery.parse(sent.get("search"));
  const { value } = await loadOrToast(
    async () => (search ? await find(context, search) : []),
    "Failed to search",
  );
  return Response.json(value, { status: value ? 200 : 500 });
}

/** Searches everything that the person has access to. */
async function find(context: Route.ActionArgs["context"], search: string): Promise<FoundGroup[]> {
  const db = context.get(ownerDb);
  const system = context.get(systemDb);
  const isContent = may(context, "content");
  const isEnquiries = may(context, "enquiries");
  const kinds = kindsWith("search").filter(({ name }) => may(context, rightOfKind(name)));
  const atMost = OF_EACH_KIND + 1;
  const [settings, edited, records, enquiries, subscribers, redirects, texts] = await Promise.all([
    readSettings(db),
    isContent ? listToEdit(db, search) : [],
    Promise.all(kinds.map((kind) => findRecords(db, kind.search, search, atMost))),
    isEnquiries ? findEnquiriesBySender(db, search, atMost) : [],
    isEnquiries ? findSubscribersByEmail(db, search, atMost) : [],
    isContent ? findRedirectsByPath(db, search, atMost) : [],
    isContent
      ? listTexts(db, {
          search,
          isByWord: true,
          page_name: "",
          state: "",
          sort: "place",
          page: 1,
          perPage: atMost,
        })
      : { rows: [] },
  ]);
  const { groups } = words;
  const sealed = search.includes("@") ? await seal(system, search) : search;
  const list = (address: string, label: string, items: Found[]): FoundGroup => {
    const isOfPeople = address === ENQUIRIES || address === SUBSCRIBERS;
    const all = `${address}?${new URLSearchParams({ search: isOfPeople ? sealed : search })}`;
    const isMore = items.length > OF_EACH_KIND;
    return {
      label,
      items: items.slice(0, OF_EACH_KIND),
      all: isMore ? { label: words.showAll(label), to: all } : undefined,
    };
  };
  return [
    { label: groups.editPages, items: edited },
    { label: groups.pages, items: isContent ? pagesFor(search, settings) : [] },
    ...kinds.map(({ name, search, editor }, index) =>
      list(
        search.tab,
        recordKinds[name].label,
        records[index]!.map(({ id, title, detail }) => ({ label: title, detail, to: editor(id) })),
      ),
    ),
    list(
      ENQUIRIES,
      groups.enquiries,
      enquiries.map(({ id, name, email }) => ({ label: name, detail: email, to: `${ENQUIRIES}?open=${id}` })),
    ),
    list(
      SUBSCRIBERS,
      groups.subscribers,
      await Promise.all(
        subscribers.map(async ({ email, status }) => ({
          label: email,
          detail: subscribersTab.statuses[status as keyof typeof subscribersTab.statuses],
          to: `${SUBSCRIBERS}?${new URLSearchParams({ search: await seal(system, email) })}`,
        })),
      ),
    ),
    list(
      CONTENT,
      groups.texts,
      texts.rows.map((text) => ({
        label: textLabel(text),
        detail: shownValue(text).slice(0, TEXT_CHARS),
        to: `${CONTENT}?edit=${encodeURIComponent(writeTextKey(text))}`,
      })),
    ),
    // Redirects go last, because existing records matter more than old URLs.
    list(
      REDIRECTS,
      groups.redirects,
      redirects.map(({ id, from_path, to_path, is_on }) => ({
        label: from_path,
        detail: `${to_path ?? words.gone}${is_on ? "" : ` (${redirectValues.off})`}`,
        to: `${REDIRECTS}?${new URLSearchParams(id ? { edit: id } : { search: from_path })}`,
      })),
    ),
  ].filter(({ items }) => items.length);
}

function pagesFor(search: string, settings: Settings) {
  return LISTED_PAGES.map((name) => ({
    label: Object.hasOwn(pages, name) ? titleOf(name as PageName, settings) : name,
    detail: pagePath(name),
    to: `${href("/admin-control-panel-seoprozone/pages")}?name=${encodeURIComponent(name)}`,
  }))
    .filter(({ label, detail }) => holds(`${label} ${detail}`, search))
    .slice(0, OF_EACH_KIND);
}

const ADDED_MAX = 1_000;
/** Such as "edit dentists" or "edit page /about". */
const TO_EDIT = /^edit\s+(?:(?:on\s+)?page\b:?\s*)?(\S.*)$/i;

/** Returns links to edit pages on the page, if that's what the search says. */
async function listToEdit(db: Database, search: string): Promise<Found[]> {
  const [, sought] = TO_EDIT.exec(search) ?? [];
  if (!sought) return [];
  const names = (Object.keys(pages) as PageName[]).filter((name) => name !== "not-found");
  const builtIn = names.map((name) => ({ label: pageLabel(name), detail: pagePath(name) }));
  const added = await listPages(db, ADDED_MAX);
  return [...builtIn, ...added.map(({ title, slug }) => ({ label: title, detail: `/${slug}` }))]
    .filter(({ label, detail }) => sought.split(/\s+/).every((word) => holds(`${label} ${detail}`, word)))
    .slice(0, OF_EACH_KIND)
    .map(({ label, detail }) => ({ label: words.editOn(label), detail, to: editorOf(detail) }));
}

const titleOf = (name: PageName, settings: Settings) =>
  withSiteWords(name, pages[name].seo, settings).meta_title;

const holds = (text: string, search: string) => text.toLowerCase().includes(search.toLowerCase());
