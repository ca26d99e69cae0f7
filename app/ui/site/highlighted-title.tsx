import { markChosen } from "./highlight.ts";

/** Phrases this short fit on one line of the smallest screen. */
const UNBROKEN_CHARS = 12;

/** @param props.chosen see `markChosen` */
export function HighlightedTitle({ text, chosen }: { text: string; chosen: string }) {
  const { plain, marked, after } = markChosen(text, chosen);
  return (
    <>
      {plain.trimEnd()}
      {/* Makes room for the highlight, which extends past its words. Disappears at a line break. */}
      {marked && plain && <span className="hl-gap"> </span>}
      {marked && (
        <span className="hl">
          {marked.length <= UNBROKEN_CHARS ? marked.replaceAll(" ", "\u00a0") : marked}
        </span>
      )}
      {after && <span className="hl-gap"> </span>}
      {after.trimStart()}
    </>
  );
}
