import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { keyOfText, type Unsaved } from "./page-edits.ts";

export function UnsavedEdits({
  edits,
  onRetry,
  onDiscard,
}: {
  edits: Unsaved[];
  onRetry: (edit: Unsaved) => void;
  onDiscard: (edit: Unsaved) => void;
}) {
  if (!edits.length) return null;
  return (
    <section className="pe__unsaved" aria-label={words.unsaved}>
      <h2>{words.unsaved}</h2>
      <p className="hint">{words.unsavedText}</p>
      <ul>
        {edits.map((edit) => (
          <li key={keyOfText(edit.text)}>
            <strong>{edit.text.label}</strong>
            <p role="alert">{edit.now === undefined ? edit.problem : words.conflict}</p>
            <dl>
              <dt>{words.yours}</dt>
              <dd>{edit.value}</dd>
              {edit.now !== undefined && (
                <>
                  <dt>{words.theirs}</dt>
                  <dd>{edit.now}</dd>
                </>
              )}
            </dl>
            <div className="btns">
              <button
                type="button"
                className="btn btn--line"
                onClick={() => onRetry({ ...edit, text: { ...edit.text, base: edit.now ?? edit.text.base } })}
              >
                {edit.now === undefined ? words.retry : words.keepMine}
              </button>
              <button type="button" className="btn btn--ghost" onClick={() => onDiscard(edit)}>
                {edit.now === undefined ? words.discard : words.useTheirs}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
