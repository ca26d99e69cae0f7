import { ArrowLeft } from "lucide-react";
import { data, href } from "react-router";
import { BLOG_FEATURED, BLOG_RECENT_STEP, BLOG_RECENT_VISIBLE } from "../copy/business.ts";
import { fill } from "../copy/site/fill.ts";
import { withSiteName } from "../copy/site/site-name.ts";
import { FeaturedPost, type ListedPost, PostResult } from "../features/blog/card.tsx";
import { asResult } from "../features/blog/listed.ts";
import { blogPath, countPages, rowsOf } from "../features/blog/paging.ts";
import {
  countPublishedPosts,
  listFeaturedPosts,
  listPublishedPosts,
  type PostCardRow,
} from "../features/blog/queries.server.ts";
import { readingMinutes } from "../features/blog/reading-time.ts";
import { dateHeaders } from "../features/blog/shown-date.ts";
import { imageOf } from "../features/drawn/image.ts";
import { NewsletterBox } from "../features/newsletter/newsletter-form.tsx";
import { pageMeta } from "../features/page-seo/meta.ts";
import { blogData, breadcrumbData } from "../features/page-seo/structured-data.ts";
import { replyHeaders } from "../features/public-forms/posted.server.ts";
import { redirectTarget } from "../features/redirects/paths.ts";
import { redirectTo } from "../features/redirects/queries.server.ts";
import type { Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import type { Database } from "../platform/database/database.server.ts";
import { isPlainPageNumber, parsePage } from "../platform/database/paging.server.ts";
import { requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { NothingYet } from "../ui/site/flat-line.tsx";
import { PageHero } from "../ui/site/page-hero.tsx";
import type { Route } from "./+types/blog";
import { loadFrame } from "./frame.server.ts";

const CARD_RATIO = 16 / 10;

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const asked = url.searchParams.get("page");
  const listing = readList(context.get(visitorDb), parsePage(asked)).catch((error: unknown) => {
    // SPEC 8: a fetch error is only logged; visitors see the empty state (decision 0035.10).
    log.error({ err: error, request: context.get(requestInfo).id }, "The blog posts couldn't be read");
    return null;
  });
  const frame = await loadFrame(context, "blog", "/blog", listing);
  const isWhole = (await listing) !== null;
  const { first, others, total, page, pages } = (await listing) ?? NO_LIST;
  if (isWhole && !isPlainPageNumber(asked, page)) {
    url.searchParams.delete("page");
    throw redirectTo(redirectTarget(url.pathname + url.search, blogPath(page)), parsePage(asked) > page);
  }

  const { head, texts, settings, siteUrl } = frame;
  const listed = (row: PostCardRow) => asListed(row, settings);
  const [featured, recent] = [first.map(listed), others.map(listed)];
  const minutes = readingMinutes(first[0]?.words ?? 0);
  // Structured data doesn't link to noindex pages (decision 0019).
  const indexable = [...first, ...others]
    .filter((row) => row.is_indexable)
    .map(({ title, slug }) => ({
      title,
      path: href("/blog/:slug", { slug }),
    }));
  let { title } = texts.hero;
  if (page > 1) {
    title = fill(texts.recent.page_title, { title, page });
    head.title = withSiteName(title, head.siteTitle);
    head.description = fill(texts.recent.page_title, { title: head.description.replace(/\.$/, ""), page });
    head.canonical = siteUrl + blogPath(page);
  }
  const headers = isWhole ? dateHeaders(settings) : { "Cache-Control": "no-store" };
  return data({ ...frame, title, featured, recent, indexable, minutes, page, pages, total }, { headers });
}

const NO_LIST: Awaited<ReturnType<typeof readList>> = { first: [], others: [], total: 0, page: 1, pages: 1 };

async function readList(db: Database, asked: number) {
  const total = await countPublishedPosts(db);
  const pages = countPages(total);
  const page = Math.min(asked, pages);
  const [first, others] = await Promise.all([
    page === 1 ? listFeaturedPosts(db) : ([] as PostCardRow[]),
    listPublishedPosts(db, { ...rowsOf(page), withoutFeatured: true }),
  ]);
  return { first, others, total, page, pages };
}

function asListed(row: PostCardRow, settings: Settings): ListedPost {
  const { slug, title, category, featured_image } = row;
  const image = imageOf({ slug, title, industry: category, image: featured_image }, CARD_RATIO, settings);
  return { ...asResult(row, settings), image };
}

export { receiveSubscription as action } from "../features/newsletter/action.server.ts";

export const headers = replyHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, siteUrl, logo, texts, title, page, indexable } = loaderData;
  const { siteTitle: siteName, description } = head;
  const blog = { siteUrl, siteName, logo, path: blogPath(page), name: title, description, posts: indexable };
  return pageMeta(
    head,
    blogData(blog),
    breadcrumbData(loaderData, [{ label: texts.hero.badge, path: "/blog" }]),
  );
}

