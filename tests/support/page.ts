const NAMED = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };
/** Decodes HTML entities. */
export const decode = (html: string) =>
  html.replace(/&(?:#x([0-9a-f]+)|(quot|amp|lt|gt|apos));/gi, (_, hex, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : NAMED[name as keyof typeof NAMED],
  );

/** Returns the visible text, with entities decoded. */
export const wordsOf = (html: string) =>
  decode(
    html
      .replace(/<head>.*?<\/head>|<(script|style|svg|template)\b.*?<\/\1>/gs, " ")
      .replace(/<!--.*?-->/gs, "")
      .replace(/<\/?(b|small|strong|sup|i)\b[^>]*>/g, "")
      .replace(/<[^>]*>/g, " "),
  )
    .replace(/\s+/g, " ")
    .trim();

/** Returns the elements with this name whose opening tag contains `having`. Doesn't support nested elements. */
export const elementsOf = (html: string, name: string, having = "") =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>.*?</${name}>`, "gs"))]
    .map(([element]) => element)
    .filter((element) => element.slice(0, element.indexOf(">")).includes(having));

/**
 * Returns a public form by its `data-form`, such as "contact".
 * @throws if the page doesn't have it
 */
export function formOf(html: string, name: string): string {
  const [form] = elementsOf(html, "form", `data-form="${name}"`);
  if (!form) throw new Error(`No form ${name} in:\n${html.slice(0, 2000)}`);
  return form;
}

/** Returns the text of every heading at this level. */
export const headingsOf = (html: string, level: 1 | 2 | 3) => elementsOf(html, `h${level}`).map(wordsOf);

/** Reads a page. `main` is the content between header and footer. */
export async function readPage(address: string, init?: RequestInit) {
  const response = await fetch(address, { redirect: "manual", ...init });
  const html = await response.text();
  const main = elementsOf(html, "main")[0] ?? "";
  const attributeOf = (opening: string) => {
    const [, value] = new RegExp(`${opening}="([^"]*)"`).exec(html) ?? [];
    return value === undefined ? undefined : decode(value);
  };
  return {
    status: response.status,
    response,
    html,
    main,
    words: wordsOf(main),
    title: wordsOf(elementsOf(html, "title")[0] ?? ""),
    canonical: attributeOf('<link rel="canonical" href'),
    metaOf: (name: string) => attributeOf(`<meta (?:name|property)="${name}" content`),
  };
}
