/**
 * What went wrong in plain words, with what a machine said of it behind them, for those who can use it.
 * @param props.summary what opens the machine's words
 * @param props.said its words, empty where it said nothing
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