export default function Blog({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, siteUrl, title, featured, recent, minutes, page, audit } = loaderData;
  const { host } = new URL(siteUrl);
  const readTime = fill(texts.list.read_time, { minutes });
  return (
    <>
      <PageHero texts={{ ...texts.hero, title }} />
      {featured.length === 0 && recent.length === 0 && (
        <section className="list">
          <div className="wrap">
            <NothingYet text={texts.list.empty_text}>
              <a className="btn btn--lg" href={audit.href}>
                {audit.label}
              </a>
            </NothingYet>
          </div>
        </section>
      )}
      {featured.length > 0 && (
        <section className={recent.length ? undefined : "list--last"}>
          <div className="wrap">
            <h2 className="h3 feat__t">{texts.featured.title}</h2>
            <div className={`feat feat--${featured.length}`}>
              {featured.map((post, i) => (
                <FeaturedPost
                  key={post.slug}
                  post={post}
                  isLarge={i === 0}
                  readTime={i === 0 ? readTime : undefined}
                />
              ))}
            </div>
          </div>
        </section>
      )}
      {recent.length > 0 && (
        <section className={page === 1 ? "section" : "section section--recent"}>
          <div className="wrap">
            <h2 className="h2 results__t" id="recent-posts">
              {texts.recent.title}
            </h2>
            <div className="results" data-results>
              {recent.map((post) => (
                <PostResult key={post.slug} post={post} host={host} />
              ))}
            </div>
            <More texts={texts} list={loaderData} />
          </div>
        </section>
      )}
      <section className="section section--news">
        <div className="wrap">
          <NewsletterBox texts={texts.newsletter} reply={actionData} />
        </div>
      </section>
      {loaderData.total > 0 && (
        <ClosingCall
          isPlain
          className="section closing"
          title={texts.detail.cta_title}
          text={texts.list.cta_text}
          button_label={texts.detail.contact_label}
          button_href={texts.detail.contact_href}
          secondary_label={texts.detail.services_label}
          secondary_href={texts.detail.services_href}
        />
      )}
    </>
  );
}

type List = Pick<Route.ComponentProps["loaderData"], "total" | "page" | "pages">;

/**
 * Shows how many recent posts are listed. A script turns the link to the next page into a Load More button (SPEC 2).
 */
function More({ texts, list }: { texts: Texts<"blog">; list: List }) {
  const total = list.total - BLOG_FEATURED;
  const shown = Math.min(total, BLOG_RECENT_VISIBLE + (list.page - 1) * BLOG_RECENT_STEP);
  if (list.pages === 1) return null;
  return (
    <div className="loadmore" data-more>
      <div className="meter" aria-hidden="true">
        <i style={{ width: `${Math.round((shown / total) * 100)}%` }} />
      </div>
      <p className="small subtle num" role="status">
        {fill(texts.recent.count_text, { shown, total })}
      </p>
      <div className="btns">
        {list.page > 1 && (
          <a className="btn btn--line" rel="prev" href={blogPath(list.page - 1)} data-newer>
            <ArrowLeft className="i" aria-hidden="true" />
            {texts.recent.newer_label}
          </a>
        )}
        {list.page < list.pages && (
          <a
            className="btn btn--line"
            rel="next"
            href={blogPath(list.page + 1)}
            data-load-more={texts.list.loading_text}
          >
            {texts.recent.load_more_label}
          </a>
        )}
      </div>
    </div>
  );
}
