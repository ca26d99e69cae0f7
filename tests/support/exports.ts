// Generates exports from other systems for tests.

export type Post = {
  id: number;
  title: string;
  slug?: string;
  content?: string;
  excerpt?: string;
  type?: string;
  status?: string;
  date?: string;
  link?: string;
  password?: string;
  category?: string;
  author?: string;
  /** only for attachments */
  file?: string;
  parent?: number;
  meta?: Record<string, string>;
  /** slugs that the post had before */
  oldSlugs?: string[];
  comments?: number;
};

export const OLD_SITE = "https://old.site.test";

const cdata = (text = "") => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

const comment = `<wp:comment><wp:comment_author_email>${cdata("reader@example.org")}</wp:comment_author_email></wp:comment>`;

/** Returns an item of a WordPress export. */
export function wxrItem(post: Post): string {
  const { id, title, type = "post", status = "publish", date = "2019-03-04 05:06:07" } = post;
  const slug = post.slug ?? title.toLowerCase().replaceAll(" ", "-");
  const link = post.link ?? `${OLD_SITE}/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}/`;
  const oldSlugs = (post.oldSlugs ?? []).map((old) => ["_wp_old_slug", old] as const);
  const meta = [...Object.entries(post.meta ?? {}), ...oldSlugs].map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  return `<item>
<title>${cdata(title)}</title><link>${link}</link><dc:creator>${cdata(post.author ?? "ann")}</dc:creator>
<content:encoded>${cdata(post.content ?? `<p>Text of ${title}.</p>`)}</content:encoded>
<excerpt:encoded>${cdata(post.excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_parent>${post.parent ?? 0}</wp:post_parent><wp:post_date>${cdata(date)}</wp:post_date><wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
<wp:post_name>${cdata(slug)}</wp:post_name><wp:status>${cdata(status)}</wp:status><wp:post_type>${cdata(type)}</wp:post_type>
<wp:post_password>${cdata(post.password)}</wp:post_password>
${post.file ? `<wp:attachment_url>${cdata(post.file)}</wp:attachment_url>` : ""}
<category domain="category" nicename="news">${cdata(post.category ?? "News & views")}</category>
${meta.join("\n")}
${comment.repeat(post.comments ?? 0)}
</item>`;
}

/** Returns a WordPress export. */
export const wxr = (...items: (Post | string)[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old &amp; good</title><link>${OLD_SITE}</link><description>All about bread</description>
<wp:base_site_url>${OLD_SITE}</wp:base_site_url><wp:base_blog_url>${OLD_SITE}</wp:base_blog_url>
<wp:author><wp:author_login>ann</wp:author_login><wp:author_email>ann@example.org</wp:author_email><wp:author_display_name>${cdata("Ann Baker")}</wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>news</wp:category_nicename><wp:cat_name>${cdata("News & views")}</wp:cat_name></wp:category>
${items.map((item) => (typeof item === "string" ? item : wxrItem(item))).join("\n")}
</channel></rss>`;

/** Returns a Ghost export with one post for each set of fields, all with the same author, tag and internal tag. */
export function ghostExport(version: string, posts: Record<string, unknown>[]): string {
  const data = {
    posts: posts.map((post, i) => ({
      ...{ id: version.startsWith("5") ? String(i) : i, title: `Ghost ${i}`, slug: `ghost-${i}` },
      ...{ html: `<p>Words ${i}.</p>`, status: "published", type: "post", visibility: "public" },
      ...{ published_at: "2021-02-03T04:05:06.000Z", ...post },
    })),
    posts_meta: [
      { post_id: version.startsWith("5") ? "0" : 0, meta_title: "Meta", meta_description: "Said" },
    ],
    users: [{ id: "u", name: "Gus Ghost" }],
    tags: [
      { id: "t", name: "Haunts", slug: "haunts" },
      { id: "h", name: "#internal", slug: "hash-internal" },
    ],
    posts_tags: posts.flatMap((_, i) =>
      ["h", "t"].map((tag_id, sort_order) => ({ post_id: String(i), tag_id, sort_order })),
    ),
    posts_authors: posts.map((_, i) => ({ post_id: String(i), author_id: "u", sort_order: 0 })),
    settings: [{ key: "title", value: "Ghostly" }],
  };
  return JSON.stringify({ db: [{ meta: { version }, data }] });
}
