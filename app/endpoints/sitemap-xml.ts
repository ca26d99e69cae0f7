import { href } from "react-router";
import { pagePath } from "../copy/page-path.ts";
import { type PageName, pages } from "../copy/pages.ts";
import { countPublishedPosts, listPublishedPosts } from "../features/blog/queries.server.ts";
import { listPublishedTitles } from "../features/case-studies/queries.server.ts";
import { listPageSeo } from "../features/page-seo/queries.server.ts";
import { shareImageUrl } from "../features/page-seo/share-image-url.ts";
import { listContentDates } from "../features/website-content/queries.server.ts";
import { configContext, visitorDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { orOutage } from "../platform/outage.server.ts";
import { escapeXml } from "../platform/xml.ts";
import type { Route } from "./+types/sitemap-xml";

const PAGE_NAMES = Object.keys(pages) as PageName[];

/** An address of the site, with when its content last changed where that is known, and its pictures. */
type Entry = { path: string; changed?: Date; images?: string[] };

/** `GET /sitemap.xml`: every page that is for search engines, and every published record, with true dates. */
export function loader({ context }: Route.LoaderArgs) {
  return orOutage(context, "The sitemap", async () => {
    const { siteUrl } = context.get(configContext);
    const entries = await listEntries(context.get(visitorDb));
    const headers = { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "no-cache" };
    return new Response(asXml(entries, siteUrl), { headers });
  });
}

async function listEntries(db: Database): Promise<Entry[]> {
  const [seo, texts, studies, posts] = await Promise.all([
    listPageSeo(db),
    listContentDates(db),
    listPublishedTitles(db),
    countPublishedPosts(db).then((limit) => listPublishedPosts(db, { limit })),
  ]);
  const changes = (name: PageName) => [
    ...[...seo, ...texts].filter(({ page_name }) => page_name === name).map(({ updated_at }) => updated_at),
    // Lists change with what they list.
    ...(name === "blog" ? posts.map(lastChange) : []),
    ...(name === "home" || name === "case-studies" || name === "sitemap" ? studies.map(lastChange) : []),
  ];
  const isIndexable = (name: PageName) =>
    seo.find(({ page_name }) => page_name === name)?.is_indexable ?? pages[name].seo.is_indexable;
  return [
    ...PAGE_NAMES.filter(isIndexable).map((name) => ({
      path: pagePath(name),
      changed: newest(changes(name)),
    })),
    ...studies.map((study) => ({
      path: href("/case-studies/:slug", { slug: study.slug }),
      changed: lastChange(study),
      images: [study.image],
    })),
    ...posts.map((post) => ({
      path: href("/blog/:slug", { slug: post.slug }),
      changed: lastChange(post),
      images: [post.featured_image],
    })),
  ];
}

/** A record that was dated forward is not older than its date. */
const lastChange = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) =>
  updated_at > created_at ? updated_at : created_at;

function newest(dates: readonly (Date | null)[]): Date | undefined {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length ? new Date(Math.max(...times)) : undefined;
}

function asXml(entries: Entry[], siteUrl: string): string {
  const urls = entries.map(({ path, changed, images = [] }) => {
    const page = siteUrl + path;
    const pictures = [...images.flatMap((image) => absolute(image, siteUrl)), shareImageUrl(page)];
    return [
      "  <url>",
      `    <loc>${escapeXml(page)}</loc>`,
      ...(changed ? [`    <lastmod>${changed.toISOString()}</lastmod>`] : []),
      ...[...new Set(pictures)].map(
        (url) => `    <image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`,
      ),
      "  </url>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join("\n")}
</urlset>
`;
}

/** A record's own picture as an absolute address; what is no web address is no picture. */
function absolute(image: string, siteUrl: string): string[] {
  const url = image.trim() ? URL.parse(image.trim(), siteUrl) : null;
  return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
}
