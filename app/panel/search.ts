// What the search over everything (Ctrl-K) finds among records and pages; actions are the panel's own.
import { href } from "react-router";
import { z } from "zod";
import { subscribersTab } from "../copy/enquiries-tab.ts";
import { LISTED_PAGES } from "../copy/page-names.ts";
import { pagePath } from "../copy/page-path.ts";
import { type PageName, pages } from "../copy/pages.ts";
import { search as words } from "../copy/search.ts";
import { findPostsByTitle } from "../features/blog/queries.owner.server.ts";
import { findCaseStudiesByName } from "../features/case-studies/queries.owner.server.ts";
import { findEnquiriesBySender } from "../features/enquiries/queries.owner.server.ts";
import { listIndustries } from "../features/industries/queries.server.ts";
import { findSubscribersByEmail } from "../features/newsletter/queries.owner.server.ts";
import { findRedirectsByAddress } from "../features/redirects/queries.owner.server.ts";
import { writeAddress } from "../features/website-content/address.ts";
import { listTexts } from "../features/website-content/queries.server.ts";
import { shownValue } from "../features/website-content/shown-value.ts";
import { textLabel } from "../features/website-content/text-label.ts";
import { ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import type { FoundGroup } from "../ui/command-palette.tsx";
import type { Route } from "./+types/search";
import { fetched } from "./save.server.ts";

/** Enough to find what is meant; a longer search narrows it down. */
const OF_EACH_KIND = 5;
const TEXT_CHARS = 80;

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = z.string().trim().max(200).catch("").parse(url.searchParams.get("search"));
  const { value } = await fetched(
    async () => (search ? await find(context.get(ownerDb), search) : []),
    "Failed to search",
  );
  return Response.json(value, { status: value ? 200 : 500 });
}

async function find(db: Database, search: string): Promise<FoundGroup[]> {
  const [posts, caseStudies, industries, enquiries, subscribers, redirects, texts] = await Promise.all([
    findPostsByTitle(db, search, OF_EACH_KIND),
    findCaseStudiesByName(db, search, OF_EACH_KIND),
    listIndustries(db),
    findEnquiriesBySender(db, search, OF_EACH_KIND),
    findSubscribersByEmail(db, search, OF_EACH_KIND),
    findRedirectsByAddress(db, search, OF_EACH_KIND),
    listTexts(db, {
      search,
      isByWord: true,
      page_name: "",
      state: "",
      sort: "place",
      page: 1,
      perPage: OF_EACH_KIND,
    }),
  ]);
  const { groups } = words;
  return [
    {
      label: groups.posts,
      items: posts.map(({ id, title, published }) => ({
        label: title,
        detail: published ? "Published" : "Draft",
        to: `${href("/admin-control-panel-seoprozone/blog")}?edit=${id}`,
      })),
    },
    {
      label: groups.caseStudies,
      items: caseStudies.map(({ id, title, client }) => ({
        label: title,
        detail: client,
        to: `${href("/admin-control-panel-seoprozone/case-studies")}?edit=${id}`,
      })),
    },
    {
      label: groups.industries,
      items: industries
        .filter(({ name }) => holds(name, search))
        .slice(0, OF_EACH_KIND)
        .map(({ id, name, description }) => ({
          label: name,
          detail: description,
          to: `${href("/admin-control-panel-seoprozone/industries")}?edit=${id}`,
        })),
    },
    {
      label: groups.enquiries,
      items: enquiries.map(({ id, name, email }) => ({
        label: name,
        detail: email,
        to: `${href("/admin-control-panel-seoprozone/enquiries")}?open=${id}`,
      })),
    },
    {
      label: groups.subscribers,
      items: subscribers.map(({ email, status }) => ({
        label: email,
        detail: subscribersTab.statuses[status as keyof typeof subscribersTab.statuses],
        to: `${href("/admin-control-panel-seoprozone/enquiries/subscribers")}?${new URLSearchParams({ search: email })}`,
      })),
    },
    {
      label: groups.redirects,
      items: redirects.map(({ id, from_path, to_path }) => ({
        label: from_path,
        detail: to_path ?? words.gone,
        to: `${href("/admin-control-panel-seoprozone/redirects")}?edit=${id}`,
      })),
    },
    { label: groups.pages, items: pagesFor(search) },
    {
      label: groups.texts,
      items: texts.rows.map((text) => ({
        label: textLabel(text),
        detail: `${text.page_name} / ${text.section_name} / ${text.content_key}: ${shownValue(text).slice(0, TEXT_CHARS)}`,
        to: `${href("/admin-control-panel-seoprozone/content")}?edit=${encodeURIComponent(writeAddress(text))}`,
      })),
    },
  ].filter(({ items }) => items.length);
}

function pagesFor(search: string) {
  return LISTED_PAGES.map((name) => ({
    label: Object.hasOwn(pages, name) ? pages[name as PageName].seo.meta_title : name,
    detail: pagePath(name),
    to: `${href("/admin-control-panel-seoprozone/pages")}?name=${encodeURIComponent(name)}`,
  }))
    .filter(({ label, detail }) => holds(`${label} ${detail}`, search))
    .slice(0, OF_EACH_KIND);
}

const holds = (text: string, search: string) => text.toLowerCase().includes(search.toLowerCase());
