import { ArrowLeft } from "lucide-react";
import { data } from "react-router";
import { CASE_STUDIES_PER_PAGE } from "../copy/business.ts";
import { fill } from "../copy/site/fill.ts";
import { withSiteName } from "../copy/site/site-name.ts";
import { CaseStudyCard } from "../features/case-studies/card.tsx";
import {
  caseStudiesPath,
  industryAsTyped,
  industrySlug,
  isFilterIndexed,
} from "../features/case-studies/industry-filter.ts";
import {
  listPublishedCaseStudies,
  listPublishedIndustries,
} from "../features/case-studies/queries.server.ts";
import { listIndustries } from "../features/industries/queries.server.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { redirectTarget } from "../features/redirects/paths.ts";
import { findRedirect, permanentRedirect, redirectTo } from "../features/redirects/queries.server.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import type { Database } from "../platform/database/database.server.ts";
import { isPlainPageNumber, pageOf, parsePage } from "../platform/database/paging.server.ts";
import { configContext, requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { NothingYet } from "../ui/site/flat-line.tsx";
import { PageHero } from "../ui/site/page-hero.tsx";
import { Pager } from "../ui/site/pager.tsx";
import type { Route } from "./+types/case-studies";
import { loadFrame } from "./frame.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const query = url.searchParams;
  const asked = {
    slug: industrySlug(query.get("industry") ?? ""),
    page: parsePage(query.get("page")),
  };
  const listing = readList(context.get(visitorDb), asked).catch((error: unknown) => {
    // SPEC 8: a fetch error is only logged; visitors see the empty state (decision 0035.10).
    log.error({ err: error, request: context.get(requestInfo).id }, "The case studies couldn't be read");
    return null;
  });
  const frame = await loadFrame(context, "case-studies", "/case-studies", listing);
  const list = (await listing) ?? {
    ...{ filters: [], cards: [], total: 0, pages: 1, page: 1, isWhole: false },
    industry: asked.slug ? { name: industryAsTyped(asked.slug), description: "", isKnown: false } : null,
  };
  if (list.isWhole && list.industry && !list.industry.isKnown) {
    // The URL may contain an industry's old name.
    const asked = url.pathname + url.search;
    const moved = await findRedirect(context.get(visitorDb), asked);
    if (moved?.to_path)
      throw permanentRedirect(new URL(moved.to_path, context.get(configContext).siteUrl).href);
  }
  const own = { industry: list.industry?.name, page: list.page };
  if (list.isWhole && !isPlainPageNumber(query.get("page"), list.page)) {
    query.delete("page");
    const own = caseStudiesPath({ industry: asked.slug, page: list.page });
    throw redirectTo(redirectTarget(url.pathname + url.search, own), asked.page > list.page);
  }

  const { head, texts, siteUrl } = frame;
  const { industry, page, total } = list;
  let title = industry ? fill(texts.list.filtered_heading, { industry: industry.name }) : texts.hero.title;
  if (industry?.isKnown) {
    const { name, description } = industry;
    head.title = withSiteName(title, head.siteTitle);
    head.description = description
      ? fill(texts.list.filtered_own_description, { industry: name, description })
      : fill(texts.list.filtered_description, { industry: name });
  }
  if (page > 1) {
    title = fill(texts.list.page_title, { title, page });
    head.title = withSiteName(title, head.siteTitle);
    head.description = fill(texts.list.page_title, { title: head.description.replace(/\.$/, ""), page });
  }
  if (industry && !isFilterIndexed({ ...industry, total })) head.isIndexable = false;
  if (industry ? industry.isKnown : page > 1) head.canonical = siteUrl + caseStudiesPath(own);
  const headers = list.isWhole ? undefined : { "Cache-Control": "no-store" };
  return data({ ...frame, list, title }, { headers });
}

async function readList(db: Database, asked: { slug: string; page: number }) {
  const filters = await listFilters(db);
  const names = asked.slug ? filters.filter(({ name }) => industrySlug(name) === asked.slug) : filters;
  const total = names.reduce((sum, { total }) => sum + total, 0);
  const { page, pages, offset } = pageOf(total, { page: asked.page, perPage: CASE_STUDIES_PER_PAGE });
  const cards = await listPublishedCaseStudies(db, {
    industries: asked.slug ? names.map(({ name }) => name) : undefined,
    limit: CASE_STUDIES_PER_PAGE,
    offset,
  });
  // Prefers the industry's stored spelling over the one in the URL (decision 0035.5).
  const { name = industryAsTyped(asked.slug), description = "" } = names[0] ?? {};
  const industry = asked.slug ? { name, description, isKnown: names.length > 0 } : null;
  return { filters, cards, total, pages, page, industry, isWhole: true };
}

