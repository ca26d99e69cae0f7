import path from "node:path";
import type { RouterContextProvider } from "react-router";
import { BUILT_IN_MARK } from "../copy/business.ts";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { imagesIn } from "../features/media/images.server.ts";
import {
  type CardWords,
  cardOf,
  cardVersion,
  pageWords,
  recordWords,
} from "../features/page-seo/drawn-card.server.ts";
import type { ShareCard } from "../features/page-seo/share-card.server.ts";
import { renderShareImage, shareImageName } from "../features/page-seo/share-image.server.ts";
import { pageOfShareImage } from "../features/page-seo/share-image-url.ts";
import { recordAt } from "../features/records/kinds.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { brandOf } from "../features/website-content/brand.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { respondOr503 } from "../platform/database/outage.server.ts";
import { configContext, visitorDb } from "../platform/http/context.server.ts";
import { cacheLifetime, splitVersion } from "../platform/version.ts";
import type { Route } from "./+types/share-image";

const FOLDER = "share-images";
const PAGE_NAMES = (Object.keys(pages) as PageName[]).filter((name) => name !== "not-found");

/** For URLs without a version. The image changes with the title. */
const UNVERSIONED = "public, max-age=3600, stale-while-revalidate=86400";

/**
 * `GET /share/{path}.png`: the social image of a page or record, 1200 x 630; `/share/home.png` for the home page. URLs
 * with the current version are cached forever. Unpublished records get the same 404 as unknown paths.
 */
export function loader({ params, request, context }: Route.LoaderArgs) {
  return respondOr503(context, "A social image", async () => {
    const page = pageOfShareImage(params["*"]);
    const card = page === undefined ? null : await readCard(context, page);
    if (!card) {
      const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
      return new Response("Not found", { status: 404, headers });
    }
    const etag = `"${shareImageName(card)}"`;
    const { pathname, search } = new URL(request.url);
    const { version } = splitVersion(pathname + search);
    const headers = { ETag: etag, "Cache-Control": cacheLifetime(version, cardVersion(card), UNVERSIONED) };
    if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
    const { dataDir } = context.get(configContext);
    const png = await renderShareImage(path.join(dataDir, FOLDER), card);
    return new Response(new Uint8Array(png), { headers: { ...headers, "Content-Type": "image/png" } });
  });
}

/** Returns the text on a page's social image, or null if there's no such page. */
async function readCard(context: Readonly<RouterContextProvider>, page: string): Promise<ShareCard | null> {
  const db = context.get(visitorDb);
  const words = await wordsOf(db, page);
  if (!words) return null;
  const [settings, { header }] = await Promise.all([readSettings(db), loadTexts(db, ["header"])]);
  const images = await imagesIn(context, header.brand);
  const hasOwnMark = brandOf(header, images).mark !== BUILT_IN_MARK;
  return cardOf({ siteUrl: context.get(configContext).siteUrl, settings, hasOwnMark }, words);
}

async function wordsOf(db: Database, page: string): Promise<CardWords | null> {
  const record = recordAt(page);
  if (record) {
    const { base, face } = record.kind.page;
    const found = await face(db, record.slug);
    return found && recordWords(base.slice(1, -1), found);
  }
  const name = PAGE_NAMES.find((one) => pagePath(one) === page);
  if (!name) return null;
  return pageWords(page, (await loadTexts(db, [name]))[name]);
}
