import sanitizeHtml from "sanitize-html";

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
    "*": ["id", "lang"],
  },
  allowedClasses: { code: [/^language-[\w-]+$/] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
  // A link that opens a new window must not hand this one over.
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target ? { ...attribs, target: "_blank", rel: "noopener" } : attribs,
    }),
  },
  // What holds a program or a style has no text worth keeping.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title"],
};

/**
 * Cleans HTML that the owner wrote by an allow-list (DECISIONS 3); done when it is saved and again when it is read.
 * @returns the clean HTML, and what was taken out in words for the owner: `<script>`, `onclick on <a>` …
 */
export function cleanHtml(html: string): { html: string; removed: string[] } {
  const removed = new Set<string>();
  const clean = sanitizeHtml(html, {
    ...options,
    onOpenTag: (name, attribs) => {
      if (!TEXT_TAGS.includes(name)) removed.add(`<${name}>`);
      else for (const attribute of refusedAttributes(name, attribs)) removed.add(`${attribute} on <${name}>`);
    },
  });
  return { html: clean, removed: [...removed] };
}

function refusedAttributes(tag: string, attribs: Record<string, string>): string[] {
  const allowed = options.allowedAttributes as Record<string, string[]>;
  const known = [...(allowed[tag] ?? []), ...(allowed["*"] ?? [])];
  return Object.entries(attribs).flatMap(([name, value]) => {
    if (!known.includes(name)) return [name];
    const isAddress = name === "href" || name === "src";
    return isAddress && !isHarmless(value) ? [`${name}="${value.slice(0, 40)}"`] : [];
  });
}

/** An address without a scheme, or with one that a page may use. */
function isHarmless(address: string): boolean {
  return !/^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.\s-]*:/i.test(address.trim());
}
