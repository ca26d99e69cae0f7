import { ArrowRight, BriefcaseBusiness, House, Scale, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { data, href } from "react-router";
import { SITEMAP_CASE_STUDIES, SITEMAP_POSTS } from "../copy/business.ts";
import { fill } from "../copy/site/fill.ts";
import { withSiteName } from "../copy/site/site-name.ts";
import { listNewestTitles } from "../features/blog/queries.server.ts";
import { listPublishedTitles } from "../features/case-studies/queries.server.ts";
import { listSitemapLinks } from "../features/landing-pages/queries.server.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { sitemapPath } from "../features/page-seo/sitemap-path.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { caseStudies } from "../features/records/case-studies.server.ts";
import { summarizePublished } from "../features/records/queries.server.ts";
import { redirectTarget } from "../features/redirects/paths.ts";
import { redirectTo } from "../features/redirects/queries.server.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { isPlainPageNumber, pageOf, parsePage } from "../platform/database/paging.server.ts";
import { requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { Pager } from "../ui/site/pager.tsx";
import type { Route } from "./+types/sitemap";
import { loadFrame } from "./frame.server.ts";

type Link = { label: string; href: string };

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const asked = url.searchParams.get("page");
  const reading = readList(context.get(visitorDb), parsePage(asked)).catch((error: unknown) => {
    // SPEC 8: a fetch error is only logged; the rest of the page is shown.
    log.error(
      { err: error, request: context.get(requestInfo).id },
      "The sitemap's case studies couldn't be read",
    );
    return null;
  });
  const [frame, added, posts] = await Promise.all([
    loadFrame(context, "sitemap", "/sitemap"),
    listSitemapLinks(context.get(visitorDb), SITEMAP_CASE_STUDIES).catch(() => []),
    listNewestTitles(context.get(visitorDb), SITEMAP_POSTS).catch(() => []),
  ]);
  const found = await reading;
  if (found && !isPlainPageNumber(asked, found.page)) {
    url.searchParams.delete("page");
    throw redirectTo(
      redirectTarget(url.pathname + url.search, sitemapPath(found.page)),
      parsePage(asked) > found.page,
    );
  }
  const { page, pages, pager, titles } = found ?? { page: 1, pages: 1, pager: null, titles: [] };
  const studies = titles.map(({ slug, title }) => ({
    label: title,
    href: href("/case-studies/:slug", { slug }),
  }));
  const articles = posts.map(({ slug, title }) => ({ label: title, href: href("/blog/:slug", { slug }) }));
  const head = { ...frame.head };
  if (page > 1) head.canonical = frame.siteUrl + sitemapPath(page);
  let { title } = frame.texts.hero;
  if (pager && page > 1) {
    title = fill(pager.page_title, { title, page });
    head.title = withSiteName(title, head.siteTitle);
  }
  return data(
    { ...frame, head, title, added, studies, articles, page, pages, pager },
    { headers: found ? {} : { "Cache-Control": "no-store" } },
  );
}

/** Returns one page of case study titles. SPEC 2 doesn't mention paging. */
async function readList(db: Database, asked: number) {
  const { total } = await summarizePublished(db, caseStudies.page);
  const { page, pages, offset } = pageOf(total, { page: asked, perPage: SITEMAP_CASE_STUDIES });
  const titles = await listPublishedTitles(db, { limit: SITEMAP_CASE_STUDIES, offset });
  const pager = pages > 1 ? (await loadTexts(db, ["case-studies"]))["case-studies"].list : null;
  return { page, pages, pager, titles };
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, texts } = loaderData;
  const step = { label: texts.hero.title, path: "/sitemap" };
  return pageMeta(head, breadcrumbData(loaderData, [step]));
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  const { texts, title, added, studies, articles, page, pages, pager } = loaderData;
  const isOfService = ({ href }: Link) => href.startsWith("/services/");
  const main = [...texts.main_pages.items, ...added.filter((link) => !isOfService(link))];
  const { hero, main_pages, services, case_studies, legal_pages, actions } = texts;
  const all = { label: case_studies.all_label, href: case_studies.all_href };
  return (
    <>
      <section className="hero hero--page hero--post">
        <div className="wrap">
          <Breadcrumb steps={[{ label: hero.title }]} />
          <h1 className="h1">{title}</h1>
          <p className="lead">{hero.subtitle}</p>
        </div>
      </section>
      <div className="wrap list--last">
        <div className="grid g4 groups">
          <Group icon={<House className="i" />} title={main_pages.title} links={main} />
          <Group
            icon={<BriefcaseBusiness className="i" />}
            title={services.title}
            links={[...services.items, ...added.filter(isOfService)]}
          />
          <Group icon={<TrendingUp className="i" />} title={case_studies.title} first={all} links={studies} />
          <Group icon={<Scale className="i" />} title={legal_pages.title} links={legal_pages.items} />
        </div>
        {pager && <Pager texts={pager} page={page} pages={pages} pathOf={sitemapPath} />}
        {articles.length > 0 && (
          <section className="groups__way">
            <h2 className="h3">{texts.articles.title}</h2>
            <Links
              first={{ label: texts.articles.all_label, href: texts.articles.all_href }}
              links={articles}
            />
          </section>
        )}
        <section className="groups__way">
          <h2 className="h3">{actions.title}</h2>
          <div className="btns">
            <a className="btn" href={actions.contact_href}>
              {actions.contact_label}
              <ArrowRight className="i i-arrow" aria-hidden="true" />
            </a>
            <a className="btn btn--line" href={actions.home_href}>
              {actions.home_label}
            </a>
          </div>
        </section>
      </div>
    </>
  );
}

function Group(props: { icon: ReactNode; title: string; first?: Link; links: readonly Link[] }) {
  const { icon, title, first, links } = props;
  return (
    <section className="card group">
      <h2 className="h3">
        <span className="group__icon" aria-hidden="true">
          {icon}
        </span>
        {title}
      </h2>
      <Links first={first} links={links} />
    </section>
  );
}

/** @param props.first link to the list of all */
function Links({ first, links }: { first?: Link; links: readonly Link[] }) {
  return (
    <ul className="links">
      {first && (
        <li>
          <a href={first.href}>
            <b>{first.label}</b>
          </a>
        </li>
      )}
      {links.map(({ label, href }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
