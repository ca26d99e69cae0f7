import { ExternalLink, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { Fragment } from "react";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { Pager } from "../../ui/panel/list-parts.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { TextBadges } from "./text-badges.tsx";
import type { TextKey } from "./text-key.ts";
import type { TextRow } from "./text-row.ts";

type List = { rows: TextRow[]; matching: number; page: number; pages: number; perPage: number };

/** Renders a name that can wrap after each underscore. */
const inParts = (name: string) =>
  name.split(/(?<=_)/).map((part, i, parts) => (
    <Fragment key={parts.slice(0, i).join("")}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const PAGE: Column<TextRow> = { head: "Page", cell: (row) => <b>{inParts(row.page_name)}</b> };

const COLUMNS: Column<TextRow>[] = [
  { head: "Section", cell: (row) => inParts(row.section_name) },
  { head: "Key", className: "mono", cell: (row) => inParts(row.content_key) },
  {
    head: "Type",
    cell: (row) => (
      <span className="badge badge--line">
        {row.content_type === "color" && (
          <span className="swatch" style={{ background: row.shown }} aria-hidden />
        )}
        {row.content_type}
      </span>
    ),
  },
  {
    head: "Value",
    className: "tbl__main",
    cell: (row) => (
      <div className="tvalue">
        <small className="tvalue__label">{row.label}</small>
        <span>{row.shown}</span>
        <TextBadges isShown={row.isShown} misfit={row.misfit} marks={row} />
        {row.misfit && <small>The page shows the default instead. {row.misfit}</small>}
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
        <span className="badge badge--line">Default</span>
      ),
  },
];

/**
 * The site's texts with their current values. Deleting posts `intent` "delete" with `id` to the tab it is on; its Undo
 * posts "restore".
 * @param props.caption for screen readers
 * @param props.isOnePage hides the page name
 * @param props.onEdit opens a text's form
 */
export function ContentTable({
  list,
  caption,
  isOnePage,
  onEdit,
}: {
  list: List;
  caption: string;
  isOnePage?: boolean;
  onEdit: (textKey: TextKey) => void;
}) {
  const post = useRowAction();
  const remove = (row: TextRow, id: string) => {
    const what = row.isShown
      ? `Delete your text for “${addressOf(row)}”? The default text will be used again.`
      : `Delete “${addressOf(row)}”?`;
    if (window.confirm(what)) post({ intent: "delete", id });
  };
  return (
    <div className="card">
      <Table
        className="tbl tbl--cards tbl--texts"
        caption={caption}
        columns={isOnePage ? COLUMNS : [PAGE, ...COLUMNS]}
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
          title={row.isShown ? "Reset to default" : "Delete"}
          onClick={() => onDelete(id)}
        >
          Delete {name}
          {row.isShown && ", reset to default"}
        </IconButton>
      )}
    </span>
  );
}
