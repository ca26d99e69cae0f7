import { useContext } from "react";
import { withPictures } from "./picture-html.ts";
import { Pictures } from "./picture-markup.ts";

/**
 * HTML of the owner's on a page. The one component that puts HTML on a page: it must have been through `cleanHtml`.
 * The owner's pictures in it come in the right size.
 */
export function RichTextView({ html, className = "prose" }: { html: string; className?: string }) {
  const find = useContext(Pictures);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved and again when it was read
  return <div className={className} dangerouslySetInnerHTML={{ __html: withPictures(html, find) }} />;
}
