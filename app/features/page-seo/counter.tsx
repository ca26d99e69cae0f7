/**
 * Shows a text's length as a hint (decision 0035.17).
 * @param props.id for `aria-describedby`
 * @param props.min ignored if the text is empty
 */
export function CharacterCount(props: { id: string; text: string; min: number; max: number }) {
  const { id, text, min, max } = props;
  const length = [...text.trim()].length;
  const isOver = length > max;
  const isUnder = length > 0 && length < min;
  return (
    <div id={id} className={`count${isOver ? " over" : ""}${isUnder ? " under" : ""}`}>
      <i aria-hidden>
        <u style={{ width: `${Math.min(100, (length / max) * 100)}%` }} />
      </i>
      <span>
        <b>{length}</b> of {max} characters
        {isOver && ", may be cut off"}
        {isUnder && ", too short"}
      </span>
    </div>
  );
}
