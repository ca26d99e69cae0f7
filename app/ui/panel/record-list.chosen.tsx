import { type ReactNode, useState } from "react";
import { choosing as words } from "../../copy/panel/several.ts";

/**
 * Returns the selection, limited to visible rows.
 * @param start ids that are selected at first
 */
export function useChosen(rows: readonly { id: string }[], start: readonly string[] = []) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set(start));
  const all = rows.map(({ id }) => id);
  return {
    all,
    chosen: all.filter((id) => marked.has(id)),
    mark(ids: readonly string[], isMarked: boolean) {
      const after = new Set(marked);
      for (const id of ids) isMarked ? after.add(id) : after.delete(id);
      setMarked(after);
    },
  };
}

export type Choice = ReturnType<typeof useChosen>;

export function ChooseBox({ choice, id, name }: { choice: Choice; id: string; name: string }) {
  return (
    <label className="check pick__box">
      <input
        type="checkbox"
        checked={choice.chosen.includes(id)}
        onChange={(event) => choice.mark([id], event.currentTarget.checked)}
      />
      <span className="sr">{words.choose(name)}</span>
    </label>
  );
}

/** @param props.children receives a function that posts an intent, perhaps with other fields */
export function ChosenBar({
  choice,
  post,
  children,
}: {
  choice: Choice;
  post: (values: Record<string, string>) => void;
  children: (act: (intent: string, more?: Record<string, string>) => void) => ReactNode;
}) {
  const { all, chosen, mark } = choice;
  const act = (intent: string, more: Record<string, string> = {}) => {
    post({ ...more, intent, ids: chosen.join() });
    mark(all, false);
  };
  return (
    <div className="picks">
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.length > 0 && chosen.length === all.length}
          onChange={(event) => mark(all, event.currentTarget.checked)}
        />
        {chosen.length ? words.chosen(chosen.length) : words.all}
      </label>
      {chosen.length > 0 && <span className="btns">{children(act)}</span>}
    </div>
  );
}

export function RecordActions({
  count,
  noun,
  canPublish,
  act,
}: {
  count: number;
  noun: { one: string; many: string };
  canPublish?: boolean;
  act: (intent: string) => void;
}) {
  return (
    <>
      {canPublish && (
        <>
          <button type="button" className="btn btn--soft" onClick={() => act("publish")}>
            {words.publish}
          </button>
          <button type="button" className="btn btn--soft" onClick={() => act("unpublish")}>
            {words.unpublish}
          </button>
        </>
      )}
      <button
        type="button"
        className="btn btn--soft"
        onClick={() => window.confirm(words.question(count, noun)) && act("delete-several")}
      >
        {words.remove}
      </button>
    </>
  );
}
