// Parses the owner's tracking code (SPEC 7) into elements for pages.
import { ElementType, parseDocument } from "htmlparser2";
import { escapeHtml } from "../../platform/text/plain-text.ts";

/** Returns whether a field's code waits for consent. `<meta>` tags never wait, because they store nothing. */
export const isHeldBack = (key: CodeKey, settings: Partial<Record<string, unknown>>) =>
  key !== "google_search_console_code" && settings[`${key}_at_once`] !== "on";

export const CODE_KEYS = [
  "google_analytics_code",
  "google_search_console_code",
  "google_tag_manager_code",
] as const;
export type CodeKey = (typeof CODE_KEYS)[number];

type Attributes = Record<string, string>;
type ChildNode = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<ChildNode, { attribs: Attributes }>;

const isElement = (node: ChildNode): node is Element => "attribs" in node;
const isText = (node: ChildNode): node is Extract<ChildNode, { data: string }> =>
  node.type === ElementType.Text;

export type Piece =
  | { tag: "script"; attribs: Attributes; code: string }
  | { tag: "style"; code: string }
  | { tag: "meta" | "link"; attribs: Attributes }
  | { tag: "html"; isNoscript: boolean; html: string };

const TAGS: Record<CodeKey, readonly string[]> = {
  google_analytics_code: ["script", "noscript", "style", "link", "iframe", "img"],
  google_search_console_code: ["meta"],
  google_tag_manager_code: ["script", "noscript", "style", "link", "iframe", "img"],
};
/** Elements that are often copied along with code. Only the code inside is kept. */
const WRAPPERS = ["html", "head", "body", "div", "p", "span"];
const IN_NOSCRIPT = ["iframe", "img"];

const LINK_RELS = ["preconnect", "dns-prefetch", "preload", "modulepreload", "prefetch", "stylesheet"];
/** Scripts and their data. Other types, such as import maps, could change the page. */
const SCRIPT_TYPES = [
  ...["", "text/javascript", "application/javascript", "module"],
  ...["application/json", "application/ld+json"],
];
const META_ATTRIBUTES = ["name", "property", "content"];

/**
 * Parses a field's code. The Search Console field may contain named `<meta>` tags; other fields may contain
 * scripts, styles, links, frames and pixels.
 * @returns the elements in order, and short labels for what was left out, such as `onload on <img>`
 */
export function readCode(key: CodeKey, code: string): { pieces: Piece[]; leftOut: string[] } {
  const leftOut = new Set<string>();
  const collect = (nodes: ChildNode[], allowed: readonly string[]): Element[] =>
    nodes.flatMap((node) => {
      if (isElement(node)) {
        if (allowed.includes(node.name)) return isFit(node, leftOut) ? [node] : [];
        if (WRAPPERS.includes(node.name)) return collect(node.children, allowed);
        leftOut.add(`<${node.name}>`);
      } else if (isText(node) && node.data.trim()) {
        leftOut.add("text outside of tags");
      }
      return [];
    });
  const pieces = collect(parseDocument(code).children, TAGS[key]).map((element): Piece => {
    const { name, children } = element;
    const attribs = fitAttributes(element, leftOut);
    if (name === "script") return { tag: name, attribs, code: textOf(element) };
    if (name === "style") return { tag: name, code: textOf(element) };
    if (name === "meta" || name === "link") return { tag: name, attribs };
    if (name !== "noscript") return { tag: "html", isNoscript: false, html: toHtml(name, attribs) };
    const inside = collect(children, IN_NOSCRIPT).map((one) => toHtml(one.name, fitAttributes(one, leftOut)));
    return { tag: "html", isNoscript: true, html: inside.join("") };
  });
  return { pieces: pieces.filter((piece) => piece.tag !== "html" || piece.html), leftOut: [...leftOut] };
}

/** Returns a frame or pixel as an element that a script can create. */
export function readFrame(html: string): { tag: "iframe" | "img"; attribs: Attributes } {
  const element = parseDocument(html).children.find(isElement);
  return { tag: element?.name === "iframe" ? "iframe" : "img", attribs: { ...element?.attribs } };
}

function isFit({ name, attribs }: Element, leftOut: Set<string>): boolean {
  const refuse = (what: string) => {
    leftOut.add(what);
    return false;
  };
  if (name === "script") {
    const type = (attribs.type ?? "").trim().toLowerCase();
    if (!SCRIPT_TYPES.includes(type)) return refuse(`<script type="${type}">`);
    if (attribs.src !== undefined && !isWebUrl(attribs.src))
      return refuse(`<script src="${cut(attribs.src)}">`);
  }
  if (name === "link") {
    const rel = (attribs.rel ?? "").trim().toLowerCase();
    if (!LINK_RELS.includes(rel)) return refuse(`<link rel="${cut(rel)}">`);
    if (!isWebUrl(attribs.href ?? "")) return refuse(`<link href="${cut(attribs.href ?? "")}">`);
  }
  if (name === "meta" && !((attribs.name || attribs.property) && attribs.content !== undefined))
    return refuse("<meta> without name and content");
  if (IN_NOSCRIPT.includes(name) && !isWebUrl(attribs.src ?? ""))
    return refuse(`<${name}> without an https URL`);
  return true;
}

/** Returns attributes that don't run code. They're escaped on output. */
function fitAttributes({ name: tag, attribs }: Element, leftOut: Set<string>): Attributes {
  const known = Object.entries(attribs).filter(([name]) => {
    const isRight =
      /^[a-z][\w.:-]*$/.test(name) &&
      !/^on|^srcdoc$|^nonce$/.test(name) &&
      (tag !== "meta" || META_ATTRIBUTES.includes(name));
    if (!isRight) leftOut.add(`${name} on <${tag}>`);
    return isRight;
  });
  return Object.fromEntries(known);
}

function isWebUrl(address: string): boolean {
  const url = URL.parse(address.trim(), "https://site.invalid");
  return address.trim() !== "" && url !== null && /^https?:$/.test(url.protocol);
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Returns the code in an element, with line breaks normalized as an HTML parser does. */
const textOf = ({ children }: Element) =>
  children
    .map((node) => (isText(node) ? node.data : ""))
    .join("")
    .replace(/\r\n?/g, "\n");

function toHtml(tag: string, attribs: Attributes): string {
  const all = tag === "img" ? { alt: "", ...attribs } : attribs;
  const written = Object.entries(all).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<${tag}${written.join("")}>${tag === "iframe" ? "</iframe>" : ""}`;
}
