// Converts HTML from WordPress and other systems to the HTML that this site's editor writes.
import { Parser } from "htmlparser2";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { escapeHtml, textOf } from "../../platform/text/plain-text.ts";
import type { SourceImage } from "../imported/item.ts";
import { autop } from "./autop.ts";
import { fullSize, imageSource, isOnPublicHost, withoutScheme } from "./image-source.ts";
import { replaceShortcodes } from "./shortcodes.ts";

export type Converted = {
  html: string;
  images: SourceImage[];
  /** removed elements, attributes and blocks, such as `onclick on <p>` */
  removed: string[];
  shortcodes: string[];
  /** other differences, as sentences for the report */
  notes: string[];
};

type Options = {
  imageById?: (id: string) => SourceImage | undefined;
  /** URLs of uploaded files, without the scheme. Their names may end in a size of their own. */
  originals?: ReadonlySet<string>;
  /** images that were uploaded to this post */
  attachedImages?: readonly SourceImage[];
  /** for resolving relative URLs */
  siteUrl?: string;
  isWordPress?: boolean;
};

const BLOCK_COMMENT = /<!--\s*\/?wp:([a-z][\w/-]*)[^>]{0,20000}?(\/)?-->/g;

/** Returns sanitized HTML in the format of this site's editor. */
export function convertHtml(
  source: string,
  { imageById, originals, attachedImages = [], siteUrl = "", isWordPress = false }: Options,
): Converted {
  const shortcodes = new Set<string>();
  const dropped = new Set<string>();
  let text = source;
  if (isWordPress) {
    const hasBlocks = /<!--\s*wp:/.test(source);
    text = text.replace(BLOCK_COMMENT, (_, name: string, isDynamic?: string) => {
      if (isDynamic && !/^(spacer|separator|more|nextpage)$/.test(name)) dropped.add(`the block “${name}”`);
      return "";
    });
    text = replaceShortcodes(text, {
      imageById: (id) => imageById?.(id),
      attachedImages,
      onUnknown: (name) => shortcodes.add(name),
    });
    if (!hasBlocks) text = autop(text);
  }
  const rewritten = rewrite(text, siteUrl, originals);
  const { html, removed } = cleanHtml(rewritten.html);
  // Images are copied from the URLs in the list.
  const others = removed.filter((name) => !name.endsWith("(now over https) on <img>"));
  for (const name of [...rewritten.lost, ...others]) dropped.add(name);
  return {
    html: tidy(html),
    images: rewritten.images,
    removed: [...dropped],
    shortcodes: [...shortcodes],
    notes: [
      ...[...rewritten.files].map((url) => `Links to a file on the old site, which isn't copied: ${url}`),
      ...(rewritten.isCut ? ["Its HTML is nested too deeply. Below that, only its text is kept."] : []),
    ],
  };
}

const RENAMED: Record<string, string> = {
  h1: "h2",
  h5: "h4",
  h6: "h4",
  strike: "s",
  del: "s",
  ins: "u",
  center: "p",
};
/** These tags are replaced with their content. */
const UNWRAPPED = new Set(
  "div section article main aside header footer nav span font picture hgroup details summary button label body html".split(
    " ",
  ),
);
const INLINE = new Set("span font label body html".split(" "));
/** These elements are removed without being reported. */
const SILENT = new Set("noscript source wbr svg style link meta head title".split(" "));
const VOID = new Set("img br hr".split(" "));
/** Event handlers are kept here, because `cleanHtml` removes and reports them. */
const KEPT_ATTRIBUTE =
  /^(href|src|alt|title|id|lang|start|type|colspan|rowspan|scope|datetime|rel|target|width|height|on[a-z]+)$/;
/** No editor nests this deep. */
const DEPTH_MAX = 400;
/** The parser's time grows with the square of the depth, so deeper text is only kept as text. */
const PARSED_DEPTH_MAX = 2_000;
/** Placeholders of images that load later. */
const BLANK = /^data:image\/(gif|svg)/i;
const YOUTUBE = /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{11})/i;

