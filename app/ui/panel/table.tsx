import type { Key, ReactNode } from "react";

/** A column. The first column identifies the row. */
export type Column<Row> = { head: string; className?: string; cell: (row: Row) => ReactNode };

export type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  actions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  className?: string;
};

/**
 * On small screens, each row becomes a card with labels.
 * @param actions absent for read-only rows
 * @param actionsLabel column heading for screen readers
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  actions,
  actionsLabel = "Actions",
  className = "tbl tbl--cards",
}: TableProps<Row>) {
  return (
    <table className={className}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="sr">{actionsLabel}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, className, cell }, index) => (
              <td key={head} className={className} data-l={index ? head : undefined}>
                {cell(row)}
              </td>
            ))}
            {actions && <td>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
