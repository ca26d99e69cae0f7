import { coverPath } from "../features/drawn/image.ts";
import { permanentRedirect } from "../features/redirects/queries.server.ts";
import { isSlug } from "../platform/text/slug.ts";
import type { Route } from "./+types/cover";

/** `GET /covers/{slug}.svg`: redirects the old cover URLs to `/placeholder.svg?for={slug}` (decision 0035.32). */
export function loader({ params }: Route.LoaderArgs) {
  const [, slug = ""] = /^(.+)\.svg$/.exec(params.file) ?? [];
  if (isSlug(slug)) return permanentRedirect(coverPath(slug));
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response("Not found", { status: 404, headers });
}