/** Files that people download. Linked images are in the list of images, or are pages of their own. */
const FILE = /\.(pdf|docx?|xlsx?|pptx?|odt|ods|csv|zip|rar|7z|epub|mp3|m4a|wav|mp4|mov|webm)$/i;

type Rewritten = {
  html: string;
  images: SourceImage[];
  lost: string[];
  files: Set<string>;
  /** whether deeply nested HTML lost its tags */
  isCut: boolean;
};

function rewrite(source: string, siteUrl: string, originals?: ReadonlySet<string>): Rewritten {
  let html = "";
  let skipped = 0;
  const open: { close: string; isSkipped?: boolean; isMedia?: boolean }[] = [];
  /** a video or audio element whose URL is in a `source` element */
  let media: string | null = null;
  const images = new Map<string, SourceImage>();
  const lost: string[] = [];
  const files = new Set<string>();
  const absolute = (url: string) => URL.parse(url, siteUrl || undefined)?.href ?? url;
  const oldHost = URL.parse(siteUrl)?.host;
  const noteFile = (url: string) => {
    const file = URL.parse(url);
    if (file && file.host === oldHost && FILE.test(file.pathname)) files.add(file.href);
  };
  const linkOf = (name: string, attributes: Record<string, string>) => {
    const link = frameLink(name, attributes, absolute);
    if (link) noteFile(link.url);
    return link && `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.url)}</a></p>`;
  };
  /** where too deeply nested HTML starts */
  let cutAt = -1;
  const skip = () => {
    skipped++;
    open.push({ close: "", isSkipped: true });
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length >= PARSED_DEPTH_MAX) {
        cutAt = parser.startIndex;
        return parser.pause();
      }
      if (media && name === "source" && attributes.src) {
        html += linkOf(media, attributes) ?? "";
        media = null;
      }
      const isMedia = name === "video" || name === "audio";
      if (!skipped && isMedia && !attributes.src && !attributes["data-src"] && !attributes["data-lazy-src"]) {
        media = name;
        skipped++;
        open.push({ close: "", isSkipped: true, isMedia: true });
        return;
      }
      if (skipped || SILENT.has(name)) return skip();
      if (name === "a" && attributes.href) noteFile(absolute(attributes.href));
      const frame = linkOf(name, attributes);
      if (frame !== null) {
        html += frame;
        return skip();
      }
      const found = name === "img" ? imageOf(attributes, absolute, originals) : null;
      const image = found && isOnPublicHost(found.url) ? found : null;
      if (image) {
        images.set(image.url, image);
        const title = attributes.title ? ` title="${escapeHtml(attributes.title)}"` : "";
        html += `<img src="${escapeHtml(image.url)}" alt="${escapeHtml(image.alt)}"${title}>`;
      } else if (found) lost.push(lostImage(found.url));
      else if (name === "img" && attributes.src && !BLANK.test(attributes.src))
        lost.push(lostImage(attributes.src));
      if (name === "img" || open.length > DEPTH_MAX) open.push({ close: "" });
      else if (UNWRAPPED.has(name) || isGalleryList(name, attributes)) {
        // Page builders put each line of text into its own element.
        const line = INLINE.has(name) ? "" : "\n";
        html += line;
        open.push({ close: line });
      } else {
        const tag = (Object.hasOwn(RENAMED, name) && RENAMED[name]) || name;
        html += `<${tag}${writtenAttributes(attributes)}>`;
        open.push({ close: VOID.has(tag) ? "" : `</${tag}>` });
      }
    },
    ontext(text) {
      if (!skipped) html += text.replace(/[<>&]/g, (one) => escapeHtml(one));
    },
    onclosetag() {
      const last = open.pop();
      if (last?.isMedia && media) {
        lost.push(`${media === "audio" ? "an" : "a"} ${media} without a URL`);
        media = null;
      }
      if (last?.isSkipped) skipped--;
      else html += last?.close ?? "";
    },
  });
  parser.write(source);
  if (cutAt < 0) parser.end();
  else {
    if (!skipped) html += `<p>${escapeHtml(textOf(source.slice(cutAt)))}</p>`;
    for (const { close, isSkipped } of open.toReversed()) if (!isSkipped) html += close;
  }
  return { html, images: [...images.values()], lost, files, isCut: cutAt >= 0 };
}

