/**
 * How many characters a text has of how many that search results show: a hint that blocks nothing (DECISIONS 17).
 * @param props.id for `aria-describedby`
 */
export function CharacterCount({ id, text, max }: { id: string; text: string; max: number }) {
  const length = [...text.trim()].length;
  const isOver = length > max;
  return (
    <div id={id} className={isOver ? "count over" : "count"}>
      <i aria-hidden>
        <u style={{ width: `${Math.min(100, (length / max) * 100)}%` }} />
      </i>
      <span>
        <b>{length}</b> of {max} characters
        {isOver && ", the end may be cut off"}
      </span>
    </div>
  );
}
