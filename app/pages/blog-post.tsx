import { data, href } from "react-router";
import { messages } from "../copy/messages.ts";
import { fill } from "../copy/site/fill.ts";
import { noPost } from "../features/blog/absence.ts";
import { bylineOf } from "../features/blog/byline.ts";
import { PostResult } from "../features/blog/card.tsx";
import { asResult } from "../features/blog/listed.ts";
import { findPublishedPost, listRelatedPosts } from "../features/blog/queries.server.ts";
import { readingMinutes } from "../features/blog/reading-time.ts";
import { postSearchDefaults } from "../features/blog/search-defaults.ts";
import { dateHeaders, shownDate, showsToday } from "../features/blog/shown-date.ts";
import { imageOf } from "../features/drawn/image.ts";
import { resolveOwnImage, resolveRecordImages } from "../features/media/own-image.ts";
import { NewsletterBox } from "../features/newsletter/newsletter-form.tsx";
import { pageMeta } from "../features/page-seo/meta.ts";
import { blogPostingData, breadcrumbData } from "../features/page-seo/structured-data.ts";
import { AboutAuthor } from "../features/team/about-author.tsx";
import { Face } from "../features/team/face.tsx";
import { findPerson, personPath } from "../features/team/people.ts";
import { builtInTexts, type Texts } from "../features/website-content/built-in.ts";
import { requestInfo, visitorDb } from "../platform/http/context.server.ts";
import { log } from "../platform/log.server.ts";
import { layOutArticle } from "../platform/text/article.ts";
import { layOutMedia } from "../platform/text/article-media.ts";
import { cleanHtml } from "../platform/text/html.server.ts";
import { absenceOf, RecordAbsence } from "../ui/site/absence.tsx";
import { BackLink } from "../ui/site/back-link.tsx";
import { Breadcrumb, SiteMark } from "../ui/site/breadcrumb.tsx";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { Contents } from "../ui/site/contents.tsx";
import { FRAME_RATIO, FrameImage } from "../ui/site/frame.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import type { Route } from "./+types/blog-post";
import { loadFrame, loadPeople, recordHead, unreadable } from "./frame.server.ts";

const RELATED_POSTS = 3;

export async function loader({ params, context }: Route.LoaderArgs) {
  const path = href("/blog/:slug", params);
  const db = context.get(visitorDb);
  const found = findPublishedPost(db, params.slug);
  const others = found.then((post) => (post ? listRelatedPosts(db, post, RELATED_POSTS) : []));
  const writer = found.then(async (post) => {
    if (!post) return null;
    return findPerson(await loadPeople(context), post.author);
  });
  const [frame, post, related, person] = await Promise.all([
    loadFrame(context, "blog", path, Promise.all([found, writer])),
    found,
    others,
    writer,
  ]).catch((error: unknown) => {
    log.error({ err: error, request: context.get(requestInfo).id }, "A blog post couldn't be read");
    const { back } = noPost(builtInTexts("blog").detail);
    throw unreadable({ title: messages.blogPost.readFailed, back });
  });
  if (!post) throw data(noPost(frame.texts.detail), { status: 404 });

  const { settings } = frame;
  const { share_image, featured_image } = post;
  const resolved = resolveRecordImages(frame.images, { share_image, image: featured_image }, frame.siteUrl);
  const media = layOutMedia(cleanHtml(post.content).html);
  const { html, headings } = layOutArticle(media.html);
  const words = html.replace(/<[^>]*>/g, " ").split(/\s+/).length;
  const record = { ...post, section: "blog", path, kind: post.category };
  const { siteTitle, keywords } = frame.head;
  const site = { siteTitle, siteDescription: settings.site_description, keywords };
  const head = recordHead(frame, record, postSearchDefaults(post, site), resolved.share);
  const { title, excerpt, category, created_at, updated_at } = post;
  const author = bylineOf(post.author, settings.site_title);
  const shown = {
    ...{ title, excerpt, author, category, created_at, updated_at, path, html, headings },
    date: shownDate(created_at, settings),
    minutes: readingMinutes(words),
    ownImage: resolved.image,
    image: imageOf(
      { slug: post.slug, title, industry: category, image: featured_image },
      FRAME_RATIO,
      settings,
    ),
  };
  return data(
    {
      ...frame,
      head,
      post: shown,
      person,
      personImage: person?.image
        ? resolveOwnImage(frame.images, person.image, frame.siteUrl)?.image
        : undefined,
      related: related.map((row) => asResult(row, settings)),
      hasVideo: media.hasVideo,
    },
    { headers: dateHeaders(settings) },
  );
}

