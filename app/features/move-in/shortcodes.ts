// WordPress shortcodes: the ones that show something become HTML, page builders are unwrapped to their text, and the
// rest are removed and counted by name.
import { escapeHtml } from "../../platform/text/plain-text.ts";
import type { SourceImage } from "./item.ts";

type Attributes = Record<string, string>;

type Context = {
  /** an image of the old site's media library by its id */
  imageById(id: string): SourceImage | undefined;
  onUnknown(name: string): void;
};

/** Builders' and plugins' wrappers; they and their attributes only lay out what's between them. */
const WRAPPERS =
  /^(et_pb_|vc_|wpb_|fusion_|av_|tatsu_|cs_|x_|su_|fl_|thrive_|elementor-|mk_|nectar_|row$|column|col$|section$|one_|two_|three_|half|third|fourth|center$|clear$|spacer$)/;

/** A shortcode, or what looks like one: `[name]`, `[name attribute="…"]` or `[/name]`, also in double brackets. */
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
  /^https?:\/\//i.test(url) ? `\n\n<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>\n\n` : "";

const heading = (text: string | undefined, level = "h3") =>
  text?.trim() ? `\n\n<${level}>${escapeHtml(text)}</${level}>\n\n` : "";

/** What opening tags become; a name with `_` matches a builder's element. */
const OPENING: Record<string, (attributes: Attributes, context: Context) => string> = {
  gallery: ({ ids = "", include = ids }, { imageById }) =>
    imagesOf(include, imageById)
      .map((image) => figure(image))
      .join("\n"),
  audio: ({ src = "", mp3 = src }) => link(mp3),
  video: ({ src = "", mp4 = src }) => link(mp4),
  youtube: ({ url = "", id = "", src = url }) => link(src || (id && `https://www.youtube.com/watch?v=${id}`)),
  et_pb_image: ({ src = "", alt = "" }) => (src ? figure({ url: src, alt }) : ""),
  et_pb_video: ({ src = "" }) => link(src),
  et_pb_button: ({ button_url = "", button_text }) => link(button_url, button_text || button_url),
  et_pb_blurb: ({ title }) => heading(title),
  et_pb_toggle: ({ title }) => heading(title),
  et_pb_accordion_item: ({ title }) => heading(title),
  et_pb_tab: ({ title }) => heading(title),
  et_pb_cta: ({ title }) => heading(title, "h2"),
  et_pb_slide: ({ heading: title }) => heading(title),
  et_pb_fullwidth_header: ({ title }) => heading(title, "h2"),
  vc_single_image: ({ image = "", img_link = "" }, { imageById }) => {
    const found = imageById(image);
    return found ? figure(found) : link(img_link);
  },
  vc_gallery: ({ images = "" }, { imageById }) =>
    imagesOf(images, imageById)
      .map((image) => figure(image))
      .join("\n"),
  vc_custom_heading: ({ text }) => heading(text, "h2"),
  vc_video: ({ link: src = "" }) => link(src),
  vc_tta_section: ({ title }) => heading(title),
  vc_toggle: ({ title }) => heading(title),
  fusion_imageframe: ({ image_id = "" }, { imageById }) => {
    const found = imageById(image_id.split("|")[0]!);
    return found ? figure(found) : "";
  },
  fusion_youtube: ({ id = "" }) =>
    link(/^http/.test(id) ? id : id && `https://www.youtube.com/watch?v=${id}`),
};

const imagesOf = (ids: string, imageById: Context["imageById"]) =>
  ids
    .split(",")
    .map((id) => imageById(id.trim()))
    .filter((image) => image !== undefined);

/** Shortcodes around encoded content, which are removed along with it. */
const ENCODED = /\[(vc_raw_html|vc_raw_js|fusion_code)\b[^\]]*\][^[]*\[\/\1\]/gi;
const CAPTION = /\[(?:wp_)?caption\b([^\]]{0,2000})\]([\s\S]{0,20000}?)\[\/(?:wp_)?caption\]/gi;
const EMBED = /\[embed\b[^\]]*\]\s*(https?:\/\/[^\s[\]]+)\s*\[\/embed\]/gi;
const IMAGE_IN_CAPTION = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;

/** Replaces all shortcodes in a text. Other brackets stay. */
export function replaceShortcodes(content: string, context: Context): string {
  if (!content.includes("[")) return content;
  const closed = new Set(
    [...content.matchAll(/\[\/([a-z][\w-]{1,60})\]/gi)].map(([, name]) => name!.toLowerCase()),
  );
  return content
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
    .replace(SHORTCODE, (whole, slash: string, given: string, attributes = "", escaped?: string) => {
      const name = given.toLowerCase();
      if (whole.startsWith("[[") && escaped) return whole.slice(1, -1);
      const before = whole.startsWith("[[") ? "[" : "";
      const after = escaped ?? "";
      const open = Object.hasOwn(OPENING, name) && OPENING[name];
      if (open) return before + (slash ? "" : open(attributesOf(attributes), context)) + after;
      if (WRAPPERS.test(name) && (/[_-]/.test(name) || closed.has(name))) return before + after;
      // "[sic]" and "[see below]" are text.
      if (!closed.has(name) && !/=/.test(attributes) && !/[_-]/.test(name)) return whole;
      if (!slash) context.onUnknown(name);
      return before + after;
    });
}
