import type { IncomingMessage, ServerResponse } from "node:http";
import { ICONS, renderIcon } from "../../app/features/drawn/icon.server.ts";
import { type Brand, iconsVersion } from "../../app/features/drawn/icons.ts";
import { rootStyle } from "../../app/features/drawn/palette.ts";
import { findImages } from "../../app/features/media/images.server.ts";
import { ownMark } from "../../app/features/media/own-image.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import { brandOf } from "../../app/features/website-content/brand.ts";
import { loadTexts } from "../../app/features/website-content/texts.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { splitVersion } from "../../app/platform/version.ts";
import { siteInitials } from "../../app/ui/site/site-initials.ts";
import { finalizePage, type Page, sendPage } from "../cache/cached-response.ts";
import { asVersion } from "../cache/versioned.ts";
import type { StaticFiles } from "./static-files.ts";

/** An icon may stay outdated this long if this process isn't notified of changes. */
const KNOWN_MS = 5_000;
const MARK_PX = 512;
/** No URL contains this version. */
const UNKNOWN = "&";

/** Icons come from the build's files, the owner's image, or a drawing. */
type Source =
  | { kind: "built-in"; brand: Brand }
  | { kind: "image"; address: string }
  | { kind: "drawn"; brand: Brand };

type Needed = {
  db: Database;
  log: Log;
  mediaBaseUrl: string;
  /** Headers of every response, alternating name and value. */
  headers: string[];
  /** undefined if Vite serves the files (development) */
  files: StaticFiles | undefined;
  /** Returns the number of content changes so far; null if unknown. */
  changes: () => number | null;
};

/** Serves icons with the site's own name, colors or logo, else the built-in files. */
export class BrandIcons {
  readonly #needed: Needed;
  #source: Promise<Source | undefined> | undefined;
  #hasFailed = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #readAfter: number | null = null;
  readonly #drawn = new Map<string, Promise<Page>>();
  #drawnOf = "";

  constructor(needed: Needed) {
    this.#needed = needed;
  }

  /**
   * Answers a request for an icon. A URL with the current version is cached permanently.
   * @param extra headers for this response only, alternating name and value
   * @returns null, with nothing sent, for other requests; else whether the request was answered
   */
  answer(req: IncomingMessage, res: ServerResponse, extra: string[] = []): null | Promise<boolean> {
    if (req.method !== "GET" && req.method !== "HEAD") return null;
    const address = req.url!.split("?", 1)[0]!;
    return Object.hasOwn(ICONS, address) ? this.#send(address, req, res, extra) : null;
  }

  async #send(address: string, req: IncomingMessage, res: ServerResponse, extra: string[]) {
    const source = await this.#read();
    if (source?.kind === "image") {
      const headers = [...this.#needed.headers, "Location", source.address, "Cache-Control", "no-cache"];
      res.writeHead(302, [...headers, ...extra]).end();
      return true;
    }
    const page =
      source?.kind === "drawn" ? await this.#draw(address, source.brand) : this.#needed.files?.find(address);
    if (!page) return false;
    const { version } = splitVersion(req.url!);
    const present = source ? iconsVersion(source.brand) : UNKNOWN;
    sendPage(version === undefined ? page : asVersion(page, version, present), req, res, extra);
    return true;
  }

  /** If reading fails, returns the last source. */
  #read(): Promise<Source | undefined> {
    const changes = this.#needed.changes();
    const isTimed = changes === null || this.#hasFailed;
    const isKnown = isTimed ? performance.now() - this.#readAt < KNOWN_MS : changes === this.#readAfter;
    if (isKnown && this.#source) return this.#source;
    this.#readAt = performance.now();
    this.#readAfter = changes;
    this.#hasFailed = false;
    const before = this.#source;
    this.#source = this.#readSource().catch((error: unknown) => {
      this.#needed.log.error({ err: error }, "The data for icons couldn't be read");
      this.#hasFailed = true;
      return before;
    });
    return this.#source;
  }

  async #readSource(): Promise<Source> {
    const { db, mediaBaseUrl } = this.#needed;
    const [settings, { header }] = await Promise.all([readSettings(db), loadTexts(db, ["header"])]);
    const images = await findImages(db, Object.values(header.brand), mediaBaseUrl);
    const shown = ownMark(images, brandOf(header, images).mark, MARK_PX);
    if (shown && !Object.hasOwn(ICONS, shown.split("?", 1)[0]!)) return { kind: "image", address: shown };
    const { site_title, brand_color, marker_color } = settings;
    const brand = { site_title, brand_color, marker_color };
    const isBuiltIn = siteInitials(site_title) === null && !rootStyle(brand);
    return { kind: isBuiltIn ? "built-in" : "drawn", brand };
  }

  #draw(address: string, brand: Brand): Promise<Page> {
    const of = JSON.stringify(brand);
    if (of !== this.#drawnOf) this.#drawn.clear();
    this.#drawnOf = of;
    const kept = this.#drawn.get(address);
    if (kept) return kept;
    const page = renderIcon(address, brand).then((identity) =>
      finalizePage({
        status: 200,
        own: [
          ...["Content-Type", ICONS[address]!.type, "Cache-Control", "public, max-age=3600"],
          ...this.#needed.headers,
        ],
        bodies: { identity },
        expiresAt: Number.POSITIVE_INFINITY,
        isKeepable: true,
      }),
    );
    this.#drawn.set(address, page);
    page.catch(() => this.#drawn.delete(address));
    return page;
  }
}
