import { markChosen } from "./highlight.ts";

/** A short phrase stays on one line even on the smallest screen. */
const UNBROKEN_CHARS = 12;

/**
 * Renders a page's main heading with the page's one highlighted phrase.
 * @param props.chosen see `markChosen`
 */
export function HighlightedTitle({ text, chosen }: { text: string; chosen: string }) {
  const { plain, marked, after } = markChosen(text, chosen);
  return (
    <>
      {plain.trimEnd()}
      {/* This space is wider if the phrase stays on the line, because its background extends past the words. It disappears at a line break. */}
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
