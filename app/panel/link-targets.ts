// Lists the site's pages for the text editor's link picker.
import { href } from "react-router";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { withSiteWords } from "../features/page-seo/site-words.ts";
import { blogPosts } from "../features/records/blog-posts.server.ts";
import { caseStudies } from "../features/records/case-studies.server.ts";
import { landingPages } from "../features/records/landing-pages.server.ts";
import type { Settings } from "../features/settings/defaults.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { ownerDb } from "../platform/http/context.server.ts";
import { searchQuery } from "../platform/http/list-query.ts";
import type { LinkTarget } from "../ui/editor/links.tsx";
import type { Route } from "./+types/link-targets";

/** A few are enough, because the owner can search for others. */
const OF_EACH_KIND = 6;

/** Published records only, because unpublished ones have no public page. */
const NEWEST = { status: "published", sort: "newest", page: 1, perPage: OF_EACH_KIND } as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const search = searchQuery.parse(url.searchParams.get("search"));
  const [settings, added, studies, posts] = await Promise.all([
    readSettings(db),
    landingPages.list(db, { ...NEWEST, search, service: "" }),
    caseStudies.list(db, { ...NEWEST, search, industry: "" }),
    blogPosts.list(db, { ...NEWEST, search, category: "" }),
  ]);
  const targets: LinkTarget[] = [
    ...pageTargets(search, settings).slice(0, OF_EACH_KIND),
    ...added.rows.map(({ title, slug }) => ({ kind: "Page", title, href: `/${slug}` })),
    ...studies.rows.map(({ title, slug }) => ({
      kind: "Case study",
      title,
      href: href("/case-studies/:slug", { slug }),
    })),
    ...posts.rows.map(({ title, slug }) => ({ kind: "Post", title, href: href("/blog/:slug", { slug }) })),
  ];
  return Response.json(targets);
}

function pageTargets(search: string, settings: Settings): LinkTarget[] {
  const names = (Object.keys(pages) as PageName[]).filter((name) => name !== "not-found");
  return names
    .map((name) => {
      const { meta_title } = withSiteWords(name, pages[name].seo, settings);
      return { kind: "Page", title: meta_title, href: pagePath(name) };
    })
    .filter(({ title, href }) => `${title} ${href}`.toLowerCase().includes(search.toLowerCase()));
}
