import { ExternalLink, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { Fragment } from "react";
import { useFetcher } from "react-router";
import { useAddress } from "../../ui/address.ts";
import { Pager } from "../../ui/list-parts.tsx";
import type { SaveReply } from "../../ui/saving.ts";
import { useToast } from "../../ui/toaster.tsx";
import type { TextAddress } from "./address.ts";
import { TextBadges } from "./text-badges.tsx";
import type { TextRow } from "./text-row.ts";

type List = { rows: TextRow[]; matching: number; page: number; pages: number; perPage: number };

/**
 * The texts of the site, each with its present value. A delete posts `intent` "delete" with `id` to the tab it is on,
 * its Undo "restore".
 * @param props.caption for screen readers
 * @param props.isOnePage leaves the page's name out
 * @param props.onEdit opens the form of a text
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
  onEdit: (address: TextAddress) => void;
}) {
  const { change } = useAddress();
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  const remove = (row: TextRow, id: string) => {
    const what = row.isShown
      ? `Delete your text of “${addressOf(row)}”? The default comes back.`
      : `Delete “${addressOf(row)}”?`;
    if (!window.confirm(what)) return;
    fetcher.submit({ intent: "delete", id }, { method: "post" });
    // Its button goes with it; the heading is where one goes on from.
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
  return (
    <div className="card">
      <table className="tbl tbl--cards tbl--texts">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {!isOnePage && <th scope="col">Page</th>}
            <th scope="col">Section</th>
            <th scope="col">Key</th>
            <th scope="col">Type</th>
            <th scope="col">Value</th>
            <th scope="col">Updated</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <tr key={addressOf(row)}>
              {!isOnePage && (
                <td>
                  <b>{row.page_name}</b>
                </td>
              )}
              <td data-l={isOnePage ? undefined : "Section"}>{row.section_name}</td>
              <td data-l="Key" className="mono">
                {row.content_key.split(/(?<=_)/).map((part, i) => (
                  <Fragment key={part}>
                    {i > 0 && <wbr />}
                    {part}
                  </Fragment>
                ))}
              </td>
              <td data-l="Type">
                <span className="badge badge--line">
                  {row.content_type === "color" && (
                    <span className="swatch" style={{ background: row.shown }} aria-hidden />
                  )}
                  {row.content_type}
                </span>
              </td>
              <td data-l="Value">
                <div className="tvalue">
                  <span>{row.shown}</span>
                  <TextBadges isShown={row.isShown} misfit={row.misfit} />
                  {row.misfit && <small>The page shows the default instead. {row.misfit}</small>}
                </div>
              </td>
              <td data-l="Updated" className="subtle tbl__date">
                {row.updated ? (
                  <span className="tvalue__badges">
                    <span className="badge badge--up">Changed</span>
                    {row.updated}
                  </span>
                ) : (
                  <span className="badge badge--line">Default</span>
                )}
              </td>
              <td>
                <RowActions row={row} onEdit={() => onEdit(row)} onDelete={(id) => remove(row, id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager list={list} onPage={(page) => change({ page: page > 1 ? String(page) : null })} />
    </div>
  );
}

const addressOf = ({ page_name, section_name, content_key }: TextAddress) =>
  `${page_name} ${section_name} ${content_key}`;

function RowActions({
  row,
  onEdit,
  onDelete,
}: {
  row: TextRow;
  onEdit: () => void;
  onDelete: (id: string) => void;
}) {
  const { id, path } = row;
  const name = addressOf(row);
  return (
    <span className="acts">
      {path && (
        <a
          className="btn btn--icon btn--ghost"
          title="View on site"
          href={path}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink className="i" aria-hidden />
          <span className="sr">View {name} on the site</span>
        </a>
      )}
      <button type="button" className="btn btn--icon btn--ghost" title="Edit" onClick={onEdit}>
        <Pencil className="i" aria-hidden />
        <span className="sr">Edit {name}</span>
      </button>
      {id && (
        <button
          type="button"
          className="btn btn--icon btn--ghost"
          title={row.isShown ? "Reset to default" : "Delete"}
          onClick={() => onDelete(id)}
        >
          {row.isShown ? <RotateCcw className="i" aria-hidden /> : <Trash2 className="i" aria-hidden />}
          <span className="sr">
            Delete {name}
            {row.isShown && ", reset to default"}
          </span>
        </button>
      )}
    </span>
  );
}
