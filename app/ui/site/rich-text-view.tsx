/**
 * HTML of the owner's on a page. The one component that puts HTML on a page: it must have been through `cleanHtml`.
 */
export function RichTextView({ html, className = "prose" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved and again when it was read
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
