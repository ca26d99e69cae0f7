/** Common entities. Sanitized HTML only contains the first four. */
const ENTITIES = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    laquo: "«",
    raquo: "»",
    bull: "•",
    middot: "·",
    times: "×",
    minus: "−",
    deg: "°",
    eacute: "é",
    euro: "€",
    pound: "£",
    copy: "©",
    reg: "®",
    trade: "™",
    shy: "",
  }),
);

function decode(entity: string, body: string): string {
  if (!body.startsWith("#")) return ENTITIES.get(body) ?? entity;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "";
}

/** Returns HTML as one line of text: tags removed, entities decoded. Drops an unfinished tag at the end. */
export function textOf(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<\/?(?:a|abbr|b|code|em|i|mark|s|small|span|strong|sub|sup|u)\b[^>]*(?:>|$)/gi, "")
    .replace(/<[a-z/!][^>]*(?:>|$)/gi, " ")
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decode)
    .replace(/\s+/g, " ")
    .trim();
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes text as React does, for elements and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ESCAPES[one]!);
