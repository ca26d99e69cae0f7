// These tests save records with the functions that the forms use.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { blogPost } from "../blog/kind.ts";
import { blog_posts } from "../blog/table.server.ts";
import { deleteIndustry } from "../case-studies/industry-use.server.ts";
import { caseStudy } from "../case-studies/kind.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { industries } from "../industries/table.server.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { caseStudies } from "../records/case-studies.server.ts";
import { industries as industryKind } from "../records/industries.server.ts";
import { resolveLinks } from "./page-links.server.ts";
import { findGonePath } from "./queries.owner.server.ts";
import { findRedirect } from "./queries.server.ts";
import { redirects, slug_history } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();
const SITE = "https://www.agency.com";

beforeEach(async () => {
  for (const table of [redirects, slug_history, blog_posts, case_studies, industries])
    await owner.delete(table);
});

type More = { published?: boolean; content?: string };
const post = (slug: string, more: More = {}) => ({
  ...blogPost.schema.parse({ title: slug, slug, content: "<p>Words</p>" }),
  ...more,
});
const add = async (slug: string, more?: More) => (await blogPosts.insert(owner, post(slug, more))).id;
const rename = async (id: string, slug: string, more: More = {}) => {
  const [row] = await owner.select().from(blog_posts).where(eq(blog_posts.id, id));
  await blogPosts.update(owner, id, row!.version, post(slug, { content: row!.content, ...more }));
};
const asDraft = { published: false };

/** Null stands for a page or a 404. */
const targetsOf = (...addresses: string[]) =>
  Promise.all(
    addresses.map(async (address) => {
      const found = await findRedirect(visitor, address);
      return found && (found.to_path ?? "gone");
    }),
  );
const answers = (...slugs: string[]) => targetsOf(...slugs.map((slug) => `/blog/${slug}`));

describe("an old slug redirects to the current path", () => {
  test("a draft that was never published leaves no redirects", async () => {
    await rename(await add("a", asDraft), "b", asDraft);
    expect(await owner.select().from(slug_history)).toEqual([]);
  });

  test("a draft never takes over another record's old slug", async () => {
    await rename(await add("a"), "b");
    const other = await add("other");
    for (const slug of ["a", "c", "a"]) await rename(other, slug, asDraft);
    await blogPosts.trash.remove(owner, other);
    expect(await answers("a", "other", "c")).toEqual(["/blog/b", "gone", "gone"]);
  });

  test("returning to an old slug creates no loop", async () => {
    const id = await add("a");
    await rename(id, "b");
    await rename(id, "a", asDraft);
    expect(await answers("a", "b")).toEqual([null, null]);
    await rename(id, "b", { published: true });
    expect(await answers("a", "b")).toEqual(["/blog/b", null]);
  });

  test("an old slug stops redirecting once another record is published under it", async () => {
    await rename(await add("a"), "b");
    const other = await add("a", asDraft);
    expect(await answers("a")).toEqual(["/blog/b"]);
    await rename(other, "a", { published: true });
    expect(await answers("a")).toEqual([null]);
    await rename(other, "a", asDraft);
    expect(await answers("a")).toEqual([null]);
  });

  test("a save that is rolled back leaves the slug history unchanged", async () => {
    const id = await add("a");
    await add("taken");
    await expect(rename(id, "taken")).rejects.toThrow("is taken by another post");
    expect(await answers("a", "taken")).toEqual([null, null]);
    expect(await owner.$count(slug_history)).toBe(2);
  });

  test("a save that only changes text leaves the slug history unchanged", async () => {
    const id = await add("a");
    const read = () => owner.select().from(slug_history);
    const before = await read();
    await rename(id, "a", { content: "<p>More</p>" });
    expect(await read()).toEqual(before);
  });

  test("two records that swap slugs concurrently are both saved", async () => {
    const [a, b] = [await add("a"), await add("b")];
    await Promise.all([rename(a, "a2"), rename(b, "b2")]);
    await Promise.all([rename(a, "b"), rename(b, "a")]);
    expect(await answers("a", "b", "a2", "b2")).toEqual([null, null, "/blog/b", "/blog/a"]);
  });
});

