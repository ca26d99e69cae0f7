// Detects HTML that the editor would lose, because opening and saving a post must not change it.

/** Tags that the editor replaces, and their equivalents. */
const SAME: Record<string, string> = { b: "strong", i: "em", del: "s", strike: "s" };
/** Elements that the editor adds or removes without changing the meaning. */
const SILENT = new Set(["body", "p", "thead", "tbody"]);
const BLOCKS = new Set("p li td th h2 h3 h4 blockquote pre ul ol table tr".split(" "));

function nameOf(element: Element): string {
  const tag = element.localName;
  const attributes = [...element.attributes]
    .map(({ name, value }) => `${name}=${value}`)
    .filter((one) => !/^(col|row)span=1$|^class=$/.test(one));
  return [SAME[tag] ?? tag, ...attributes.sort()].join(" ");
}

/** Returns pieces of text and empty elements, such as images, in order, each with its enclosing elements. */
function contentOf(html: string): string[] {
  const found: { around: string; text: string }[] = [];
  const walk = (node: Node, around: string[]) => {
    if (node instanceof Text) {
      const text = node.data.replace(/\s+/g, " ");
      const key = [...around].sort().join("|");
      const last = found.at(-1);
      if (last?.around === key) last.text += text;
      else found.push({ around: key, text });
    } else if (node instanceof Element) {
      const inside = SILENT.has(node.localName) ? around : [...around, nameOf(node)];
      if (BLOCKS.has(node.localName)) found.push({ around: "", text: "" });
      if (!node.firstChild && !BLOCKS.has(node.localName))
        found.push({ around: [...inside].sort().join("|"), text: "●" });
      for (const child of node.childNodes) walk(child, inside);
      if (BLOCKS.has(node.localName)) found.push({ around: "", text: "" });
    }
  };
  walk(new DOMParser().parseFromString(html, "text/html").body, []);
  return found
    .map(({ around, text }) => ({ around, text: text.trim() }))
    .filter(({ text }) => text)
    .map(({ around, text }) => `${around}: ${text}`);
}

/** Returns whether two pieces of HTML have the same content and structure. Browser only. */
export function holdsTheSame(a: string, b: string): boolean {
  const [one, other] = [contentOf(a), contentOf(b)];
  return one.length === other.length && one.every((part, i) => part === other[i]);
}
