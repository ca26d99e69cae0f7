import { imagesIn } from "../features/media/images.server.ts";
import { ownMark } from "../features/media/own-image.ts";
import { MANIFEST_ICON_PX, manifestOf } from "../features/page-seo/manifest.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { brandOf } from "../features/website-content/brand.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import { respondOr503 } from "../platform/database/outage.server.ts";
import { visitorDb } from "../platform/http/context.server.ts";
import { cacheLifetime, splitVersion, versionOf } from "../platform/version.ts";
import type { Route } from "./+types/manifest";

/** `GET /site.webmanifest`: name and icons for a phone's home screen. */
export function loader({ request, context }: Route.LoaderArgs) {
  return respondOr503(context, "The manifest", async () => {
    const db = context.get(visitorDb);
    const [settings, { header }] = await Promise.all([readSettings(db), loadTexts(db, ["header"])]);
    const images = await imagesIn(context, header.brand);
    const mark = ownMark(images, brandOf(header, images).mark, MANIFEST_ICON_PX);
    const text = JSON.stringify(manifestOf(settings, mark));
    const { pathname, search } = new URL(request.url);
    const { version } = splitVersion(pathname + search);
    const keep = cacheLifetime(version, versionOf(text), "public, max-age=3600");
    const headers = { "Content-Type": "application/manifest+json", "Cache-Control": keep };
    return new Response(text, { headers });
  });
}
