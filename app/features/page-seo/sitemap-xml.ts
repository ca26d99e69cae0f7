// Writes sitemap files (sitemaps.org).
import { escapeXml } from "../../platform/text/xml.ts";

export type Entry = { path: string; changed?: Date; image?: string };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Returns a sitemap file. It lists records' own images, but not generated covers. */
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

/** Returns a list with the image's absolute URL; empty if that isn't a web URL. */
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
