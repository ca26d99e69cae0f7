import { createHash } from "node:crypto";
import { findPublishedCategoryOf } from "../features/blog/queries.server.ts";
import { coverSvg } from "../features/case-studies/cover.ts";
import { findPublishedIndustryOf } from "../features/case-studies/queries.server.ts";
import { visitorDb } from "../platform/context.server.ts";
import { orOutage } from "../platform/outage.server.ts";
import type { Route } from "./+types/cover";

const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  // A record that changes its industry changes its cover, so an hour, not forever.
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Content-Security-Policy": "default-src 'none'",
};

/**
 * `GET /covers/{slug}.svg`: the generated cover of a published case study, or of a post, whose category counts as
 * its industry. Drafts answer like slugs that nobody knows: 404.
 */
export function loader({ params, request, context }: Route.LoaderArgs) {
  return orOutage(context, "A cover", async () => {
    const [, slug] = /^(.+)\.svg$/.exec(params.file) ?? [];
    const db = context.get(visitorDb);
    const industry =
      slug === undefined
        ? null
        : ((await findPublishedIndustryOf(db, slug)) ?? (await findPublishedCategoryOf(db, slug)));
    if (slug === undefined || industry === null) {
      const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
      return new Response("Not found", { status: 404, headers });
    }
    const svg = coverSvg({ slug, industry });
    const etag = `"${createHash("sha256").update(svg).digest("base64url").slice(0, 22)}"`;
    const headers = { ...HEADERS, ETag: etag };
    if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
    return new Response(svg, { headers });
  });
}
