import { href } from "react-router";
import { useCovers } from "../../features/drawn/use-covers.ts";
import { RecordCell, RecordList, STATUS_FILTER } from "../../ui/panel/record-list.tsx";
import { StatusBadges } from "../../ui/panel/row-marks.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import type { Route } from "./+types/tab";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Row = List["rows"][number];

const SORTS = {
  newest: "Newest first",
  changed: "Recently changed",
  title: "Title A to Z",
  client: "Client A to Z",
};

const COLUMNS: Column<Row>[] = [
  {
    head: "Case study",
    className: "tbl__main",
    cell: (row) => <CaseStudyCell {...row} />,
  },
  { head: "Industry", cell: (row) => row.industry },
  {
    head: "Result",
    className: "tbl__up",
    cell: (row) => row.result || <span className="subtle">None</span>,
  },
  {
    head: "Status",
    cell: (row) => <StatusBadges row={row} at={href("/case-studies/:slug", { slug: row.slug })} />,
  },
  { head: "Updated", className: "subtle tbl__date", cell: (row) => row.updated },
];

/** Renders the list of case studies with their industries (SPEC 2, 7). */
export function CaseStudyList({
  list,
  industries,
}: {
  list: List;
  industries: { id: string; name: string }[];
}) {
  const industryFilter = {
    name: "industry",
    label: "Industry filter",
    all: "All industries",
    options: industries.map(({ id, name }) => ({ value: id, label: name })),
  };
  return (
    <RecordList
      list={list}
      noun={{ one: "case study", many: "case studies" }}
      searched="Search by title or client"
      filters={[industryFilter, STATUS_FILTER]}
      sorts={SORTS}
      columns={COLUMNS}
      nameOf={(row) => row.title}
      several={{ canPublish: true, canDuplicate: true }}
      empty={{ title: "No case studies yet", text: "Add your first case study." }}
      deleted={{ kind: "case-studies", count: list.counts.deleted }}
    />
  );
}

/** Shows the row's image or its cover. The public URL serves no covers for unpublished case studies. */
function CaseStudyCell(row: Row) {
  const { image, published, title, client, duration, featured } = row;
  const covers = useCovers();
  const cover = covers[published ? "published" : "address"](row);
  return (
    <RecordCell image={image || cover} title={title} isPinned={featured}>
      {client} · {duration}
    </RecordCell>
  );
}
