import { CalendarDays } from "lucide-react";
import { href, Link } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { calendarWords } from "../../copy/panel/calendar.ts";
import { bylineOf } from "../../features/blog/byline.ts";
import { listCategories } from "../../features/blog/queries.server.ts";
import { useCovers } from "../../features/drawn/use-covers.ts";
import { readPageSeo } from "../../features/page-seo/queries.server.ts";
import { withSiteWords } from "../../features/page-seo/site-words.ts";
import { blogPosts } from "../../features/records/blog-posts.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { RecordCell, RecordList, STATUS_FILTER } from "../../ui/panel/record-list.tsx";
import { StatusBadges } from "../../ui/panel/row-marks.tsx";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton } from "../../ui/panel/tab-head.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import { answerRecord, readTab } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { BlogForm, type Site } from "./form.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Blog | Control panel" }];

const PER_PAGE = 20;
const ADD = "Add Blog Post";
const words = messages.blogPost;

const urlQuery = listQuery(["newest", "changed", "title", "category"]).extend({
  category: z.string().max(100).catch(""),
  status: statusQuery,
  ...openedQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, add, draft, ...filter } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [{ list, opened, fault }, categories, site] = await Promise.all([
    readTab(db, blogPosts, {
      filter: { ...filter, perPage: PER_PAGE },
      asked: { edit, add, draft },
      beside: async () => ({ site: await readSite(context) }),
    }),
    loadOrToast(() => listCategories(db), words.fetchFailed),
    loadOrToast(() => readSettings(db), words.fetchFailed),
  ]);
  const byline = (author: string) => bylineOf(author, site.value?.site_title ?? "");
  const rows = list?.rows.map((row) => ({ ...row, author: byline(row.author) }));
  return {
    list: list && rows ? { ...list, rows } : null,
    opened: opened && withByline(opened, opened.site.siteTitle),
    categories: categories.value ?? [],
    fault: fault ?? categories.fault ?? site.fault,
  };
}

async function readSite(context: Route.LoaderArgs["context"]): Promise<Site> {
  const db = context.get(ownerDb);
  const [settings, seo] = await Promise.all([readSettings(db), readPageSeo(db, "blog")]);
  const { siteUrl } = context.get(configContext);
  const { site_title: siteTitle, site_description: siteDescription } = settings;
  return {
    siteUrl,
    siteTitle,
    siteDescription,
    keywords: withSiteWords("blog", seo, settings).meta_keywords,
  };
}

/** Empties the author if it's the built-in one and the site was renamed. An empty author means the site. */
function withByline<Opened extends { record: { author: string } | null }>(opened: Opened, siteTitle: string) {
  const { record } = opened;
  if (!record || bylineOf(record.author, siteTitle) === record.author) return opened;
  return { ...opened, record: { ...record, author: "" } };
}

export const action = (args: Route.ActionArgs) => answerRecord(args, blogPosts);

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

const SORTS = {
  newest: "Newest first",
  changed: "Recently changed",
  title: "Title A to Z",
  category: "Category A to Z",
};

const COLUMNS: Column<Row>[] = [
  { head: "Post", className: "tbl__main", cell: (row) => <PostCell {...row} /> },
  { head: "Category", cell: (row) => row.category },
  {
    head: "Status",
    cell: (row) => <StatusBadges row={row} at={href("/blog/:slug", { slug: row.slug })} />,
  },
];

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { list, categories } = loaderData;
  const { change } = useQueryState();
  const counts = list?.counts;
  const categoryFilter = {
    name: "category",
    label: "Category filter",
    all: "All categories",
    options: categories.map((category) => ({ value: category, label: category })),
  };
  return (
    <RecordTab
      title="Blog posts"
      about={counts && `${counted(counts.total, "post")}, ${counts.published} published`}
      noun={["blog post", "blog posts"]}
      what="posts"
      add={ADD}
      isPage
      tab={loaderData}
      actions={
        <div className="btns">
          <Link className="btn btn--line" to={href("/admin-control-panel-seoprozone/changes/calendar")}>
            <CalendarDays className="i" aria-hidden />
            <span className="sr-phone">{calendarWords.title}</span>
          </Link>
          <AddButton onClick={() => change({ add: "1", edit: null })}>{ADD}</AddButton>
        </div>
      }
      list={(list) => (
        <RecordList
          list={list}
          kind="blog-posts"
          searched="Search by title, author or excerpt"
          filters={[categoryFilter, STATUS_FILTER]}
          sorts={SORTS}
          columns={COLUMNS}
          nameOf={(row) => row.title}
          empty={{ title: "No blog posts yet", text: "Write your first post." }}
          deleted={list.counts.deleted}
        />
      )}
      form={(opened, actions) => <BlogForm {...opened} {...actions} categories={categories} />}
    />
  );
}

function PostCell({ id, title, author, featured_image, slug, category, featured }: Row) {
  const covers = useCovers();
  return (
    <RecordCell
      id={id}
      image={featured_image || covers.address({ slug, industry: category })}
      title={title}
      isPinned={featured}
    >
      {author}
    </RecordCell>
  );
}
