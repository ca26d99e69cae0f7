import { highlight } from "./highlight.ts";

/** After so few words the phrase stands on their line, and must keep its distance from them. */
const SAME_LINE_CHARS = 12;
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
        <span className={plain.length <= SAME_LINE_CHARS ? "hl hl--in" : "hl"}>
          {marked.length <= UNBROKEN_CHARS ? marked.replaceAll(" ", "\u00a0") : marked}
        </span>
      )}
    </>
  );
}
