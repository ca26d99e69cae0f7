import { BUILT_IN_MARK } from "../copy/business.ts";
import { THEME_COLOR } from "../features/page-seo/meta.ts";
import { readPageSeo } from "../features/page-seo/queries.server.ts";
import { withSiteWords } from "../features/page-seo/site-words.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { brandOf } from "../features/website-content/brand.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import { visitorDb } from "../platform/context.server.ts";
import { respondOr503 } from "../platform/outage.server.ts";
import type { Route } from "./+types/manifest";

const BUILT_IN_ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
];

/** `GET /site.webmanifest`: what a phone shows that keeps the site on its home screen. */
export function loader({ context }: Route.LoaderArgs) {
  return respondOr503(context, "The manifest", async () => {
    const db = context.get(visitorDb);
    const [settings, seo, { header }] = await Promise.all([
      readSettings(db),
      readPageSeo(db, "home"),
      loadTexts(db, ["header"]),
    ]);
    const { mark } = brandOf(header);
    const { site_title } = settings;
    const manifest = {
      name: site_title,
      short_name: site_title,
      description: withSiteWords("home", seo, settings).meta_description,
      lang: "en-US",
      start_url: "/",
      scope: "/",
      display: "browser",
      background_color: "#f6f7f4",
      theme_color: THEME_COLOR,
      icons: mark === BUILT_IN_MARK ? BUILT_IN_ICONS : [{ src: mark, sizes: "any" }],
    };
    const headers = { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" };
    return Response.json(manifest, { headers });
  });
}
