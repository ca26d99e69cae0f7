/**
 * Renders an error in plain words, with the machine's own message behind it for those who can use it.
 * @param props.summary opens that message
 * @param props.said the message, empty if there's none
 */
export function Trouble({ words, summary, said }: { words: string; summary: string; said: string }) {
  return (
    <div className="trouble">
      {words}
      {said && (
        <details>
          <summary>{summary}</summary>
          <q>{said}</q>
        </details>
      )}
    </div>
  );
}
