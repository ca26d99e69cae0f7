import { href } from "react-router";
import { bylineOf } from "../features/blog/byline.ts";
import { listPublishedPosts } from "../features/blog/queries.server.ts";
import { type FoundImages, imagesIn } from "../features/media/images.server.ts";
import { imageAt } from "../features/media/own-image.ts";
import { readPageSeo } from "../features/page-seo/queries.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import { respondOr503 } from "../platform/database/outage.server.ts";
import { configContext, visitorDb } from "../platform/http/context.server.ts";
import { escapeXml } from "../platform/text/xml.ts";
import { variantFor } from "../ui/site/image-markup.ts";
import type { Route } from "./+types/rss";

/** The newest posts are enough, because feed readers keep the posts they've already loaded. */
const FEED_POSTS = 50;
const FEED_IMAGE_WIDTH = 1280;

/** Only needed in a feed with images. */
const MEDIA_NAMESPACE = ' xmlns:media="http://search.yahoo.com/mrss/"';

function imageXml(images: FoundImages, address: string, siteUrl: string): string {
  const image = imageAt(images, address);
  const shown = image && variantFor(image, FEED_IMAGE_WIDTH);
  if (!shown) return "";
  const url = escapeXml(new URL(shown.path, siteUrl).href);
  return `\n      <media:content url="${url}" medium="image" type="image/webp" width="${shown.width}" height="${shown.height}"/>`;
}

/**
 * `GET /rss.xml`: the newest published posts except noindex ones, with their real dates (decision 0035.4). If the
 * whole blog is noindex, the feed is empty instead of missing, so feed readers don't unsubscribe.
 */
export function loader({ context }: Route.LoaderArgs) {
  return respondOr503(context, "The feed", async () => {
    const { siteUrl } = context.get(configContext);
    const db = context.get(visitorDb);
    const [posts, settings, seo, { blog }] = await Promise.all([
      listPublishedPosts(db, { limit: FEED_POSTS, isListed: true }),
      readSettings(db),
      readPageSeo(db, "blog"),
      loadTexts(db, ["blog"]),
    ]);
    const offered = seo.is_indexable ? posts : [];
    const images = await imagesIn(
      context,
      offered.map(({ featured_image }) => featured_image),
    );
    const items = offered.map((post) => {
      const url = siteUrl + href("/blog/:slug", { slug: post.slug });
      return `    <item>
      <title>${escapeXml(post.title)}</title>
      <link>${escapeXml(url)}</link>
      <guid isPermaLink="true">${escapeXml(url)}</guid>
      <description>${escapeXml(post.excerpt)}</description>
      <dc:creator>${escapeXml(bylineOf(post.author, settings.site_title))}</dc:creator>
      <category>${escapeXml(post.category)}</category>
      <pubDate>${post.created_at.toUTCString()}</pubDate>${imageXml(images, post.featured_image, siteUrl)}
    </item>`;
    });
    const changed = offered.map(({ updated_at }) => updated_at.getTime());
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"${images.size ? MEDIA_NAMESPACE : ""}>
  <channel>
    <title>${escapeXml(`${settings.site_title}: ${blog.hero.badge}`)}</title>
    <link>${escapeXml(`${siteUrl}/blog`)}</link>
    <description>${escapeXml(seo.meta_description || (settings.site_description ?? ""))}</description>
    <language>en-us</language>
    <atom:link href="${escapeXml(`${siteUrl}/rss.xml`)}" rel="self" type="application/rss+xml"/>
${changed.length ? `    <lastBuildDate>${new Date(Math.max(...changed)).toUTCString()}</lastBuildDate>\n` : ""}${items.join("\n")}
  </channel>
</rss>
`;
    const headers = { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": "no-cache" };
    return new Response(xml, { headers });
  });
}
