import { escapeHtml } from "../text/plain-text.ts";

/** Inline, to save a request. */
const STYLE = "max-width:36rem;margin:15vh auto;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif";

/**
 * Returns a text-only page without the site's design.
 * @param paragraphs plain text
 */
export function plainPage(
  title: string,
  paragraphs: readonly string[],
  status: number,
  headers: Record<string, string> = {},
): Response {
  const [said, ...text] = [title, ...paragraphs].map(escapeHtml);
  const html = `<!DOCTYPE html><html lang="en" style="${STYLE}"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${said}</title><h1>${said}</h1>${text.map((one) => `<p>${one}</p>`).join("")}</html>`;
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}
