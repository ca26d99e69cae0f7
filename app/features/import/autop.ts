// Turns line breaks from WordPress's classic editor into paragraphs, as WordPress does.

const BLOCK =
  "address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|object|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|iframe|video|audio";
const BLOCK_TAG = new RegExp(`</?(?:${BLOCK})\\b[^>]*>`, "gi");
const VERBATIM = /<(pre|script|style|textarea)\b[\s\S]*?<\/\1>/gi;

/** Returns classic content with paragraphs. Existing paragraphs stay as they are. */
export function autop(content: string): string {
  const verbatim: string[] = [];
  const text = content
    .replace(/\uE000/g, "")
    .replace(/\r\n?/g, "\n")
    .replace(VERBATIM, (block) => `\n\n\uE000${verbatim.push(block) - 1}\uE000\n\n`);
  const html = text
    .replace(/(?:<br\s*\/?>\s*){2,}/gi, "\n\n")
    .replace(BLOCK_TAG, (tag) => (tag.startsWith("</") ? `${tag}\n\n` : `\n\n${tag}`))
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map(asParagraph)
    .join("\n");
  return html.replace(/\uE000(\d+)\uE000/g, (_, i: string) => verbatim[Number(i)] ?? "");
}

/** Text in these blocks needs a paragraph. Text in list items, for example, doesn't. */
const HOLDS_PARAGRAPHS =
  /^<(?:address|article|aside|blockquote|details|div|fieldset|footer|header|main|nav|section|hr)\b/i;
const OPENING = new RegExp(`^<(?:${BLOCK})\\b[^>]*>`, "i");
const CLOSING = new RegExp(`^</(?:${BLOCK})\\b[^>]*>$`, "i");

/**
 * Wraps a piece in a paragraph if needed.
 * @param piece text that may start with a block's opening tag and end with a closing one
 */
function asParagraph(piece: string): string {
  if (piece.startsWith("\uE000")) return piece;
  const open = OPENING.exec(piece)?.[0] ?? "";
  const last = piece.slice(Math.max(piece.lastIndexOf("</"), open.length));
  const close = CLOSING.test(last) ? last : CLOSING.test(piece) ? piece : "";
  if (close === piece) return piece;
  const text = piece.slice(open.length, piece.length - close.length).trim();
  if (!text) return open + close;
  const lines = text.replace(/(<br ?\/?>)?\n/gi, (_, br?: string) => `${br ?? "<br>"}\n`);
  const isAlone = open !== "" && !HOLDS_PARAGRAPHS.test(open);
  return isAlone ? open + lines + close : `${open}<p>${lines}</p>${close}`;
}
