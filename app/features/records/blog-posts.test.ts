import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { blogPost } from "../blog/kind.ts";
import { findPublishedPost, listCategories } from "../blog/queries.server.ts";
import { blog_posts } from "../blog/table.server.ts";
import type { InputOf } from "../fields/kind.ts";
import { blogPosts } from "./blog-posts.server.ts";

const { owner, visitor } = await openTestDatabases();
beforeEach(async () => void (await owner.delete(blog_posts)));

type Input = InputOf<typeof blogPost>;
const input = (title: string, more: Partial<Input> = {}): Input => ({
  ...blogPost.schema.parse({ title, content: `<p>About ${title}</p>` }),
  ...more,
});
const add = async (title: string, more: Partial<Input> = {}) =>
  (await blogPosts.insert(owner, input(title, more))).id;
const list = (filter: Partial<Parameters<typeof blogPosts.list>[1]> = {}) =>
  blogPosts.list(owner, {
    search: "",
    category: "",
    status: "",
    sort: "newest",
    page: 1,
    perPage: 20,
    ...filter,
  });
const titles = async (filter: Partial<Parameters<typeof blogPosts.list>[1]> = {}) =>
  (await list(filter)).rows.map(({ title }) => title);

describe("saving a post", () => {
  test("SPEC 4: 'New blog posts default to published'", async () => {
    const id = await add("New");
    const post = await findPublishedPost(visitor, "new");
    expect(post).toMatchObject({ title: "New" });
    for (const kept of ["id", "version", "published", "was_published", "is_sample", "deleted_at"])
      expect(post).not.toHaveProperty(kept);
    await blogPosts.update(owner, id, 1, input("New", { published: false }));
    expect(await findPublishedPost(visitor, "new")).toBeNull();
    await blogPosts.update(owner, id, 2, input("New"));
    expect((await blogPosts.read(owner, id))?.published).toBe(false);
  });

  test("a draft is dated when it's first published", async () => {
    const begun = (day: number) => new Date(Date.UTC(2026, 0, day));
    const drafts = await Promise.all(["One", "Two"].map((title) => add(title, { published: false })));
    const later = await add("Saved later");
    for (const [day, id] of [...drafts, later].entries())
      await owner
        .update(blog_posts)
        .set({ created_at: begun(1 + day) })
        .where(eq(blog_posts.id, id));
    await blogPosts.update(
      owner,
      drafts[0]!,
      2,
      input("One", { excerpt: "Still a draft", published: false }),
    );
    expect((await blogPosts.read(owner, drafts[0]!))?.created_at).toEqual(begun(1));
    await owner.update(blog_posts).set({ published: true });
    // Posts published together keep their order of creation.
    expect(await titles()).toEqual(["Two", "One", "Saved later"]);
    const first = (await blogPosts.read(owner, drafts[1]!))!;
    await blogPosts.update(owner, first.id, first.version, input("Two", { published: false }));
    await blogPosts.update(owner, first.id, first.version + 1, input("Two", { published: true }));
    expect((await blogPosts.read(owner, first.id))?.created_at).toEqual(first.created_at);
  });

  test("saving over a newer version is rejected", async () => {
    const id = await add("Shared");
    await blogPosts.update(owner, id, 1, input("Theirs"));
    await expect(blogPosts.update(owner, id, 1, input("Mine"))).rejects.toMatchObject({ newerVersion: 2 });
    expect((await blogPosts.read(owner, id))?.title).toBe("Theirs");
    await blogPosts.trash.remove(owner, id);
    await expect(blogPosts.update(owner, id, 2, input("Mine"))).rejects.toThrow(
      "deleted while you were editing",
    );
  });

  test("decision 0035.3: HTML is sanitized and removals are reported", async () => {
    const kept =
      '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>' +
      '<p><img src="/a.png" alt="A" width="10" /></p>';
    const { id, removed } = await blogPosts.insert(
      owner,
      input("Html", { content: `${kept}<script>x()</script>` }),
    );
    expect(removed).toEqual([{ field: "the content", what: ["<script>"] }]);
    expect((await blogPosts.read(owner, id))?.content).toBe(kept);
  });

  test("content that is empty after sanitizing is rejected", async () => {
    await expect(
      blogPosts.insert(owner, input("Empty", { content: "<script>x()</script>" })),
    ).rejects.toMatchObject({
      fields: { content: "Write something first." },
    });
  });

  test("a rewritten sample post is no longer a sample", async () => {
    const id = await add("Sample");
    await owner.update(blog_posts).set({ is_sample: true }).where(eq(blog_posts.id, id));
    const save = async (more: Partial<Input>) => {
      await blogPosts.update(owner, id, (await blogPosts.read(owner, id))!.version, input("Sample", more));
      return (await blogPosts.read(owner, id))?.is_sample;
    };
    expect(await save({ published: false, category: "News" })).toBe(true);
    expect(await save({ content: "<p>Mine</p>" })).toBe(false);
  });
});

test("a deleted post isn't in the panel's list", async () => {
  const id = await add("Gone");
  await blogPosts.trash.remove(owner, id);
  expect(await blogPosts.read(owner, id)).toBeNull();
  expect((await list()).matching).toBe(0);
});

describe("the owner's list of posts", () => {
  test("the list of posts includes drafts and can be sorted and filtered", async () => {
    for (const [title, category, day] of [
      ["banana", "Z", 1],
      ["Apple", "A", 3],
      ["cherry", "Z", 2],
    ] as const) {
      const id = await add(title, { category, published: title !== "cherry" });
      await owner
        .update(blog_posts)
        .set({ created_at: new Date(Date.UTC(2026, 0, day)) })
        .where(eq(blog_posts.id, id));
    }
    expect(await titles()).toEqual(["Apple", "cherry", "banana"]);
    expect(await titles({ sort: "changed" })).toEqual(["cherry", "Apple", "banana"]);
    expect(await titles({ sort: "title" })).toEqual(["Apple", "banana", "cherry"]);
    expect(await titles({ sort: "category" })).toEqual(["Apple", "cherry", "banana"]);
    expect(await titles({ status: "draft" })).toEqual(["cherry"]);
    expect(await titles({ category: "Z", status: "published" })).toEqual(["banana"]);
    expect(await listCategories(owner)).toEqual(["A", "Z"]);
  });

  test("the search covers title, author and excerpt", async () => {
    await add("100% organic");
    await add("1000 links", { author: "Ada Lovelace" });
    await add("Other", { excerpt: "About lovelaces" });
    expect(await titles({ search: "0%" })).toEqual(["100% organic"]);
    expect((await titles({ search: "LOVELACE" })).sort()).toEqual(["1000 links", "Other"]);
  });

  test("the list of posts is paginated", async () => {
    for (let i = 0; i < 5; i++) await add(`Post ${i}`);
    const { rows, ...paging } = await list({ perPage: 2, page: 9, sort: "title" });
    expect(paging).toEqual({ matching: 5, page: 3, pages: 3 });
    expect(rows.map(({ title }) => title)).toEqual(["Post 4"]);
  });
});
