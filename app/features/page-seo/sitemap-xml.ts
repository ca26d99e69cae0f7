// The site's addresses as crawlers read them (sitemaps.org).
import { escapeXml } from "../../platform/text/xml.ts";

/** An address of the site, with when its content last changed where that is known, and the picture that it shows. */
export type Entry = { path: string; changed?: Date; image?: string };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A file of addresses, each with its picture where it has one; what is drawn for a record only decorates it. */
export function sitemapXml(entries: readonly Entry[], siteUrl: string): string {
  const urls = entries.map(({ path, changed, image = "" }) => {
    return [
      "  <url>",
      `    <loc>${escapeXml(siteUrl + path)}</loc>`,
      ...(changed ? [`    <lastmod>${changed.toISOString()}</lastmod>`] : []),
      ...absolute(image, siteUrl).map(
        (url) => `    <image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`,
      ),
      "  </url>",
    ].join("\n");
  });
  return `${DECLARATION}
<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join("\n")}
</urlset>
`;
}

/** A record's own picture as an absolute address; what is no web address is no picture. */
function absolute(image: string, siteUrl: string): string[] {
  const url = image.trim() ? URL.parse(image.trim(), siteUrl) : null;
  return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
}

export function sitemapIndexXml(urls: readonly string[]): string {
  return `${DECLARATION}
<sitemapindex xmlns="${NAMESPACE}">
${urls.map((url) => `  <sitemap><loc>${escapeXml(url)}</loc></sitemap>`).join("\n")}
</sitemapindex>
`;
}
