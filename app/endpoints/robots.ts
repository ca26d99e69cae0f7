import { configContext } from "../platform/http/context.server.ts";
import type { Route } from "./+types/robots";

/**
 * `GET /robots.txt`: allows everything, or nothing with SEARCH_ENGINES=off. The panel sends noindex, so this
 * file doesn't mention it.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, searchEngines } = context.get(configContext);
  const open = `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
  const text = searchEngines ? open : "User-agent: *\nDisallow: /\n";
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(text, { headers });
}