/** A thrown response's headers win, because they include Retry-After. */
export const headers = ({ errorHeaders, loaderHeaders }: Route.HeadersArgs) => errorHeaders ?? loaderHeaders;

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (!loaderData) {
    const title = absenceOf(error)?.title;
    const tags = pageMeta(undefined);
    return title ? [{ title }, ...tags.filter((tag) => !("title" in tag))] : tags;
  }
  const { head, post, person, personImage, settings, siteUrl, texts } = loaderData;
  // If posts show today's date instead of their own, structured data has no dates (decision 0035.4).
  const hasDates = !showsToday(settings);
  return [
    ...pageMeta(
      head,
      blogPostingData({
        ...post,
        dates: hasDates ? post : undefined,
        person: person && { path: personPath(person), position: person.position, image: personImage },
        description: head.description,
        siteUrl,
        siteName: head.siteTitle,
        logo: loaderData.logo,
        drawn: head.drawn,
      }),
      breadcrumbData(loaderData, [
        { label: texts.hero.badge, path: "/blog" },
        { label: post.title, path: post.path },
      ]),
    ),
    { property: "article:section", content: post.category },
    ...(hasDates
      ? [
          { property: "article:published_time", content: post.created_at.toISOString() },
          { property: "article:modified_time", content: post.updated_at.toISOString() },
        ]
      : []),
  ];
}

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  const { texts, settings, siteUrl, post, person, related } = loaderData;
  const { detail, hero, list } = texts;
  const isLong = post.headings.length > 1;
  const isBySite = post.author === settings.site_title;
  const teamPath = person ? personPath(person) : isBySite ? href("/team") : null;
  const about = person && <AboutAuthor title={detail.about_author_title} person={person} />;
  return (
    <>
      <article>
        <header className="hero hero--page hero--post">
          <div className="wrap">
            <BackLink href="/blog" label={hero.badge} />
            <Breadcrumb steps={[{ label: hero.badge, href: "/blog" }, { label: post.title }]} />
            <span className="badge badge--blue">{post.category}</span>
            <h1 className="h1">{post.title}</h1>
            {post.excerpt && <p className="lead">{post.excerpt}</p>}
            <div className="author">
              {isBySite ? (
                <SiteMark size={40} />
              ) : (
                <Face name={post.author} image={person?.image ?? ""} size={48} />
              )}
              <p className="small">
                <span className="sr">{detail.author_label} </span>
                <b>{teamPath ? <a href={teamPath}>{post.author}</a> : post.author}</b>
                <br />
                <span className="subtle">
                  <time dateTime={post.date.iso}>{post.date.text}</time> ·{" "}
                  {fill(list.read_time, { minutes: post.minutes })} · <span>{post.category}</span>
                </span>
              </p>
            </div>
          </div>
        </header>
        <div className="wrap">
          <FrameImage image={post.image} />
        </div>
        <div className="wrap article">
          {isLong ? (
            <div className="cols cols--post">
              <Contents title={detail.contents_title} headings={post.headings} />
              <div>
                <RichTextView html={post.html} />
                {about}
              </div>
              <AuditOffer texts={detail} />
            </div>
          ) : (
            <>
              <RichTextView html={post.html} className="prose prose--alone" />
              {about}
              <AuditOffer texts={detail} />
            </>
          )}
        </div>
      </article>
      {related.length > 0 && (
        <section className="section section--white" aria-labelledby="related-posts">
          <div className="wrap">
            <h2 className="h2 results__t" id="related-posts">
              {detail.related_title}
            </h2>
            <div className="results results--three">
              {related.map((one) => (
                <PostResult key={one.slug} post={one} host={new URL(siteUrl).host} />
              ))}
            </div>
          </div>
        </section>
      )}
      <section className="section">
        <div className="wrap">
          <NewsletterBox texts={texts.newsletter} />
        </div>
      </section>
      <ClosingCall
        isPlain
        className="section closing"
        title={detail.cta_title}
        text={detail.cta_text}
        button_label={detail.contact_label}
        button_href={detail.contact_href}
        secondary_label={detail.services_label}
        secondary_href={detail.services_href}
      />
    </>
  );
}

function AuditOffer({ texts }: { texts: Texts<"blog">["detail"] }) {
  return (
    <aside className="sticky offer">
      <h2 className="h4">{texts.audit_title}</h2>
      <p>{texts.audit_text}</p>
      <a className="btn btn--line btn--sm" href={texts.audit_href}>
        {texts.audit_label}
      </a>
    </aside>
  );
}

/** SPEC 2: "Post Not Found" with a back link. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RecordAbsence error={error} />;
}
