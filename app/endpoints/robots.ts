import { configContext } from "../platform/http/context.server.ts";
import type { Route } from "./+types/robots";

/**
 * `GET /robots.txt`: everything may be read, or with SEARCH_ENGINES=off nothing. The panel is not named here; it keeps
 * itself out of search engines.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, searchEngines } = context.get(configContext);
  const open = `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
  const text = searchEngines ? open : "User-agent: *\nDisallow: /\n";
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(text, { headers });
}