describe("a deleted record's slugs return 410", () => {
  test("all slugs of a deleted record are gone until Undo", async () => {
    const id = await add("a");
    await rename(id, "b");
    expect(await findGonePath(owner)).toBeNull();
    await blogPosts.trash.remove(owner, id);
    await blogPosts.trash.remove(owner, id);
    expect(await answers("a", "b")).toEqual(["gone", "gone"]);
    expect(await findGonePath(owner)).toMatch(/^\/blog\/[ab]$/);
    await blogPosts.trash.restore(owner, id);
    expect(await answers("a", "b")).toEqual(["/blog/b", null]);
  });

  test("a permanently deleted record's slugs stay gone", async () => {
    const id = await add("a");
    await blogPosts.trash.remove(owner, id);
    await owner.delete(blog_posts);
    expect(await answers("a")).toEqual(["gone"]);
  });

  test("a deleted draft that was never published leaves no 410", async () => {
    await blogPosts.trash.remove(owner, await add("a", asDraft));
    expect(await answers("a")).toEqual([null]);
  });

  test("after a once-published draft is deleted, its slugs are gone until Undo", async () => {
    const id = await add("a");
    await rename(id, "b", asDraft);
    await blogPosts.trash.remove(owner, id);
    expect(await answers("a", "b")).toEqual(["gone", "gone"]);
    await blogPosts.trash.restore(owner, id);
    expect(await answers("a", "b")).toEqual([null, null]);
    await rename(id, "b", { published: true });
    expect(await answers("a", "b")).toEqual(["/blog/b", null]);
  });

  test("a deleted sample's slugs are gone", async () => {
    await add("a");
    await owner.update(blog_posts).set({ is_sample: true });
    expect(await blogPosts.samples?.remove(owner)).toBe(1);
    expect(await answers("a")).toEqual(["gone"]);
  });

  test("a slug reused by a new record isn't gone", async () => {
    await blogPosts.trash.remove(owner, await add("a"));
    await add("a");
    expect(await answers("a")).toEqual([null]);
  });
});

describe("a record takes over a deleted record's slug", () => {
  /** Adds A, moves it from x to y and deletes it; /blog/o redirects to y. */
  async function deleteA() {
    const a = await add("x");
    await rename(a, "y");
    await owner.insert(redirects).values({ from_path: "/blog/o", to_path: "/blog/y" });
    await blogPosts.trash.remove(owner, a);
    return a;
  }

  test.each([false, true])(
    "renaming the new record doesn't redirect the deleted record's slugs (published: %s)",
    async (published) => {
      const a = await deleteA();
      const b = await add("y", asDraft);
      await rename(b, "secret", { published });
      expect(await answers("x", "y", "o", "secret")).toEqual(["gone", "gone", "gone", null]);
      await blogPosts.trash.restore(owner, a);
      expect(await answers("x", "y", "o")).toEqual(["/blog/y", null, "/blog/y"]);
      await rename(b, "secret", { published: true });
      expect(await answers("x", "o")).toEqual(["/blog/y", "/blog/y"]);
    },
  );

  test("republishing a renamed draft redirects only its own old slugs", async () => {
    const a = await deleteA();
    const b = await add("b");
    await rename(b, "y", asDraft);
    await rename(b, "c", asDraft);
    expect(await answers("b", "x", "y", "o")).toEqual([null, "gone", "gone", "gone"]);
    await rename(b, "c", { published: true });
    await blogPosts.trash.restore(owner, a);
    expect(await answers("b", "x", "y", "o")).toEqual(["/blog/c", "/blog/y", null, "/blog/y"]);
  });

  test.each([
    ["never published", ""],
    ["published once", "b"],
  ])("the deleted record's slugs stay gone after a draft (%s) is deleted and restored", async (_, known) => {
    await deleteA();
    const b = await add(known || "y", { published: known !== "" });
    await rename(b, "y", asDraft);
    await blogPosts.trash.remove(owner, b);
    await blogPosts.trash.restore(owner, b);
    expect(await answers("x", "y")).toEqual(["gone", "gone"]);
  });

  test("a deleted record's older slugs stay gone until it's restored", async () => {
    const a = await deleteA();
    const b = await add("y");
    expect(await answers("x", "y", "o")).toEqual(["gone", null, "/blog/y"]);
    await expect(blogPosts.trash.restore(owner, a)).rejects.toThrow("Another post now uses its slug");
    expect(await answers("x", "y")).toEqual(["gone", null]);
    await rename(b, "z");
    expect(await answers("x", "y", "o")).toEqual(["gone", "/blog/z", "/blog/z"]);
    await blogPosts.trash.restore(owner, a);
    expect(await answers("x", "y", "z")).toEqual(["/blog/y", null, null]);
    await blogPosts.trash.remove(owner, b);
    expect(await answers("x", "y", "z")).toEqual(["/blog/y", null, "gone"]);
  });
});

