// The site's icons, drawn from its owner's name and colors, at the addresses of the built-in ones.
import type { IncomingMessage, ServerResponse } from "node:http";
import { ICONS, renderIcon } from "../../app/features/brand/icon.server.ts";
import { type Brand, iconsVersion } from "../../app/features/brand/icons.ts";
import { rootStyle } from "../../app/features/brand/palette.ts";
import { ownMark } from "../../app/features/media/own-picture.ts";
import { findPictures } from "../../app/features/media/pictures.server.ts";
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

/** So long a save may take to be seen in an icon while changes are not heard of. */
const KNOWN_MS = 5_000;
const MARK_PX = 512;
/** No address names it as its version. */
const UNKNOWN = "&";

/** What stands at the icons' addresses: the build's files, the owner's picture elsewhere, or a drawing. */
type Source =
  | { kind: "built-in"; brand: Brand }
  | { kind: "picture"; address: string }
  | { kind: "drawn"; brand: Brand };

type Needed = {
  db: Database;
  log: Log;
  /** MEDIA_BASE_URL */
  mediaBaseUrl: string;
  /** of every answer, name and value by turns */
  headers: string[];
  /** the built-in ones; undefined where Vite serves them (development) */
  files: StaticFiles | undefined;
  /** how often something has changed that visitors can read; null while that is not known */
  changes: () => number | null;
};

/** Icons of a site whose owner has a name, colors or a mark of their own; those of the others are files. */
export class BrandIcons {
  readonly #needed: Needed;
  #source: Promise<Source | undefined> | undefined;
  #hasFailed = false;
  /** when it was read, and after how many changes */
  #readAt = Number.NEGATIVE_INFINITY;
  #readAfter: number | null = null;
  /** Of one brand: another one empties it. */
  readonly #drawn = new Map<string, Promise<Page>>();
  #drawnOf = "";

  constructor(needed: Needed) {
    this.#needed = needed;
  }

  /**
   * Answers a request for an icon; one that names the version of what it gets may keep it for good.
   * @param extra headers of this request's own, name and value by turns
   * @returns null, with nothing sent, where it is no such request; else whether it was answered
   */
  answer(req: IncomingMessage, res: ServerResponse, extra: string[] = []): null | Promise<boolean> {
    if (req.method !== "GET" && req.method !== "HEAD") return null;
    const address = req.url!.split("?", 1)[0]!;
    return Object.hasOwn(ICONS, address) ? this.#send(address, req, res, extra) : null;
  }

  async #send(address: string, req: IncomingMessage, res: ServerResponse, extra: string[]) {
    const source = await this.#read();
    if (source?.kind === "picture") {
      const headers = [...this.#needed.headers, "Location", source.address, "Cache-Control", "no-cache"];
      res.writeHead(302, [...headers, ...extra]).end();
      return true;
    }
    const page =
      source?.kind === "drawn" ? await this.#draw(address, source.brand) : this.#needed.files?.find(address);
    if (!page) return false;
    const { version } = splitVersion(req.url!);
    const present = source ? iconsVersion(source.brand) : UNKNOWN;
    await sendPage(version === undefined ? page : asVersion(page, version, present), req, res, extra);
    return true;
  }

  /** A fault leaves the icons as they were: undefined where they could never be read. */
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
    const pictures = await findPictures(db, Object.values(header.brand), mediaBaseUrl);
    const shown = ownMark(pictures, brandOf(header, pictures).mark, MARK_PX);
    if (shown && !Object.hasOwn(ICONS, shown.split("?", 1)[0]!)) return { kind: "picture", address: shown };
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
