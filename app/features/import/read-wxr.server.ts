// Reads a WordPress export (WXR). Entities aren't expanded, comments are only counted, and email addresses are ignored.
import { Parser } from "htmlparser2";
import { readSiteUrl, UnreadableSource } from "../imported/item.ts";
import { encodingOfXml, readText } from "./text-file.server.ts";

export type WxrItem = {
  line: number;
  fields: Map<string, string>;
  meta: Map<string, string>;
  terms: { domain: string; slug: string; name: string }[];
  /** names of fields that people or plugins added */
  customFields: string[];
  comments: number;
  /** why the item is broken */
  trouble?: string;
};

export type WxrChannel = {
  title: string;
  tagline: string;
  siteUrl: string;
  /** display names by login name */
  authors: Map<string, string>;
  categories: { id: string; slug: string; parent: string; name: string }[];
};

const ITEM_FIELDS = new Set(
  "title link dc:creator guid content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url wp:post_parent wp:is_sticky".split(
    " ",
  ),
);
/** Only these meta keys are read, because others can be several MB. */
const META =
  /^(_thumbnail_id|_wp_attachment_image_alt|_elementor_data|_yoast_wpseo_|rank_math_|_seopress_|_aioseop?_|_primary_term_|_wp_old_slug$|footnotes$)/;
const FIELD_CHARS = 2_000_000;
/** Limits the text between two tags, because the parser holds it in memory. */
const UNBROKEN_CHARS = 16_000_000;
const DEPTH_MAX = 100;

/**
 * Streams a file's items.
 * @param channel filled in while the file is read
 * @throws UnreadableSource if the file isn't a complete export
 */
export async function* readWxr(file: string, channel: WxrChannel): AsyncGenerator<WxrItem> {
  const parser = new WxrParser(channel);
  for await (const chunk of readText(file, await encodingOfXml(file))) {
    parser.write(chunk);
    yield* parser.take();
  }
  parser.end();
  yield* parser.take();
}

class WxrParser {
  readonly #channel: WxrChannel;
  readonly #parser: Parser;
  readonly #path: string[] = [];
  #items: WxrItem[] = [];
  #item: WxrItem | null = null;
  #text = "";
  /** fields of the current author, category or meta entry */
  #parts = new Map<string, string>();
  #term = { domain: "", slug: "" };
  #isChannel = false;
  #isEnded = false;
  #hasBegun = false;
  #chunk = "";
  #chunkStart = 0;
  #linesBefore = 1;
  #lastEvent = 0;
  #openedAt = -1;

  constructor(channel: WxrChannel) {
    this.#channel = channel;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        ontext: (text) => {
          if (this.#text.length < FIELD_CHARS) this.#text += text;
        },
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(chunk: string) {
    const text = this.#hasBegun ? chunk : chunk.replace(/^\uFEFF/, "");
    if (!this.#hasBegun && !text.trimStart().startsWith("<")) throw notWxr();
    this.#hasBegun = true;
    this.#chunk = text;
    this.#parser.write(text);
    this.#chunkStart += text.length;
    this.#linesBefore += text.split("\n").length - 1;
    if (this.#chunkStart - this.#lastEvent > UNBROKEN_CHARS)
      throw new UnreadableSource(
        `The text on line ${this.#item?.line ?? 1} is larger than 16 MB. Remove it and export again.`,
      );
  }

  end() {
    const line = this.#linesBefore;
    this.#isEnded = true;
    const isOpen = this.#path.length > 0;
    if (!this.#isChannel) throw notWxr();
    if (isOpen)
      throw new UnreadableSource(
        `The file is cut off at line ${line}. Export it again, then upload the new file.`,
      );
    this.#parser.end();
  }

  take(): WxrItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #line(): number {
    const at = this.#parser.startIndex - this.#chunkStart;
    return this.#linesBefore + (at > 0 ? this.#chunk.slice(0, at).split("\n").length - 1 : 0);
  }

  #open(name: string, attributes: Record<string, string>) {
    this.#lastEvent = this.#chunkStart;
    this.#openedAt = this.#parser.startIndex;
    this.#path.push(name);
    this.#text = "";
    if (this.#path.length > DEPTH_MAX)
      throw new UnreadableSource(
        `The file is nested too deeply on line ${this.#line()}. It isn't a WordPress export.`,
      );
    if (name === "channel") this.#isChannel = true;
    if (name === "item") {
      if (this.#item) this.#break(this.#item);
      this.#item = {
        ...{ line: this.#line(), fields: new Map(), meta: new Map(), terms: [] },
        ...{ customFields: [], comments: 0 },
      };
    }
    if (name === "category")
      this.#term = { domain: attributes.domain ?? "", slug: attributes.nicename ?? "" };
    if (name === "wp:author" || name === "wp:category" || name === "wp:postmeta") this.#parts = new Map();
  }

  #close(name: string, isImplied: boolean) {
    if (this.#isEnded) return;
    this.#lastEvent = this.#chunkStart;
    this.#path.pop();
    const text = this.#text.trim();
    this.#text = "";
    const item = this.#item;
    // The parser also reports self-closing tags as implied.
    const isSelfClosing = this.#openedAt === this.#parser.startIndex;
    if (isImplied && item && !isSelfClosing)
      item.trouble ??= `Broken XML: <${name}> isn't closed before line ${this.#line()}.`;
    const parent = this.#path.at(-1);
    if (parent === "wp:author" || parent === "wp:category" || parent === "wp:postmeta") {
      this.#parts.set(name, text);
    } else if (item && name === "item") {
      this.#items.push(item);
      this.#item = null;
    } else if (item && parent === "item") this.#takeField(item, name, text);
    else if (parent === "channel") this.#takeChannel(name, text);
  }

  #break(item: WxrItem) {
    item.trouble ??= `Broken XML: the item isn't closed before line ${this.#line()}.`;
    this.#items.push(item);
  }

  #takeField(item: WxrItem, name: string, text: string) {
    if (ITEM_FIELDS.has(name)) item.fields.set(name, text);
    else if (name === "wp:comment") item.comments++;
    else if (name === "category") item.terms.push({ ...this.#term, name: text });
    else if (name === "wp:postmeta") {
      const key = this.#parts.get("wp:meta_key") ?? "";
      const value = this.#parts.get("wp:meta_value") ?? "";
      const earlier = key === "_wp_old_slug" && item.meta.get(key);
      if (!/^_/.test(key) && !META.test(key) && value) item.customFields.push(key);
      if (META.test(key)) item.meta.set(key, earlier ? `${earlier}\n${value}` : value);
    }
  }

  #takeChannel(name: string, text: string) {
    const channel = this.#channel;
    const part = (key: string) => this.#parts.get(key) ?? "";
    if (name === "title") channel.title ||= text;
    else if (name === "description") channel.tagline ||= text;
    else if (name === "wp:base_blog_url") channel.siteUrl = readSiteUrl(text) || channel.siteUrl;
    else if (name === "link") channel.siteUrl ||= readSiteUrl(text);
    else if (name === "wp:author")
      channel.authors.set(part("wp:author_login"), part("wp:author_display_name") || part("wp:author_login"));
    else if (name === "wp:category")
      channel.categories.push({
        id: part("wp:term_id"),
        slug: part("wp:category_nicename"),
        parent: part("wp:category_parent"),
        name: part("wp:cat_name"),
      });
  }
}

const notWxr = () =>
  new UnreadableSource(
    "This XML file isn't a WordPress export. In WordPress, go to Tools → Export, choose “All content” and upload the file you get.",
  );
