import { useContext } from "react";
import { withPictures } from "./picture-html.ts";
import { Pictures } from "./picture-markup.ts";

/**
 * The owner's HTML. The only component that puts HTML on a page: it must come from `cleanHtml`. Images from the library
 * are rendered in the right size.
 */
export function RichTextView({ html, className = "prose" }: { html: string; className?: string }) {
  const find = useContext(Pictures);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved and again when it was read
  return <div className={className} dangerouslySetInnerHTML={{ __html: withPictures(html, find) }} />;
}
