import { useState } from "react";
import { controlProps, Field, type FieldState } from "../../ui/panel/field.tsx";
import { markChosen, wordsBetween } from "../../ui/site/highlight.ts";

const HINT = "Click the first and last word to highlight. Leave all unselected for no highlight.";

/**
 * Renders a headline's words as buttons, to highlight a run of words.
 * @param props.title as visitors read it
 */
export function MarkedWordsField({ field, title }: { field: FieldState; title: string }) {
  const stored = typeof field.initialValue === "string" ? field.initialValue : "";
  const [chosen, setChosen] = useState(stored);
  const words = Array.from(title.matchAll(/\S+/g), ({ 0: word, index: at }) => ({ word, at }));
  const { plain, marked } = markChosen(title, chosen);
  const first = marked ? plain.split(" ").length - 1 : -1;
  const last = marked ? first + marked.split(" ").length - 1 : -1;
  const isChosen = (i: number) => marked !== "" && i >= first && i <= last;
  const select = (i: number) => {
    const [from, to] =
      !marked || (isChosen(i) && first !== last)
        ? [i, i]
        : isChosen(i)
          ? [0, -1]
          : [Math.min(first, i), Math.max(last, i)];
    setChosen(wordsBetween(title, from, to));
  };
  const labelId = `${field.id}-label`;
  return (
    <Field field={field} label="Highlighted words" labelId={labelId} hint={HINT}>
      <input type="hidden" {...controlProps(field, HINT)} value={chosen} />
      <fieldset className="tags wordsf" aria-labelledby={labelId}>
        {words.map(({ word, at }, i) => (
          <button key={at} type="button" aria-pressed={isChosen(i)} onClick={() => select(i)}>
            {word}
          </button>
        ))}
      </fieldset>
    </Field>
  );
}
