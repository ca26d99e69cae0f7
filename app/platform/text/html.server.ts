import sanitizeHtml from "sanitize-html";
import { OWN_ID_PREFIX } from "./article.ts";
import { decoded } from "./decoded.ts";

const TEXT_TAGS = [
  ...["p", "br", "hr", "h2", "h3", "h4", "strong", "b", "em", "i", "u", "s", "sub", "sup", "mark", "small"],
  ...["a", "ul", "ol", "li", "blockquote", "cite", "q", "code", "pre", "figure", "figcaption", "img"],
  ...[
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "dl",
    "dt",
    "dd",
    "abbr",
    "time",
    "span",
    "div",
  ],
];

const SCHEMES = ["http", "https", "mailto", "tel"];
/** From other hosts, the pages' policy only allows https images. */
const IMAGE_SCHEMES = ["https"];
const LANGUAGE_CLASS = /^language-[\w-]+$/;

const options: sanitizeHtml.IOptions = {
  allowedTags: TEXT_TAGS,
  allowedAttributes: {
    a: ["href", "title", "rel", "target"],
    img: ["src", "alt", "title", "width", "height", "loading"],
    th: ["scope", "colspan", "rowspan"],
    td: ["colspan", "rowspan"],
    ol: ["start", "type"],
    time: ["datetime"],
    abbr: ["title"],
    code: ["class"],
    "*": ["id", "lang", "dir"],
  },
  allowedClasses: { code: [LANGUAGE_CLASS] },
  allowedSchemes: SCHEMES,
  allowedSchemesByTag: { img: IMAGE_SCHEMES },
  allowProtocolRelative: false,
  transformTags: {
    // Without noopener, the new page could access this one.
    a: (tagName, attribs) => {
      if (!attribs.target) return { tagName, attribs };
      const rel = new Set([...(attribs.rel ?? "").split(/\s+/).filter(Boolean), "noopener"]);
      return { tagName, attribs: { ...attribs, target: "_blank", rel: [...rel].join(" ") } };
    },
    img: (tagName, attribs) => ({
      tagName,
      attribs: attribs.src ? { ...attribs, src: overHttps(attribs.src) } : attribs,
    }),
  },
  // Text inside these elements is removed, too.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title"],
};

/**
 * Sanitizes the owner's HTML with an allow-list (decision 0035.3), on save and again on read. Prefixes ids and
 * links to them, to avoid clashes with the page's own.
 * @returns the HTML, and short labels of what was removed or changed, such as `onclick on <a>`
 */
export function cleanHtml(html: string): Cleaned {
  const known = cleaned.get(html);
  const { html: clean, removed } = known ?? sanitize(html);
  keep(html, { html: clean, removed });
  return { html: clean, removed: [...removed] };
}

type Cleaned = { html: string; removed: string[] };

/** Caches results, most recent last, because previews save whole records after changing one field. */
const cleaned = new Map<string, Cleaned>();
const KEPT_CHARS = 1_000_000;
let keptChars = 0;

function keep(html: string, result: Cleaned) {
  if (!cleaned.delete(html)) keptChars += html.length;
  cleaned.set(html, result);
  for (const [oldest] of cleaned) {
    if (keptChars <= KEPT_CHARS) return;
    cleaned.delete(oldest);
    keptChars -= oldest.length;
  }
}

function sanitize(html: string): Cleaned {
  const removed = new Set<string>();
  const clean = sanitizeHtml(html, {
    ...options,
    onOpenTag: (name, attribs) => {
      if (!TEXT_TAGS.includes(name)) removed.add(`<${name}>`);
      else for (const attribute of refusedAttributes(name, attribs)) removed.add(`${attribute} on <${name}>`);
    },
  });
  return { html: withOwnIds(clean), removed: [...removed] };
}

/**
 * Prefixes ids and links to them.
 * @param html sanitized: attributes are in double quotes, and only tags look like tags
 */
function withOwnIds(html: string): string {
  const TAGS = /<[a-z][a-z0-9]*\s[^>]*>/g;
  const ids = new Set([...html.matchAll(TAGS)].flatMap(([tag]) => /\sid="([^"]+)"/.exec(tag)?.[1] ?? []));
  if (!ids.size) return html;
  const own = (id: string) => (id.startsWith(OWN_ID_PREFIX) ? id : OWN_ID_PREFIX + id);
  return html.replace(TAGS, (tag) =>
    tag
      .replace(/(\sid=")([^"]+)"/, (_, start: string, id: string) => `${start}${own(id)}"`)
      .replace(/(\shref="#)([^"]+)"/, (link, start: string, id: string) =>
        ids.has(id) || ids.has(decoded(id)) ? `${start}${own(id)}"` : link,
      ),
  );
}

function refusedAttributes(tag: string, attribs: Record<string, string>): string[] {
  const allowed = options.allowedAttributes as Record<string, string[]>;
  const known = [...(allowed[tag] ?? []), ...(allowed["*"] ?? [])];
  return Object.entries(attribs).flatMap(([name, value]) => {
    if (!known.includes(name)) return [name];
    if (name === "class")
      return value.split(/\s+/).flatMap((one) => (isLanguage(one) ? [] : [`class="${one}"`]));
    if (name !== "href" && name !== "src") return [];
    const written = `${name}="${value.slice(0, 40)}"`;
    if (tag !== "img") return isAllowed(value, SCHEMES) ? [] : [written];
    const kept = overHttps(value);
    if (!isAllowed(kept, IMAGE_SCHEMES)) return [written];
    return kept === value ? [] : [`${written} (now over https)`];
  });
}

const isLanguage = (name: string) => name === "" || LANGUAGE_CLASS.test(name);

/** Changes http to https, which nearly every host supports, because the policy blocks http. */
const overHttps = (src: string) => src.replace(/^\s*(http:)?\/\//i, "https://");

const SCHEME_CHARS = 2_000;

/** Returns whether a URL is a path or has one of `schemes`. */
function isAllowed(address: string, schemes: readonly string[]): boolean {
  // Removes characters that browsers ignore. Only looks at the start, because stripping comments from the whole
  // URL would take quadratic time.
  const start = address.slice(0, SCHEME_CHARS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  const plain = start.replace(/[\u0000-\u0020]+/g, "").replace(/<!--.*?(?:-->|$)/g, "");
  const scheme = /^([a-z][a-z0-9.+-]*):/i.exec(plain)?.[1];
  return scheme ? schemes.includes(scheme.toLowerCase()) : plain !== "" && !/^[/\\]{2}/.test(plain);
}
