import type { ReactNode } from "react";
import { NoRows, type Paged, Pager } from "./list-parts.tsx";
import { Table, type TableProps } from "./table.tsx";

export function TableCard<Row>({
  list,
  bar,
  filters,
  none,
  unmatched,
  showAll,
  ...table
}: { list: Paged<Row>; bar?: ReactNode } & Omit<TableProps<Row>, "rows"> & Parameters<typeof NoRows>[0]) {
  if (!list.rows.length)
    return <NoRows filters={filters} none={none} unmatched={unmatched} showAll={showAll} />;
  return (
    <div className="card">
      {bar}
      <Table {...table} rows={list.rows} />
      <Pager list={list} />
    </div>
  );
}