describe("the owner's redirects combine with changed slugs", () => {
  test("a redirect to an old slug takes one hop to the page", async () => {
    const id = await add("a");
    await owner.insert(redirects).values([
      { from_path: "/w", to_path: "/x" },
      { from_path: "/x", to_path: "/blog/a#part" },
      { from_path: "/y", to_path: "/blog/a?utm=1" },
    ]);
    await rename(id, "b");
    expect(await targetsOf("/w", "/x", "/y")).toEqual(["/blog/b#part", "/blog/b#part", "/blog/b?utm=1"]);
    await blogPosts.trash.remove(owner, id);
    expect(await targetsOf("/w", "/x", "/y")).toEqual(["gone", "gone", "gone"]);
  });

  test("a redirect to a draft or unknown record isn't followed", async () => {
    await add("draft", asDraft);
    await owner.insert(redirects).values([
      { from_path: "/blog/x", to_path: "/blog/draft?a=1" },
      { from_path: "/blog/y", to_path: "/case-studies/unknown" },
      { from_path: "/blog/z", to_path: "/case-studies?industry=retail" },
    ]);
    expect(await answers("x", "y", "z")).toEqual([null, null, "/case-studies?industry=retail"]);
  });

  test("the owner's redirect for an old slug wins until a page uses the slug", async () => {
    const id = await add("a");
    await rename(id, "b");
    await owner.insert(redirects).values({ from_path: "/blog/a", to_path: "/contact" });
    expect(await answers("a")).toEqual(["/contact"]);
    await rename(id, "a");
    await rename(id, "c");
    expect(await answers("a", "b")).toEqual(["/blog/c", "/blog/c"]);
  });

  test("a redirect loop created outside the panel is ignored", async () => {
    await owner.insert(redirects).values([
      { from_path: "/x", to_path: "/y" },
      { from_path: "/y", to_path: "/x" },
    ]);
    expect(await targetsOf("/x", "/y")).toEqual([null, null]);
  });
});

