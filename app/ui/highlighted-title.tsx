import { highlight } from "./highlight.ts";

/** A short phrase stays on one line even on the smallest screen. */
const UNBROKEN_CHARS = 12;

/** The words of a page's main heading, with the one phrase of the page that the highlighter marks. */
export function HighlightedTitle({ text }: { text: string }) {
  const { plain, marked } = highlight(text);
  return (
    <>
      {plain.trimEnd()}
      {/* Wider where the phrase stays on the line, since its ground reaches out; gone where the line breaks. */}
      {marked && plain && <span className="hl-gap"> </span>}
      {marked && (
        <span className="hl">
          {marked.length <= UNBROKEN_CHARS ? marked.replaceAll(" ", "\u00a0") : marked}
        </span>
      )}
    </>
  );
}
