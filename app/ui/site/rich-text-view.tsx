import { useContext } from "react";
import { withImages } from "./picture-html.ts";
import { Images } from "./picture-markup.ts";

/**
 * Renders the owner's HTML. The only component that puts HTML on a page: it must come from `cleanHtml`. Images from
 * the library are rendered in the right size.
 */
export function RichTextView({ html, className = "prose" }: { html: string; className?: string }) {
  const find = useContext(Images);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved and again when it was read
  return <div className={className} dangerouslySetInnerHTML={{ __html: withImages(html, find) }} />;
}