describe("case studies and industries", () => {
  const study = (slug: string, industry_id: string, more: object = {}) =>
    caseStudy.schema.parse({ title: slug, slug, client: "Ada", industry_id, ...more });
  const name = (name: string) => ({ name, description: "" });
  const filters = (...industries: string[]) =>
    targetsOf(...industries.map((industry) => `/case-studies?industry=${industry}`));

  test("an industry's old names redirect to the current name", async () => {
    const id = (await industryKind.insert(owner, name("Local Shops"))).id;
    await caseStudies.insert(owner, study("a", id));
    await industryKind.update(owner, id, 1, name("Retail & Co"));
    expect(await filters("Local%20Shops&page=2")).toEqual(["/case-studies?industry=retail-%26-co&page=2"]);
    await industryKind.update(owner, id, 2, name("Stores"));
    expect(await filters("local-shops", "retail-%26-co", "stores")).toEqual([
      "/case-studies?industry=stores",
      "/case-studies?industry=stores",
      null,
    ]);
  });

  test("an industry with a deleted industry's name doesn't inherit that industry's old names", async () => {
    const old = (await industryKind.insert(owner, name("Local Shops"))).id;
    const { id } = await caseStudies.insert(owner, study("a", old));
    await industryKind.update(owner, old, 1, name("Retail"));
    await caseStudies.trash.remove(owner, id);
    await deleteIndustry(owner, old);
    const other = (await industryKind.insert(owner, name("Retail"))).id;
    await caseStudies.insert(owner, study("b", other));
    await industryKind.update(owner, other, 1, name("Stores"));
    expect(await filters("local-shops", "retail")).toEqual([null, "/case-studies?industry=stores"]);
  });

  test("an industry that was never public doesn't take over another's old name when it's renamed", async () => {
    const known = (await industryKind.insert(owner, name("Retail"))).id;
    await caseStudies.insert(owner, study("a", known));
    await industryKind.update(owner, known, 1, name("Shops"));
    const unseen = (await industryKind.insert(owner, name("Retail"))).id;
    await caseStudies.insert(owner, study("b", unseen, { published: "false" }));
    await industryKind.update(owner, unseen, 1, name("Secret launch"));
    expect(await filters("retail")).toEqual(["/case-studies?industry=shops"]);
  });

  test("links to a filter follow the industry's name", async () => {
    const id = (await industryKind.insert(owner, name("Retail"))).id;
    await caseStudies.insert(owner, study("a", id));
    await industryKind.update(owner, id, 1, name("Shops"));
    const link = (filter: string) => `<a href="/case-studies?industry=${filter}&amp;page=2">it</a>`;
    expect(await resolveLinks(visitor, link("shops") + link("never"), SITE)).toBe(
      link("shops") + link("never"),
    );
    expect(await resolveLinks(visitor, link("Retail"), SITE)).toBe(
      '<a href="/case-studies?industry=shops&amp;page=2" data-old-link="/case-studies?industry=Retail&amp;page=2">it</a>',
    );
  });
});

describe("links on a page", () => {
  const resolved = (html: string) => resolveLinks(visitor, html, SITE);

  test("a link to an old slug gets the current path", async () => {
    await rename(await add("a"), "b");
    const old = (written: string, now: string) =>
      `<a class="x" href="${now}" data-old-link="${written}" rel="y">1</a>`;
    const link = (written: string) => `<a class="x" href="${written}" rel="y">1</a>`;
    for (const [written, now] of [
      ["/blog/a", "/blog/b"],
      ["/Blog/A/#top", "/blog/b#top"],
      [`${SITE}/blog/a?x=1&amp;y=2#part`, `${SITE}/blog/b?x=1&amp;y=2#part`],
    ] as const)
      expect(await resolved(link(written))).toBe(old(written, now));
    for (const same of [
      "/blog/b",
      "/blog",
      "/blog/a/b",
      "https://elsewhere.net/blog/a",
      "/contact?to=/blog/a",
    ])
      expect(await resolved(link(same))).toBe(link(same));
  });

  test("a link to an unpublished, deleted or nonexistent record is shown as plain text", async () => {
    await add("draft", asDraft);
    await blogPosts.trash.remove(owner, await add("gone"));
    for (const path of ["/blog/draft", "/blog/gone", "/case-studies/never?a=1"])
      expect(await resolved(`<p>See <a href="${path}">the <b>page</b></a>.</p>`)).toBe(
        `<p>See <span data-dead-link="${path}">the <b>page</b></span>.</p>`,
      );
  });

  test("links follow the owner's redirect from a post's path", async () => {
    await owner.insert(redirects).values([
      { from_path: "/blog/x", to_path: "https://elsewhere.net/a?b=1" },
      { from_path: "/blog/y", to_path: null },
    ]);
    expect(await resolved(`<a href="${SITE}/blog/x">1</a> <a href="/blog/y">2</a>`)).toBe(
      `<a href="https://elsewhere.net/a?b=1" data-old-link="${SITE}/blog/x">1</a> <span data-dead-link="/blog/y">2</span>`,
    );
  });
});