/** Names an image without a usable URL for the report. */
export const lostImage = (url: string) => `the image “${url.slice(0, 60)}”`;

function imageOf(
  attributes: Record<string, string>,
  absolute: (url: string) => string,
  originals?: ReadonlySet<string>,
): SourceImage | null {
  const source = imageSource(attributes);
  const written = source && absolute(source);
  const url = source && (originals?.has(withoutScheme(written)) ? written : absolute(fullSize(source)));
  return /^https?:/i.test(url) ? { url, alt: (attributes.alt ?? "").trim() } : null;
}

const isGalleryList = (name: string, { class: classes = "" }: Record<string, string>) =>
  (name === "ul" || name === "li" || name === "figure") &&
  /\b(wp-block-gallery|blocks-gallery-(grid|item)|gallery-item)\b/.test(classes);

const writtenAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .filter(([name]) => KEPT_ATTRIBUTE.test(name))
    // Sanitizing removes links without a scheme.
    .map(([name, value]) => [name, name === "href" ? value.replace(/^\s*\/\//, "https://") : value])
    .map(([name, value]) => ` ${name}="${escapeHtml(value!)}"`)
    .join("");

/**
 * Returns the URL of a video, audio or frame, which becomes a link. Returns an empty string for a video or audio without
 * a URL, and null for other tags and unusable URLs.
 */
function frameLink(
  name: string,
  { src = "", "data-src": lazy = src, "data-lazy-src": lazier = lazy }: Record<string, string>,
  absolute: (url: string) => string,
): { url: string } | "" | null {
  if (!["iframe", "video", "audio", "embed"].includes(name)) return null;
  if (!lazier) return name === "video" || name === "audio" ? "" : null;
  const id = YOUTUBE.exec(lazier)?.[1];
  const url = id ? `https://www.youtube.com/watch?v=${id}` : absolute(lazier);
  return /^https?:/i.test(url) ? { url } : null;
}

const BARE_URL =
  /<(p|figure)>\s*(https?:\/\/[^\s<>"]+)\s*(?:<br \/>\s*)?(?:<figcaption>((?:(?!<\/?fig)[\s\S]){0,2000})<\/figcaption>\s*)?<\/\1>/g;
const EMPTY =
  /<(p|h[234]|li|ul|ol|blockquote|figure|figcaption|strong|em|a|u)>(?:\s|&nbsp;|<br \/>)*<\/\1>\s*/g;

/** Turns URLs that stand alone (WordPress would embed them) into links, and removes empty elements. */
function tidy(html: string): string {
  let text = html.replace(BARE_URL, (_, _tag: string, url: string, caption?: string) => {
    const video = /^https?:\/\/(?:www\.|m\.)?youtu(?:\.be\/|be\.com\/(?:watch\?|shorts\/|embed\/))/.test(url);
    const address = video ? url.replace(/^http:/, "https:") : url;
    const text = caption?.trim() ?? "";
    if (text.includes("<")) return `<p><a href="${address}">${url}</a></p>\n<p>${text}</p>`;
    return `<p><a href="${address}">${text || url}</a></p>`;
  });
  for (let rounds = 0; rounds < 3 && EMPTY.test(text); rounds++) text = text.replace(EMPTY, "");
  EMPTY.lastIndex = 0;
  // Empty lines in code matter.
  const parts = text.split(/(<pre\b[^>]*>|<\/pre>)/);
  const lines = parts.map((part, i) =>
    /^<pre\b/.test(parts[i - 1] ?? "") ? part : part.replace(/\n{3,}/g, "\n\n"),
  );
  return lines.join("").trim();
}
