import type { RouterContextProvider } from "react-router";
import { PLACEHOLDER_IMAGE } from "../copy/business.ts";
import { findPostFace } from "../features/blog/queries.server.ts";
import { findCaseStudyFace } from "../features/case-studies/queries.server.ts";
import { type CoverOf, coverSvg } from "../features/drawn/cover.ts";
import { COVER_OF } from "../features/drawn/image.ts";
import { inBrandColors } from "../features/drawn/palette.ts";
import placeholderSvg from "../features/drawn/placeholder.svg?raw";
import { readSettings } from "../features/settings/queries.server.ts";
import { respondOr503 } from "../platform/database/outage.server.ts";
import { gapTaker, visitorDb } from "../platform/http/context.server.ts";
import { isSlug } from "../platform/text/slug.ts";
import { cacheLifetime, splitVersion, versionOf } from "../platform/version.ts";
import type { Route } from "./+types/placeholder";

/** For URLs without a version. A cover changes with its record's industry and result. */
const UNVERSIONED = "public, max-age=3600, stale-while-revalidate=86400";
const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'",
};

/**
 * `GET /placeholder.svg`: the image for records that have none (SPEC 3). `?for={slug}` returns the cover of a published
 * case study or post; a post's category counts as its industry (decision 0035.32). Unpublished and unknown slugs get
 * the plain placeholder. URLs with the current version are cached forever.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  return respondOr503(context, "A cover", async () => {
    const { pathname, search, searchParams } = new URL(request.url);
    const slug = searchParams.get(COVER_OF) ?? "";
    const of = isSlug(slug) ? await findCoverOf(context, slug) : null;
    const taker = context.get(gapTaker);
    if (slug && !of && taker) {
      // Visitors can make up slugs, so all unknown ones share one response.
      taker.gap = { template: PLACEHOLDER_IMAGE, mark: "", text: "" };
      return new Response(null, { status: 404 });
    }
    const colors = await readSettings(context.get(visitorDb));
    const svg = of ? coverSvg(of, colors) : inBrandColors(placeholderSvg, colors);
    const { version } = splitVersion(pathname + search);
    const present = versionOf(svg);
    const etag = `"${present}"`;
    const headers = { ...HEADERS, ETag: etag, "Cache-Control": cacheLifetime(version, present, UNVERSIONED) };
    if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
    return new Response(svg, { headers });
  });
}

async function findCoverOf(context: Readonly<RouterContextProvider>, slug: string): Promise<CoverOf | null> {
  const db = context.get(visitorDb);
  const study = await findCaseStudyFace(db, slug);
  if (study) return { ...study, slug, industry: study.kind };
  const post = await findPostFace(db, slug);
  return post && { slug, industry: post.kind };
}
