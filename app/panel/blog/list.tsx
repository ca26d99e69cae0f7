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
  category: "Category A to Z",
};

const COLUMNS: Column<Row>[] = [
  {
    head: "Post",
    className: "tbl__main",
    cell: (row) => <PostCell {...row} />,
  },
  { head: "Category", cell: (row) => row.category },
  {
    head: "Status",
    cell: (row) => <StatusBadges row={row} at={href("/blog/:slug", { slug: row.slug })} />,
  },
  { head: "Created", className: "subtle tbl__date", cell: (row) => row.created },
  { head: "Updated", className: "subtle tbl__date", cell: (row) => row.updated },
];

/** Renders the list of posts (SPEC 2, 7). */
export function BlogList({ list, categories }: { list: List; categories: string[] }) {
  const categoryFilter = {
    name: "category",
    label: "Category filter",
    all: "All categories",
    options: categories.map((category) => ({ value: category, label: category })),
  };
  return (
    <RecordList
      list={list}
      noun={{ one: "blog post", many: "blog posts" }}
      searched="Search by title, author or excerpt"
      filters={[categoryFilter, STATUS_FILTER]}
      sorts={SORTS}
      columns={COLUMNS}
      nameOf={(row) => row.title}
      several={{ canPublish: true, canDuplicate: true }}
      empty={{ title: "No blog posts yet", text: "Write your first post." }}
      deleted={{ kind: "blog-posts", count: list.counts.deleted }}
    />
  );
}

function PostCell({ title, author, featured_image, slug, category, featured }: Row) {
  const covers = useCovers();
  return (
    <RecordCell
      image={featured_image || covers.address({ slug, industry: category })}
      title={title}
      isPinned={featured}
    >
      {author}
    </RecordCell>
  );
}
