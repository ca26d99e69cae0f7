import { asc, desc, sql } from "drizzle-orm";
import { href } from "react-router";
import { blogPost } from "../blog/kind.ts";
import { findPostFace } from "../blog/queries.server.ts";
import { blog_posts } from "../blog/table.server.ts";
import { below, type RecordPage } from "./record-kind.server.ts";
import { byText, recordList } from "./record-list.server.ts";
import { records } from "./records.server.ts";

const { id, title, slug, author, category, featured_image, ...table } = blog_posts;
const { published, featured, is_sample, created_at, updated_at } = table;

const page: RecordPage = {
  table: blog_posts,
  ...below("blog"),
  path: (slug) => href("/blog/:slug", { slug }),
  image: featured_image,
  listedOn: ["blog"],
  face: findPostFace,
};

export const blogPosts = {
  ...records(blogPost, blog_posts, {
    tab: href("/admin-control-panel-seoprozone/blog"),
    name: title,
    orders: [created_at, id],
    unique: {
      index: "blog_posts_slug_unique",
      taken: ({ slug }) => ({ slug: `The slug “${slug}” is taken by another post.` }),
      since: () => ({
        "": "Another post now uses its slug. Change that post's slug, then restore this one.",
      }),
    },
    staysSample: ["title", "content"],
    trash: { about: slug },
    search: {
      detail: sql<string>`case when ${published} then 'Published' else 'Draft' end`,
      by: [title],
      orders: [desc(created_at), asc(id)],
    },
    page,
  }),
  page,
  list: recordList(blog_posts, {
    columns: {
      id,
      slug,
      title,
      author,
      category,
      featured_image,
      published,
      featured,
      is_sample,
      created_at,
      updated_at,
    },
    search: [title, author, blog_posts.excerpt],
    filters: { category },
    sorts: { title: [byText(title)], category: [byText(category), desc(created_at)] },
  }),
};
