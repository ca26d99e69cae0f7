// A page of a running site as a visitor reads it and as a crawler does.

const NAMED = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };
/** The text that HTML stands for. */
export const decode = (html: string) =>
  html.replace(/&(?:#x([0-9a-f]+)|(quot|amp|lt|gt|apos));/gi, (_, hex, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : NAMED[name as keyof typeof NAMED],
  );

/** Tags gone, entities decoded: what a person reads. */
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

/** The elements of a name, each with all that is in it; `having` is part of the opening tag. For ones that do not nest. */
export const elementsOf = (html: string, name: string, having = "") =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>.*?</${name}>`, "gs"))]
    .map(([element]) => element)
    .filter((element) => element.slice(0, element.indexOf(">")).includes(having));

/**
 * A form that visitors fill in, by the name that the page gives it, e.g. "contact".
 * @throws when the page has none
 */
export function formOf(html: string, name: string): string {
  const [form] = elementsOf(html, "form", `data-form="${name}"`);
  if (!form) throw new Error(`No form ${name} in:\n${html.slice(0, 2000)}`);
  return form;
}

/** The words of every heading of a level. */
export const headingsOf = (html: string, level: 1 | 2 | 3) => elementsOf(html, `h${level}`).map(wordsOf);

/** Reads a page with what tests ask of it; `main` is what stands between header and footer. */
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
