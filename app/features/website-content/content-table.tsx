import { ExternalLink, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { Fragment } from "react";
import { BUILT_IN } from "../../copy/panel/text-labels.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { Pager, type Sorts } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { TextBadges } from "./text-badges.tsx";
import type { TextKey } from "./text-key.ts";
import type { TextRow } from "./text-row.ts";

type List = { rows: TextRow[]; matching: number; page: number; pages: number; perPage: number };

/** Lets a name wrap after each underscore. */
const inParts = (name: string) =>
  name.split(/(?<=_)/).map((part, i, parts) => (
    <Fragment key={parts.slice(0, i).join("")}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const columnsOf = (isOnePage: boolean, showsKeys: boolean): Column<TextRow>[] => [
  {
    head: "Text",
    className: "tbl__main",
    cell: (row) => (
      <span className="tname">
        <b>{row.label}</b> {!isOnePage && <small>{row.page}</small>}{" "}
        {showsKeys && (
          <span className="tname__keys">
            <span className="mono">
              {inParts(row.page_name)} / {inParts(row.section_name)} / {inParts(row.content_key)}
            </span>
            <span className="badge badge--line">{row.content_type}</span>
          </span>
        )}
      </span>
    ),
  },
  {
    head: "Value",
    className: "tbl__main",
    cell: (row) => (
      <div className="tvalue">
        <span>
          {row.content_type === "color" && (
            <span className="swatch" style={{ background: row.shown }} aria-hidden />
          )}
          {row.shown}
        </span>
        <TextBadges isShown={row.isShown} mismatch={row.mismatch} marks={row} />
        {row.mismatch && <small>The page shows the built-in text instead. {row.mismatch}</small>}
        {row.place?.when && <small>{row.place.when}</small>}
      </div>
    ),
  },
  {
    head: "Updated",
    className: "subtle tbl__date",
    cell: (row) =>
      row.updated ? (
        <span className="tags">
          <span className="badge badge--up">Customized</span>
          {row.updated}
        </span>
      ) : (
        <span className="badge badge--line">{BUILT_IN}</span>
      ),
  },
];

/** Query parameter that shows text keys, and the sort orders offered with it. */
const KEYS = "keys";
const KEY_SORTS = { section_name: "By section", content_key: "By key", content_type: "By type" };

/** Renders a switch to show text keys. The URL stores its state. */
export function KeysToggle() {
  const { params, change } = useQueryState();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={params.has(KEYS)}
        onChange={({ currentTarget }) => change({ [KEYS]: currentTarget.checked ? "1" : null })}
      />
      Show keys
    </label>
  );
}

/** Returns the sort orders, including those by key while keys are shown or the list is sorted by key. */
export function useTextSorts(sorts: Sorts): Sorts {
  const { params } = useQueryState();
  const isByKey = params.has(KEYS) || Object.hasOwn(KEY_SORTS, params.get("sort") ?? "");
  return isByKey ? { ...sorts, ...KEY_SORTS } : sorts;
}

/**
 * Renders texts with their current values. The delete button sends the `intent` "delete" to the current tab; Undo
 * sends "restore".
 * @param props.isOnePage hides the page name
 * @param props.onEdit opens a text's form
 */
export function ContentTable({
  list,
  caption,
  isOnePage = false,
  onEdit,
}: {
  list: List;
  caption: string;
  isOnePage?: boolean;
  onEdit: (textKey: TextKey) => void;
}) {
  const post = useRowAction();
  const { params } = useQueryState();
  const remove = (row: TextRow, id: string) => {
    const what = row.isShown
      ? `Delete your text for “${addressOf(row)}”? The built-in text will be used again.`
      : `Delete “${addressOf(row)}”?`;
    if (window.confirm(what)) post({ intent: "delete", id });
  };
  return (
    <div className="card">
      <Table
        className="tbl tbl--cards tbl--texts"
        caption={caption}
        columns={columnsOf(isOnePage, params.has(KEYS))}
        rows={list.rows}
        keyOf={addressOf}
        actions={(row) => (
          <TextActions row={row} onEdit={() => onEdit(row)} onDelete={(id) => remove(row, id)} />
        )}
      />
      <Pager list={list} />
    </div>
  );
}

const addressOf = ({ page_name, section_name, content_key }: TextKey) =>
  `${page_name} ${section_name} ${content_key}`;

function TextActions({
  row,
  onEdit,
  onDelete,
}: {
  row: TextRow;
  onEdit: () => void;
  onDelete: (id: string) => void;
}) {
  const { id, place } = row;
  const name = addressOf(row);
  return (
    <span className="acts">
      {place?.path && (
        <a
          className="btn btn--icon btn--ghost"
          title="View on site"
          href={place.path}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink className="i" aria-hidden />
          <span className="sr">View {name} on the site</span>
        </a>
      )}
      <IconButton icon={Pencil} title="Edit" onClick={onEdit}>
        Edit {name}
      </IconButton>
      {id && (
        <IconButton
          icon={row.isShown ? RotateCcw : Trash2}
          title={row.isShown ? "Reset to built-in text" : "Delete"}
          onClick={() => onDelete(id)}
        >
          Delete {name}
          {row.isShown && ", reset to built-in text"}
        </IconButton>
      )}
    </span>
  );
}
