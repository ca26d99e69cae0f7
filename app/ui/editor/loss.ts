// Tells whether the editor would lose part of an HTML text: a post must survive being opened and saved.

/** Two spellings of the same thing. */
const SAME: Record<string, string> = { b: "strong", i: "em", del: "s", strike: "s" };
/** Grouping elements without meaning, which the editor adds and removes. */
const SILENT = new Set(["body", "p", "thead", "tbody"]);
const BLOCKS = new Set("p li td th h2 h3 h4 blockquote pre ul ol table tr".split(" "));

/** Returns an element's meaning: its name and attributes. */
function nameOf(element: Element): string {
  const tag = element.localName;
  const attributes = [...element.attributes]
    .map(({ name, value }) => `${name}=${value}`)
    .filter((one) => !/^(col|row)span=1$|^class=$/.test(one));
  return [SAME[tag] ?? tag, ...attributes.sort()].join(" ");
}

/** Words and images in order, each with all elements around it. */
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

/**
 * Returns whether two HTML texts contain the same words and images in the same order with the same marks and
 * structure. Runs in the browser.
 */
export function holdsTheSame(a: string, b: string): boolean {
  const [one, other] = [contentOf(a), contentOf(b)];
  return one.length === other.length && one.every((part, i) => part === other[i]);
}
