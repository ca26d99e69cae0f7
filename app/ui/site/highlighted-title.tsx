import { unmarked } from "../../platform/text/edit-mark.ts";
import { markChosen } from "./highlight.ts";

/** Phrases this short fit on one line of the smallest screen. */
const UNBROKEN_CHARS = 12;

/** @param props.chosen see `markChosen` */
export function HighlightedTitle({ text, chosen }: { text: string; chosen: string }) {
  const { words, point } = unmarked(text);
  const { plain, marked, after } = markChosen(words, unmarked(chosen).words);
  return (
    <>
      {point + plain.trimEnd()}
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