/** Returns all industries ordered by name (SPEC 7), with their descriptions and counts of published case studies. */
async function listFilters(db: Database) {
  const [all, published] = await Promise.all([listIndustries(db), listPublishedIndustries(db)]);
  const descriptions = new Map(all.map(({ name, description }) => [industrySlug(name), description.trim()]));
  const withCards = new Set(published.map(({ name }) => industrySlug(name)));
  const without = all.filter(({ name }) => !withCards.has(industrySlug(name)));
  return [...published, ...without.map(({ name }) => ({ name, total: 0 }))]
    .map(({ name, total }) => ({ name, total, description: descriptions.get(industrySlug(name)) ?? "" }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, texts, list } = loaderData;
  const steps = [{ label: texts.hero.badge, path: caseStudiesPath() }];
  const { industry } = list;
  if (industry?.isKnown)
    steps.push({ label: industry.name, path: caseStudiesPath({ industry: industry.name }) });
  return pageMeta(head, breadcrumbData(loaderData, steps));
}

export default function CaseStudies({ loaderData }: Route.ComponentProps) {
  const { texts, list, title, audit } = loaderData;
  const { industry, cards, page, pages } = list;
  return (
    <>
      {industry ? (
        <section className={`hero hero--page hero--filtered${industry.isKnown ? "" : " hero--typed"}`}>
          <div className="wrap">
            <Breadcrumb
              steps={[{ label: texts.hero.badge, href: caseStudiesPath() }, { label: industry.name }]}
            />
            <h1 className="h1">{title}</h1>
            {industry.description && <p className="lead">{industry.description}</p>}
            <p className="hero__back">
              <a className="btn btn--line btn--sm" href={caseStudiesPath()}>
                <ArrowLeft className="i" aria-hidden="true" />
                {texts.list.back_to_all_label}
              </a>
            </p>
          </div>
        </section>
      ) : (
        <PageHero texts={{ ...texts.hero, title, ...(list.total === 0 && { subtitle: "" }) }} />
      )}
      <section className="list">
        <div className="wrap">
          <Filters texts={texts.filters} list={list} />
          <h2 className="sr">{texts.filters.all_heading}</h2>
          {cards.length === 0 ? (
            <NothingYet
              text={
                industry
                  ? fill(texts.list.empty_filtered_text, { industry: industry.name })
                  : texts.list.empty_text
              }
            >
              {list.isWhole && !industry && (
                <a className="btn btn--lg" href={audit.href}>
                  {audit.label}
                </a>
              )}
            </NothingYet>
          ) : (
            // Four cards in rows of three would leave one alone.
            <div className={cards.length === 4 ? "grid g2" : "grid g3"}>
              {cards.map((study, i) => (
                <CaseStudyCard key={study.slug} study={study} texts={texts.list} place={i} />
              ))}
            </div>
          )}
          {pages > 1 && (
            <Pager
              texts={texts.list}
              page={page}
              pages={pages}
              pathOf={(page) => caseStudiesPath({ industry: industry?.name, page })}
            />
          )}
        </div>
      </section>
      {cards.length > 0 && <ClosingCall {...texts.cta} isPlain />}
    </>
  );
}

type List = Route.ComponentProps["loaderData"]["list"];

/** Renders a link to each industry that has case studies, and to the current one. */
function Filters({ texts, list }: { texts: Texts<"case-studies">["filters"]; list: List }) {
  const { filters, industry } = list;
  const current = industry && industrySlug(industry.name);
  const shown = filters.filter(({ name, total }) => total > 0 || industrySlug(name) === current);
  if (shown.length === 0) return null;
  const all = filters.reduce((sum, { total }) => sum + total, 0);
  return (
    <nav className="pills pills--scroll" aria-label={texts.label}>
      <Pill path={caseStudiesPath()} label={texts.all_label} total={all} isCurrent={current === null} />
      {shown.map(({ name, total }) => (
        <Pill
          key={name}
          path={caseStudiesPath({ industry: name })}
          label={name}
          total={total}
          isCurrent={current === industrySlug(name)}
        />
      ))}
    </nav>
  );
}

function Pill(props: { path: string; label: string; total: number; isCurrent: boolean }) {
  const { path, label, total, isCurrent } = props;
  return (
    <a className="pill" href={path} aria-current={isCurrent ? "page" : undefined}>
      {label}
      <span className="num">{total}</span>
    </a>
  );
}
