import { Undo2 } from "lucide-react";
import { changes } from "../../copy/panel/changes.ts";
import { Table } from "../../ui/panel/table.tsx";
import { useUndo } from "../../ui/panel/toaster.tsx";
import type { Route } from "./+types/tab";
import { Part } from "./part.tsx";

type Published = NonNullable<Route.ComponentProps["loaderData"]["changes"]>["published"];

export function Published({ sets }: { sets: Published }) {
  const undo = useUndo();
  const { title, caption, columns, ...said } = changes.published;
  return (
    <Part title={title}>
      <div className="card">
        <Table
          caption={caption}
          columns={[
            {
              head: columns.what,
              className: "tbl__main",
              cell: ({ title, names, isUndo, isUndone }) => (
                <span className="tbl__named">
                  <b>{title || names.join(", ")}</b> {title && <small>{names.join(", ")}</small>}{" "}
                  {isUndo && <small>{said.isUndo}</small>}
                  {isUndone && <small>{said.undone}</small>}
                </span>
              ),
            },
            { head: columns.when, className: "subtle tbl__date", cell: ({ when }) => when },
          ]}
          rows={sets}
          keyOf={({ id }) => id}
          actions={({ id, names, isUndo, isUndone }) =>
            !isUndone && (
              <button type="button" className="btn btn--ghost" onClick={() => undo(id, isUndo)}>
                <Undo2 className="i" aria-hidden />
                {isUndo ? said.redo : said.undo}
                <span className="sr"> {names.join(", ")}</span>
              </button>
            )
          }
        />
      </div>
    </Part>
  );
}
