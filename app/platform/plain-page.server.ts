// A page with nothing but words, for what stands in a window of its own and is no page of the site.
import { escapeHtml } from "./gap.ts";

/** @param paragraphs plain text */
export function plainPage(
  title: string,
  paragraphs: readonly string[],
  status: number,
  headers: Record<string, string> = {},
): Response {
  const [said, ...text] = [title, ...paragraphs].map(escapeHtml);
  const html = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>${said}</title><h1>${said}</h1>${text.map((one) => `<p>${one}</p>`).join("")}</html>`;
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}
