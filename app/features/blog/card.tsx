import { href } from "react-router";
import { SiteMark } from "../../ui/site/breadcrumb.tsx";
import { SiteImage } from "../../ui/site/image.tsx";
import { PLACES } from "../../ui/site/image-markup.ts";

export type ShownDate = { text: string; iso: string };

export type ResultPost = {
  slug: string;
  title: string;
  excerpt: string;
  author: string;
  category: string;
  date: ShownDate;
};

export type ListedPost = ResultPost & {
  image: { src: string; alt: string; position?: string };
};

const pathOf = ({ slug }: ResultPost) => href("/blog/:slug", { slug });

/**
 * Renders a featured post (SPEC 2).
 * @param props.readTime passed only for the large post
 */
export function FeaturedPost(props: { post: ListedPost; isLarge?: boolean; readTime?: string }) {
  const { post, isLarge, readTime } = props;
  const { src, alt, position } = post.image;
  return (
    <article className={isLarge ? "card post post--big" : "card post post--row"}>
      <div className="post__img">
        <SiteImage
          src={src}
          alt={alt}
          isAltSpare
          place={isLarge ? PLACES.featured : PLACES.row}
          width={640}
          height={400}
          decoding="async"
          fetchPriority={isLarge ? "high" : undefined}
          style={position ? { objectPosition: position } : undefined}
        />
      </div>
      <div className="post__b">
        <span className="badge badge--blue">{post.category}</span>
        <h3 className={isLarge ? "h2" : "h4"}>
          <a href={pathOf(post)}>{post.title}</a>
        </h3>
        {post.excerpt && <p>{post.excerpt}</p>}
        <Byline post={post} readTime={readTime} />
      </div>
    </article>
  );
}

/** Renders a recent post in the style of a search result. */
export function PostResult({ post, host }: { post: ResultPost; host: string }) {
  return (
    <article className="result">
      <div className="result__site">
        <SiteMark size={28} />
        <span>
          <b>{post.category}</b>
          <span className="result__path">
            {host} › blog › {post.slug}
          </span>
        </span>
      </div>
      <h3 className="result__t">
        <a href={pathOf(post)}>{post.title}</a>
      </h3>
      {post.excerpt && <p className="result__d">{post.excerpt}</p>}
      <Byline post={post} />
    </article>
  );
}

function Byline({ post, readTime }: { post: ResultPost; readTime?: string }) {
  return (
    <p className="byline">
      <b>{post.author}</b>
      <span aria-hidden="true">·</span>
      <time dateTime={post.date.iso}>{post.date.text}</time>
      {readTime && (
        <>
          <span aria-hidden="true">·</span>
          <span>{readTime}</span>
        </>
      )}
    </p>
  );
}
