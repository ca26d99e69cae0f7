// Shortcodes with visible output become HTML, those of page builders are unwrapped, and others are removed.
import { decoded } from "../../platform/text/decoded.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import type { SourceImage } from "../imported/item.ts";

type Attributes = Record<string, string>;

type Context = {
  /** looks up an image in the old site's media library */
  imageById(id: string): SourceImage | undefined;
  /** images that were uploaded to this post, for a gallery without ids */
  attachedImages: readonly SourceImage[];
  onUnknown(name: string): void;
};

/** These shortcodes are replaced with their content. */
const WRAPPERS =
  /^(et_pb_|vc_|wpb_|fusion_|av_|tatsu_|cs_|x_|su_|fl_|thrive_|elementor-|mk_|nectar_|row$|column|col$|section$|one_|two_|three_|half|third|fourth|center$|clear$|spacer$)/;

/** Matches `[name]`, `[name attribute="…"]` or `[/name]`, even in double brackets. */
const SHORTCODE =
  /\[?\[(\/?)([a-z][\w-]{1,60})(?=[\s/\]])((?:[^[\]"']|"[^"]{0,5000}"|'[^']{0,5000}')*)\](\])?/gi;

const ATTRIBUTE = /([\w-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/g;

const attributesOf = (written: string): Attributes =>
  Object.fromEntries(
    [...written.matchAll(ATTRIBUTE)].map(([, name, a, b, c]) => [name!.toLowerCase(), a ?? b ?? c ?? ""]),
  );

export const figure = ({ url, alt }: SourceImage, caption = "") =>
  `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${caption ? `<figcaption>${caption}</figcaption>` : ""}</figure>`;

const link = (url: string, text = url) =>
  /^(https?:\/)?\/\S/i.test(url) ? `\n\n<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>\n\n` : "";

const heading = (text: string | undefined, level = "h3") =>
  text?.trim() ? `\n\n<${level}>${escapeHtml(text)}</${level}>\n\n` : "";

/** HTML for opening tags. Names with `_` are elements of page builders. */
const OPENING: Record<string, (attributes: Attributes, context: Context) => string> = {
  gallery: ({ ids = "", include = ids }, context) => galleryOf("gallery", include, context),
  audio: ({ src, mp3, m4a, ogg, wav }) => link(src || mp3 || m4a || ogg || wav || ""),
  video: ({ src, mp4, m4v, webm, ogv }) => link(src || mp4 || m4v || webm || ogv || ""),
  youtube: ({ url = "", id = "", src = url }) => link(src || (id && `https://www.youtube.com/watch?v=${id}`)),
  et_pb_image: ({ src = "", alt = "" }) => (src ? figure({ url: src, alt }) : ""),
  et_pb_video: ({ src = "" }) => link(src),
  et_pb_button: ({ button_url = "", button_text }) => link(button_url, button_text || button_url),
  et_pb_fullwidth_image: ({ src = "", alt = "" }) => (src ? figure({ url: src, alt }) : ""),
  et_pb_gallery: ({ gallery_ids = "" }, context) => galleryOf("et_pb_gallery", gallery_ids, context),
  et_pb_blurb: ({ title, image = "", alt = "" }) =>
    (image ? figure({ url: image, alt }) : "") + heading(title),
  et_pb_number_counter: ({ title, number = "" }) => heading(`${number} ${title ?? ""}`),
  et_pb_team_member: ({ name, image_url = "" }) =>
    (image_url ? figure({ url: image_url, alt: name ?? "" }) : "") + heading(name),
  et_pb_toggle: ({ title }) => heading(title),
  et_pb_accordion_item: ({ title }) => heading(title),
  et_pb_tab: ({ title }) => heading(title),
  et_pb_cta: ({ title }) => heading(title, "h2"),
  et_pb_slide: ({ heading: title }) => heading(title),
  et_pb_fullwidth_header: ({ title }) => heading(title, "h2"),
  vc_single_image: ({ image = "" }, context) => galleryOf("vc_single_image", image, context),
  vc_images_carousel: ({ images = "" }, context) => galleryOf("vc_images_carousel", images, context),
  vc_btn: ({ title, link: to = "" }) => link(decoded(/url:([^|]*)/.exec(to)?.[1] ?? ""), title),
  vc_gallery: ({ images = "" }, context) => galleryOf("vc_gallery", images, context),
  vc_custom_heading: ({ text }) => heading(text, "h2"),
  vc_video: ({ link: src = "" }) => link(src),
  vc_tta_section: ({ title }) => heading(title),
  vc_toggle: ({ title }) => heading(title),
  fusion_image: ({ image = "", alt = "" }) => (image ? figure({ url: image, alt }) : ""),
  fusion_imageframe: ({ image_id = "" }, context) =>
    galleryOf("fusion_imageframe", image_id.split("|")[0]!, context),
  fusion_youtube: ({ id = "" }) =>
    link(/^http/.test(id) ? id : id && `https://www.youtube.com/watch?v=${id}`),
};

/** HTML for closing tags, from the attributes of their opening tags. */
const CLOSING: Record<string, (attributes: Attributes) => string> = {
  et_pb_cta: ({ button_url = "", button_text }) => link(button_url, button_text),
  et_pb_slide: ({ button_link = "", button_text }) => link(button_link, button_text),
  et_pb_fullwidth_header: ({ button_one_url = "", button_one_text }) => link(button_one_url, button_one_text),
  et_pb_testimonial: ({ author, company_name }) =>
    author ? `\n\n<p>${escapeHtml([author, company_name].filter(Boolean).join(", "))}</p>\n\n` : "",
};

/** Attributes with content for visitors. If they get lost, the shortcode is reported. */
const VISIBLE =
  /(?:^|\s)(?:title|heading|text|name|h2|h4|image|images|src|source|url|link|include)\s*=\s*(?:"[^"]|'[^'])/i;

/** Returns a gallery's images. A gallery with missing images is reported. */
function galleryOf(name: string, ids: string, { imageById, attachedImages, onUnknown }: Context): string {
  const wanted = ids.split(",").filter((id) => id.trim());
  const found = wanted.map((id) => imageById(id.trim())).filter((image) => image !== undefined);
  const images = wanted.length ? found : attachedImages;
  if (!images.length || found.length < wanted.length) onUnknown(name);
  return images.map((image) => figure(image)).join("\n");
}

/** These shortcodes are removed with their encoded content. */
const ENCODED = /\[(vc_raw_html|vc_raw_js|fusion_code)\b[^\]]*\][^[]*\[\/\1\]/gi;
const CAPTION = /\[(?:wp_)?caption\b([^\]]{0,2000})\]([\s\S]{0,20000}?)\[\/(?:wp_)?caption\]/gi;
const EMBED = /\[embed\b[^\]]*\]\s*(https?:\/\/[^\s[\]]+)\s*\[\/embed\]/gi;
const FUSION_IMAGE =
  /\[fusion_imageframe\b([^\]]{0,5000})\]\s*(https?:\/\/[^\s[\]<]+)\s*\[\/fusion_imageframe\]/gi;
/** Jetpack's `[youtube URL]`, `[youtube=URL]` and `[vimeo 123]`. */
const VIDEO = /\[(youtube|vimeo)(?:=|\s+)["']?(https?:\/\/[^\s"'[\]]+|[\w-]{6,})["']?(?:\s[^[\]]*)?\]/gi;
const IMAGE_IN_CAPTION = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;

/** Replaces all shortcodes in a text. Other brackets stay. */
export function replaceShortcodes(content: string, context: Context): string {
  if (!content.includes("[")) return content;
  const closed = new Set(
    [...content.matchAll(/\[\/([a-z][\w-]{1,60})\]/gi)].map(([, name]) => name!.toLowerCase()),
  );
  const opened = new Map<string, string>();
  const text = content
    .replace(ENCODED, (_, name: string) => {
      context.onUnknown(name.toLowerCase());
      return "";
    })
    .replace(CAPTION, (whole, attributes: string, inside: string) => {
      const [, image, text = ""] = IMAGE_IN_CAPTION.exec(inside) ?? [];
      const caption = text.trim() || escapeHtml(attributesOf(attributes).caption ?? "");
      if (!image) return whole.includes("<img") ? inside : caption;
      return `<figure>${image}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
    })
    .replace(EMBED, (_, url: string) => link(url))
    .replace(FUSION_IMAGE, (_, attributes: string, url: string) =>
      figure({ url, alt: attributesOf(attributes).alt ?? "" }),
    )
    .replace(VIDEO, (_, name: string, of: string) => {
      const base = name.toLowerCase() === "vimeo" ? "https://vimeo.com/" : "https://www.youtube.com/watch?v=";
      return link(/^http/i.test(of) ? of.replace(/&(?:amp;)?[wh]=\d+/g, "") : base + of);
    });
  const isInCode = findCode(text);
  return text.replace(
    SHORTCODE,
    (whole, slash: string, given: string, attributes = "", escaped?: string, at = 0) => {
      const name = given.toLowerCase();
      if (whole.startsWith("[[") && escaped) return whole.slice(1, -1);
      if (isInCode(at)) return whole;
      const before = whole.startsWith("[[") ? "[" : "";
      const after = escaped ?? "";
      const close = Object.hasOwn(CLOSING, name) ? CLOSING[name] : undefined;
      if (close && !slash) opened.set(name, attributes);
      const end = close && slash ? close(attributesOf(opened.get(name) ?? "")) : "";
      const open = Object.hasOwn(OPENING, name) && OPENING[name];
      if (open) return before + (slash ? end : open(attributesOf(attributes), context)) + after;
      if (WRAPPERS.test(name) && (/[_-]/.test(name) || closed.has(name))) {
        if (!slash && !close && VISIBLE.test(attributes)) context.onUnknown(name);
        // Elements of Shortcodes Ultimate are inline. Those of page builders are blocks.
        return before + (name.startsWith("su_") ? "" : `${end}\n\n`) + after;
      }
      // "[sic]" and "[see below]" are text.
      if (!closed.has(name) && !/=/.test(attributes) && !/[_-]/.test(name)) return whole;
      if (!slash) context.onUnknown(name);
      return before + after;
    },
  );
}

/** Returns a function that tells whether an offset is inside a `pre` or `code`. Ask for offsets in order. */
function findCode(text: string): (offset: number) => boolean {
  const tags = [...text.matchAll(/<(\/?)(?:pre|code)\b/gi)];
  let [next, depth] = [0, 0];
  return (offset) => {
    for (; next < tags.length && tags[next]!.index < offset; next++)
      depth = Math.max(0, depth + (tags[next]![1] ? -1 : 1));
    return depth > 0;
  };
}
