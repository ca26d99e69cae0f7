import { useContext } from "react";
import { withImages } from "./image-html.ts";
import { Images } from "./image-markup.ts";

/** Renders the owner's HTML, which must come from `cleanHtml`. No other component renders stored HTML. */
export function RichTextView({ html, className = "prose" }: { html: string; className?: string }) {
  const find = useContext(Images);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved and again when it was read
  return <div className={className} dangerouslySetInnerHTML={{ __html: withImages(html, find) }} />;
}
