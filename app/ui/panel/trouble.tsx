/**
 * @param props.summary clickable label that reveals the technical message
 * @param props.said the technical message
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
