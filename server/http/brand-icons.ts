// The site's icons, drawn from its owner's name and colours, at the addresses of the built-in ones.
import type { IncomingMessage, ServerResponse } from "node:http";
import { BUILT_IN_MARK } from "../../app/copy/business.ts";
import { type Brand, ICONS, renderIcon } from "../../app/features/brand/icon.server.ts";
import { rootStyle } from "../../app/features/brand/palette.ts";
import { addressFor } from "../../app/features/media/own-picture.ts";
import { findPictures } from "../../app/features/media/pictures.server.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import { brandOf } from "../../app/features/website-content/brand.ts";
import { loadTexts } from "../../app/features/website-content/texts.server.ts";
import type { Database } from "../../app/platform/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { siteInitials } from "../../app/ui/site/site-initials.ts";
import { layOutPage, type Page, sendPage } from "../cache/cached-response.ts";

/** So long a save may take to be seen in an icon: clients keep them for an hour anyway. */
const KNOWN_MS = 5_000;

/** What stands at the icons' addresses: the build's files, the owner's picture elsewhere, or a drawing. */
type Source = { kind: "built-in" } | { kind: "picture"; address: string } | { kind: "drawn"; brand: Brand };

type Needed = {
  db: Database;
  log: Log;
  /** MEDIA_BASE_URL */
  mediaBaseUrl: string;
  /** of every answer, name and value by turns */
  headers: string[];
};

/** Icons of a site whose owner has a name, colours or a mark of their own; those of the others are files. */
export class BrandIcons {
  readonly #needed: Needed;
  #source: Promise<Source> = Promise.resolve({ kind: "built-in" });
  #readAt = Number.NEGATIVE_INFINITY;
  /** Of one brand: another one empties it. */
  readonly #drawn = new Map<string, Promise<Page>>();
  #drawnOf = "";

  constructor(needed: Needed) {
    this.#needed = needed;
  }

  /**
   * Answers a request for an icon.
   * @param extra headers of this request's own, name and value by turns
   * @returns null, with nothing sent, where it is no such request; else whether it was answered: if not, the built-in
   *   icon is right
   */
  answer(req: IncomingMessage, res: ServerResponse, extra: string[] = []): null | Promise<boolean> {
    if (req.method !== "GET" && req.method !== "HEAD") return null;
    const address = req.url!.split("?", 1)[0]!;
    return Object.hasOwn(ICONS, address) ? this.#send(address, req, res, extra) : null;
  }

  async #send(address: string, req: IncomingMessage, res: ServerResponse, extra: string[]) {
    const source = await this.#read();
    if (source.kind === "built-in") return false;
    if (source.kind === "picture") {
      const headers = [...this.#needed.headers, "Location", source.address, "Cache-Control", "no-cache"];
      res.writeHead(302, [...headers, ...extra]).end();
      return true;
    }
    await sendPage(await this.#draw(address, source.brand), req, res, extra);
    return true;
  }

  /** A fault leaves the icons as they were. */
  #read(): Promise<Source> {
    if (performance.now() - this.#readAt < KNOWN_MS) return this.#source;
    this.#readAt = performance.now();
    const before = this.#source;
    this.#source = this.#readSource().catch((error: unknown) => {
      this.#needed.log.error({ err: error }, "What icons show could not be read");
      return before;
    });
    return this.#source;
  }

  async #readSource(): Promise<Source> {
    const { db, mediaBaseUrl } = this.#needed;
    const [settings, { header }] = await Promise.all([readSettings(db), loadTexts(db, ["header"])]);
    const { mark } = brandOf(header);
    if (mark !== BUILT_IN_MARK) {
      const shown = addressFor(await findPictures(db, [mark], mediaBaseUrl), mark, 512);
      if (shown && !Object.hasOwn(ICONS, shown)) return { kind: "picture", address: shown };
    }
    const { site_title, brand_color, marker_color } = settings;
    const brand = { site_title, brand_color, marker_color };
    return siteInitials(site_title) === null && !rootStyle(brand)
      ? { kind: "built-in" }
      : { kind: "drawn", brand };
  }

  #draw(address: string, brand: Brand): Promise<Page> {
    const of = JSON.stringify(brand);
    if (of !== this.#drawnOf) this.#drawn.clear();
    this.#drawnOf = of;
    const kept = this.#drawn.get(address);
    if (kept) return kept;
    const page = renderIcon(address, brand).then((identity) =>
      layOutPage({
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
