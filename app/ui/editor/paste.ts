/** Heading levels that the editor doesn't have, and what they become. */
const RENAMED: Record<string, string> = { h1: "h2", h5: "h4", h6: "h4" };

/**
 * Turns Word's list paragraphs into lists and unusable links into text, adjusts heading levels, and removes style
 * sheets, empty paragraphs, empty headings, and images without a public URL. Browser only.
 * @returns `lostImages`: the number of removed images
 */
export function cleanPasted(html: string): { html: string; lostImages: number } {
  // Copied from a ProseMirror editor, so already clean.
  if (html.includes("data-pm-slice")) return { html, lostImages: 0 };
  const { body } = new DOMParser().parseFromString(html, "text/html");
  removeComments(body);
  for (const one of body.querySelectorAll("style, script, meta, link, title, xml")) one.remove();
  makeLists(body);
  // Google Docs writes the usual direction on every block.
  for (const one of body.querySelectorAll('[dir="ltr" i]'))
    if (!one.parentElement?.closest('[dir="rtl" i]')) one.removeAttribute("dir");
  for (const [tag, name] of Object.entries(RENAMED))
    for (const one of body.querySelectorAll(tag)) rename(one, name);
  const lost = [...body.querySelectorAll("img")].filter(
    (image) => !/^(https?:\/\/|\/(?!\/))/i.test(image.getAttribute("src") ?? ""),
  );
  for (const image of lost) image.remove();
  for (const link of body.querySelectorAll("a"))
    if (!/^(https?:|mailto:|tel:|\/)/i.test(link.getAttribute("href") ?? ""))
      link.replaceWith(...link.childNodes);
  // Google Docs separates blocks with line breaks, which would become empty paragraphs.
  for (const br of body.querySelectorAll("br"))
    if (SIDES.every((side) => isBlock(neighborOf(br, side)))) br.remove();
  for (const block of body.querySelectorAll("p, h2, h3, h4"))
    if (!block.textContent?.trim() && !block.querySelector("img")) block.remove();
  return { html: body.innerHTML, lostImages: lost.length };
}

const SIDES = ["previousSibling", "nextSibling"] as const;
/** Returns whether a node is a block, another line break, or missing. */
const isBlock = (node: Node | null) =>
  node === null ||
  (node instanceof Element && node.matches("br, p, div, h2, h3, h4, ul, ol, table, blockquote, pre, hr"));

/** Returns the next node in a direction that isn't just white space. */
function neighborOf(node: Node, side: (typeof SIDES)[number]): Node | null {
  const next = node[side];
  return next instanceof Text && !next.data.trim() ? neighborOf(next, side) : next;
}

function removeComments(node: Node) {
  for (const child of [...node.childNodes]) {
    if (child instanceof Comment) child.remove();
    else removeComments(child);
  }
}

function rename(element: Element, name: string) {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Word writes a list item as a paragraph with a level, and puts its bullet or number in a span. */
function makeLists(body: HTMLElement) {
  const isItem = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && /mso-list:\s*l\d/i.test(element.getAttribute("style") ?? "");
  for (const first of body.querySelectorAll("p")) {
    if (!isItem(first) || isItem(first.previousElementSibling) || !first.isConnected) continue;
    const items: HTMLElement[] = [];
    for (let one: Element | null = first; isItem(one); one = one.nextElementSibling) items.push(one);
    /** open lists and their levels, outermost first */
    const open: { level: number; list: HTMLElement }[] = [];
    for (const item of items) {
      const level = Number(/level(\d+)/i.exec(item.getAttribute("style") ?? "")?.[1] ?? 1);
      const marker = [...item.querySelectorAll("span")].find((span) =>
        /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
      );
      const tag = /^\s*\(?\w{1,4}[.)]/.test(marker?.textContent ?? "") ? "ol" : "ul";
      marker?.remove();
      while (open.length && open.at(-1)!.level > level) open.pop();
      if (open.at(-1)?.level !== level) {
        const list = body.ownerDocument.createElement(tag);
        const parent = open.at(-1)?.list;
        if (parent) parent.lastElementChild?.append(list);
        else item.before(list);
        open.push({ level, list });
      }
      const entry = body.ownerDocument.createElement("li");
      entry.append(...item.childNodes);
      open.at(-1)!.list.append(entry);
      item.remove();
    }
  }
}
