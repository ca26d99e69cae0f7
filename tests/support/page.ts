// A page of a running site as a visitor reads it and as a crawler does.

/** Tags gone, entities decoded: what a person reads. */
export const wordsOf = (html: string) =>
  html
    .replace(/<head>.*?<\/head>|<(script|style|svg|template)\b.*?<\/\1>/gs, " ")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<\/?(b|small|strong|sup|i)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

/** The elements of a name, each with all that is in it; `having` is part of the opening tag. For ones that do not nest. */
export const elementsOf = (html: string, name: string, having = "") =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>.*?</${name}>`, "gs"))]
    .map(([element]) => element)
    .filter((element) => element.slice(0, element.indexOf(">")).includes(having));

/** The words of every heading of a level. */
export const headingsOf = (html: string, level: 1 | 2 | 3) => elementsOf(html, `h${level}`).map(wordsOf);

/**
 * For tests that write behind the site's back: with a session's cookie, whoever's, a page is made at this moment. The
 * page cache hears of such writes, but a moment later.
 */
export const PAST_CACHE: { Cookie: string } = { Cookie: "panel_session=nobody" };

/** Reads a page with what tests ask of it; `main` is what stands between header and footer. */
export async function readPage(address: string, init?: RequestInit) {
  const response = await fetch(address, { redirect: "manual", ...init });
  const html = await response.text();
  const main = elementsOf(html, "main")[0] ?? "";
  const metaOf = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    status: response.status,
    response,
    html,
    main,
    words: wordsOf(main),
    title: wordsOf(elementsOf(html, "title")[0] ?? ""),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&"),
    metaOf,
  };
}
