import { asc, desc, sql } from "drizzle-orm";
import { href } from "react-router";
import { DEFAULT_AUTHOR } from "../../copy/business.ts";
import { POST_LABELS } from "../blog/labels.ts";
import {
  addPost,
  deletePost,
  deleteSamplePosts,
  findPost,
  restorePost,
  updatePost,
} from "../blog/queries.owner.server.ts";
import { findPostFace } from "../blog/queries.server.ts";
import { blogPost } from "../blog/rules.ts";
import { blog_posts } from "../blog/table.server.ts";
import { countSamples } from "./queries.server.ts";
import { below, checked, fieldsOf, inTable, type RecordKind, SEARCH_FORMATS } from "./record-kind.server.ts";

const tab = href("/admin-control-panel-seoprozone/blog");
const fields = fieldsOf(POST_LABELS, {
  content: "html",
  featured_image: "image",
  slug: "other",
  featured: "other",
  published: "other",
  ...SEARCH_FORMATS,
});
const { id, title, slug, published, created_at } = blog_posts;

export const blogPosts = {
  name: "blog-posts",
  table: blog_posts,
  fields,
  form: "blog-post",
  editor: (id) => `${tab}?edit=${id}`,
  ...inTable({
    table: blog_posts,
    fields,
    orders: [created_at, id],
    nameOf: (row) => row.title,
    // The default author means the site itself, so it isn't the owner's text.
    asForm: (row) => ({ ...row, author: row.author === DEFAULT_AUTHOR ? "" : row.author }),
    find: findPost,
    schema: blogPost,
    write: updatePost,
  }),
  add: async (db, posted) => (await addPost(db, checked(blogPost, posted))).id,
  trash: { table: blog_posts, name: title, about: slug, remove: deletePost, restore: restorePost },
  samples: { count: (db) => countSamples(db, blog_posts), remove: deleteSamplePosts },
  search: {
    table: blog_posts,
    tab,
    title,
    detail: sql<string>`case when ${published} then 'Published' else 'Draft' end`,
    by: [title],
    orders: [desc(created_at), asc(id)],
  },
  page: {
    table: blog_posts,
    ...below("blog"),
    path: (slug) => href("/blog/:slug", { slug }),
    image: blog_posts.featured_image,
    listedOn: ["blog"],
    face: findPostFace,
  },
} satisfies RecordKind;
