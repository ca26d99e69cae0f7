import { configContext } from "../platform/context.server.ts";
import type { Route } from "./+types/robots";

/** `GET /robots.txt`: everything may be read. The panel is not named here; it keeps itself out of search engines. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(configContext);
  const text = `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(text, { headers });
}
