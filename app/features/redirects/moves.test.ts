import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { addPost, deletePost, restorePost, updatePost } from "../blog/queries.owner.server.ts";
import { deleteSamplePosts } from "../blog/queries.server.ts";
import { blogPost } from "../blog/rules.ts";
import { blog_posts } from "../blog/table.server.ts";
import { deleteIndustry, renameIndustry } from "../case-studies/industry-use.server.ts";
import {
  addCaseStudy,
  deleteCaseStudy,
  restoreCaseStudy,
  updateCaseStudy,
} from "../case-studies/queries.owner.server.ts";
import { caseStudy } from "../case-studies/rules.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { addIndustry } from "../industries/queries.server.ts";
import { industries } from "../industries/table.server.ts";
import { website_content } from "../website-content/table.server.ts";
import { recordSaved } from "./moves.server.ts";
import { findRedirect } from "./queries.server.ts";
import { redirects } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();
const SITE = "https://www.agency.com";

beforeEach(async () => {
  for (const table of [redirects, blog_posts, case_studies, industries, website_content])
    await owner.delete(table);
});

const post = (slug: string, more: { published?: boolean; content?: string } = {}) => ({
  ...blogPost.parse({ title: slug, slug, content: "<p>Words</p>" }),
  ...more,
});
const add = async (slug: string, more: Parameters<typeof post>[1] = {}) =>
  (await addPost(owner, post(slug, more))).id;
const rename = async (id: string, slug: string, more: Parameters<typeof post>[1] = {}) => {
  const [row] = await owner.select().from(blog_posts).where(eq(blog_posts.id, id));
  await updatePost(owner, id, row!.version, post(slug, { content: row!.content, ...more }), SITE);
};
/** from → to of all that is stored */
const stored = async () =>
  Object.fromEntries((await owner.select().from(redirects)).map((row) => [row.from_path, row.to_path]));
/** what visitors are told at posts' addresses, as `findRedirect` returns it: where to go, "gone", or nothing */
const answers = (...slugs: string[]) =>
  Promise.all(
    slugs.map(async (slug) => {
      const found = await findRedirect(visitor, `/blog/${slug}`);
      return found && (found.to_path ?? "gone");
    }),
  );

describe("a published slug that changes leaves a 301 behind", () => {
  test("A to B to C to A: every old address leads in one hop to the right page", async () => {
    const id = await add("a");
    await rename(id, "b");
    expect(await stored()).toEqual({ "/blog/a": "/blog/b" });
    await rename(id, "c");
    expect(await stored()).toEqual({ "/blog/a": "/blog/c", "/blog/b": "/blog/c" });
    await rename(id, "a");
    expect(await stored()).toEqual({ "/blog/b": "/blog/a", "/blog/c": "/blog/a" });
  });

  test("visitors may read it, in whatever spelling they ask", async () => {
    await rename(await add("a"), "b");
    expect(await findRedirect(visitor, "/Blog/A/?utm_source=x")).toEqual({ to_path: "/blog/b" });
    expect(await findRedirect(visitor, "/blog/b")).toBeNull();
  });

  test("a draft that was never published leaves nothing", async () => {
    await rename(await add("a", { published: false }), "b", { published: false });
    expect(await stored()).toEqual({});
  });

  test("a draft that was published once takes its addresses with it, also when it moves as a draft", async () => {
    const id = await add("a");
    await rename(id, "b");
    await rename(id, "b", { published: false });
    await rename(id, "c", { published: false });
    expect(await stored()).toEqual({ "/blog/a": "/blog/c", "/blog/b": "/blog/c" });
  });

  test("A, unpublished, B, published as C: nothing leads to the draft, both old addresses to the page", async () => {
    const id = await add("a");
    await rename(id, "a", { published: false });
    await rename(id, "b", { published: false });
    expect(await answers("a", "b", "c")).toEqual([null, null, null]);
    await rename(id, "c", { published: true });
    expect(await answers("a", "b", "c")).toEqual(["/blog/c", "/blog/c", null]);
    await rename(id, "c", { published: false });
    expect(await answers("a", "b", "c")).toEqual([null, null, null]);
  });

  test("what the owner made to lead to a draft, or to a record that never was, leads nobody there", async () => {
    await add("draft", { published: false });
    await owner.insert(redirects).values([
      { from_path: "/blog/x", to_path: "/blog/draft?a=1" },
      { from_path: "/blog/y", to_path: "/case-studies/unknown" },
      { from_path: "/blog/z", to_path: "/case-studies?industry=retail" },
    ]);
    expect(await answers("x", "y", "z")).toEqual([null, null, "/case-studies?industry=retail"]);
  });

  test("a draft at another record's old address takes nothing from it when it moves or goes", async () => {
    await rename(await add("a"), "b");
    const other = await add("other");
    await rename(other, "a", { published: false });
    await rename(other, "c", { published: false });
    expect(await stored()).toMatchObject({ "/blog/a": "/blog/b", "/blog/other": "/blog/c" });
    await rename(other, "a", { published: false });
    await deletePost(owner, other);
    expect(await answers("a")).toEqual(["/blog/b"]);
  });

  test("'loops refused': a record that goes back to an old address, unpublished, leads nobody in circles", async () => {
    const id = await add("a");
    await rename(id, "b");
    await rename(id, "a", { published: false });
    expect(await stored()).toEqual({ "/blog/b": "/blog/a" });
    await rename(id, "b", { published: false });
    expect(await stored()).toEqual({ "/blog/a": "/blog/b" });
  });

  test("a save that changes no slug leaves nothing", async () => {
    await rename(await add("a"), "a");
    expect(await stored()).toEqual({});
  });

  test("an address that another record takes is a page again, a draft at it is none", async () => {
    await rename(await add("a"), "b");
    const other = await add("a", { published: false });
    expect(await stored()).toEqual({ "/blog/a": "/blog/b" });
    await rename(other, "a", { published: true });
    expect(await stored()).toEqual({});
  });

  test("the redirect is in the transaction of the save", async () => {
    const known = { record: randomUUID(), isPublic: true, isKnown: true };
    const id = await add("a");
    await add("taken");
    await expect(rename(id, "taken")).rejects.toThrow("is taken by another post");
    await expect(
      owner.transaction(async (tx) => {
        await recordSaved(tx, { path: "/x", ...known }, { path: "/y", ...known });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await stored()).toEqual({});
  });

  test("what the owner made to lead there with a query or a fragment follows too", async () => {
    const id = await add("a");
    await owner.insert(redirects).values([
      { from_path: "/x", to_path: "/blog/a#part" },
      { from_path: "/y", to_path: "/blog/a?utm=1" },
      { from_path: "/z", to_path: "/blog/abc" },
    ]);
    await rename(id, "b");
    expect(await stored()).toEqual({
      "/blog/a": "/blog/b",
      "/x": "/blog/b#part",
      "/y": "/blog/b?utm=1",
      "/z": "/blog/abc",
    });
  });
});

describe("a deleted record's address answers 410", () => {
  test("gone again on Undo", async () => {
    const id = await add("a");
    await deletePost(owner, id);
    expect(await stored()).toEqual({ "/blog/a": null });
    await deletePost(owner, id);
    await restorePost(owner, id);
    expect(await stored()).toEqual({});
  });

  test("its older addresses too, until Undo", async () => {
    const id = await add("a");
    await rename(id, "b");
    await deletePost(owner, id);
    expect(await answers("a", "b")).toEqual(["gone", "gone"]);
    await restorePost(owner, id);
    expect(await answers("a", "b")).toEqual(["/blog/b", null]);
  });

  test("a deleted draft that never was published leaves nothing", async () => {
    await deletePost(owner, await add("a", { published: false }));
    expect(await stored()).toEqual({});
  });

  test("a deleted draft that was published once is gone, and a draft again on Undo", async () => {
    const id = await add("a");
    await rename(id, "b", { published: false });
    await deletePost(owner, id);
    expect(await answers("a", "b")).toEqual(["gone", "gone"]);
    await restorePost(owner, id);
    expect(await answers("a", "b")).toEqual([null, null]);
    await rename(id, "b", { published: true });
    expect(await answers("a", "b")).toEqual(["/blog/b", null]);
  });

  test("samples that are removed too", async () => {
    await add("a");
    await owner.update(blog_posts).set({ is_sample: true });
    expect(await deleteSamplePosts(owner)).toBe(1);
    expect(await stored()).toEqual({ "/blog/a": null });
  });

  test("a new record at the address of a deleted one is a page", async () => {
    await deletePost(owner, await add("a"));
    await add("a");
    expect(await stored()).toEqual({});
  });
});

describe("a record takes nothing of the deleted one whose address it has", () => {
  /** A, which moved from x to y and was deleted; what leads to it: a public post, and a redirect of the owner's. */
  async function deleteA() {
    const a = await add("x");
    await add("links", { content: '<p><a href="/blog/y">A</a></p>' });
    await rename(a, "y");
    await owner.insert(redirects).values({ from_path: "/blog/o", to_path: "/blog/y" });
    await deletePost(owner, a);
    return a;
  }
  const linked = async () =>
    (await owner.select().from(blog_posts).where(eq(blog_posts.slug, "links")))[0]!.content;

  test.each([false, true])("a draft that is renamed, and published with it: %s", async (published) => {
    const a = await deleteA();
    const b = await add("y", { published: false });
    await rename(b, "secret", { published });
    expect(await answers("x", "y", "o", "secret")).toEqual(["gone", "gone", "gone", null]);
    expect(await linked()).toContain('href="/blog/y"');
    await restorePost(owner, a);
    expect(await answers("x", "y", "o")).toEqual(["/blog/y", null, "/blog/y"]);
    await rename(b, "secret", { published: true });
    expect(await answers("x", "o")).toEqual(["/blog/y", "/blog/y"]);
  });

  test("a draft that was published elsewhere before: only its own addresses move with it", async () => {
    const a = await deleteA();
    const b = await add("b");
    await rename(b, "y", { published: false });
    await rename(b, "c", { published: false });
    expect(await stored()).toEqual({
      "/blog/b": "/blog/c",
      "/blog/o": "/blog/y",
      "/blog/x": "/blog/y",
      "/blog/y": null,
    });
    expect(await linked()).toContain('href="/blog/y"');
    await rename(b, "c", { published: true });
    await restorePost(owner, a);
    expect(await answers("b", "x", "y", "o")).toEqual(["/blog/c", "/blog/y", null, "/blog/y"]);
  });

  test.each([
    ["never published", ""],
    ["published once", "b"],
  ])("a draft, %s, that is deleted and brought back", async (_, known) => {
    await deleteA();
    const b = await add(known || "y", { published: known !== "" });
    await rename(b, "y", { published: false });
    await deletePost(owner, b);
    await restorePost(owner, b);
    expect(await answers("x", "y")).toEqual(["gone", "gone"]);
  });

  test("one that is published there: A's older addresses stay gone, until A is back", async () => {
    const a = await deleteA();
    const b = await add("y");
    expect(await answers("x", "y", "o")).toEqual(["gone", null, "/blog/y"]);
    await expect(restorePost(owner, a)).rejects.toThrow("Another post has taken its slug");
    expect(await answers("x", "y")).toEqual(["gone", null]);
    await rename(b, "z");
    expect(await answers("x", "y", "o")).toEqual(["gone", "/blog/z", "/blog/z"]);
    // It led to B's page by then.
    expect(await linked()).toContain('href="/blog/z"');
    await restorePost(owner, a);
    expect(await answers("x", "y", "z")).toEqual(["/blog/y", null, null]);
    await deletePost(owner, b);
    expect(await answers("x", "y", "z")).toEqual(["/blog/y", null, "gone"]);
  });
});

describe("case studies and industries", () => {
  const study = (slug: string, industry_id: string, more: object = {}) =>
    caseStudy.parse({ title: slug, slug, client: "Ada", industry_id, ...more });

  test("a case study moves, goes and comes back as a post does", async () => {
    const industry = await addIndustry(owner, { name: "Retail", description: "" });
    const { id } = await addCaseStudy(owner, study("a", industry));
    await updateCaseStudy(owner, id, 1, study("b", industry, { published: "false" }));
    expect(await stored()).toEqual({ "/case-studies/a": "/case-studies/b" });
    expect(await findRedirect(visitor, "/case-studies/a")).toBeNull();
    await updateCaseStudy(owner, id, 2, study("b", industry, { published: "true" }));
    expect(await findRedirect(visitor, "/case-studies/a")).toEqual({ to_path: "/case-studies/b" });
    await deleteCaseStudy(owner, id);
    expect(await stored()).toEqual({ "/case-studies/a": "/case-studies/b", "/case-studies/b": null });
    await restoreCaseStudy(owner, id);
    expect(await stored()).toEqual({ "/case-studies/a": "/case-studies/b" });
  });

  test("an industry's old name leads to the new one", async () => {
    const id = await addIndustry(owner, { name: "Local Shops", description: "" });
    await addCaseStudy(owner, study("a", id));
    await renameIndustry(owner, id, 1, { name: "Retail & Co", description: "" });
    await renameIndustry(owner, id, 2, { name: "Stores", description: "" });
    expect(await stored()).toEqual({
      "/case-studies?industry=local-shops": "/case-studies?industry=stores",
      "/case-studies?industry=retail-%26-co": "/case-studies?industry=stores",
    });
    expect(await findRedirect(visitor, "/case-studies?industry=Local%20Shops&page=2")).not.toBeNull();
  });

  test("a draft takes nothing of the deleted case study whose address it has", async () => {
    const industry = await addIndustry(owner, { name: "Retail", description: "" });
    const { id } = await addCaseStudy(owner, study("x", industry));
    await updateCaseStudy(owner, id, 1, study("y", industry));
    await deleteCaseStudy(owner, id);
    const gone = await stored();
    const draft = await addCaseStudy(owner, study("y", industry, { published: "false" }));
    await updateCaseStudy(owner, draft.id, 1, study("secret", industry, { published: "false" }));
    expect(await stored()).toEqual(gone);
    await restoreCaseStudy(owner, id);
    expect(await findRedirect(visitor, "/case-studies/x")).toEqual({ to_path: "/case-studies/y" });
  });

  test("an industry takes no old name with it of a deleted one whose name it has", async () => {
    const name = (name: string) => ({ name, description: "" });
    const old = await addIndustry(owner, name("Local Shops"));
    const { id } = await addCaseStudy(owner, study("a", old));
    await renameIndustry(owner, old, 1, name("Retail"));
    await deleteCaseStudy(owner, id);
    await deleteIndustry(owner, old);
    const other = await addIndustry(owner, name("Retail"));
    await addCaseStudy(owner, study("b", other));
    await renameIndustry(owner, other, 1, name("Stores"));
    expect(await stored()).toMatchObject({
      "/case-studies?industry=local-shops": "/case-studies?industry=retail",
      "/case-studies?industry=retail": "/case-studies?industry=stores",
    });
  });

  test("an industry that no visitor has seen takes no old name's visitors and links when it is renamed", async () => {
    const known = await addIndustry(owner, { name: "Retail", description: "" });
    await addCaseStudy(owner, study("a", known));
    await renameIndustry(owner, known, 1, { name: "Shops", description: "" });
    const content = '<p><a href="/case-studies?industry=retail">it</a></p>';
    const linked = await add("linked", { content });
    const unseen = await addIndustry(owner, { name: "Retail", description: "" });
    await addCaseStudy(owner, study("b", unseen, { published: "false" }));
    await renameIndustry(owner, unseen, 1, { name: "Secret launch", description: "" });
    await renameIndustry(owner, unseen, 2, { name: "Retail", description: "" });
    expect(await stored()).toEqual({ "/case-studies?industry=retail": "/case-studies?industry=shops" });
    const [row] = await owner.select().from(blog_posts).where(eq(blog_posts.id, linked));
    expect(row!.content).toBe(content);
  });
});

describe("internal links in stored HTML", () => {
  test("are rewritten where they lead to exactly this page, relative or absolute, query and fragment kept", async () => {
    const id = await add("a");
    const links = (slug: string) =>
      [
        `<a href="/blog/${slug}">1</a>`,
        `<a href="${SITE}/blog/${slug}?x=1&amp;y=2#part">2</a>`,
        '<a href="/blog/a-b">3</a>',
        '<a href="/blog/a/b">4</a>',
        '<a href="https://elsewhere.net/blog/a">5</a>',
        "/blog/a",
      ].join(" ");
    const other = await add("other", { content: links("a") });
    const industry_id = await addIndustry(owner, { name: "Retail", description: "" });
    await addCaseStudy(
      owner,
      caseStudy.parse({
        title: "s",
        client: "Ada",
        industry_id,
        challenge: links("a"),
        solution: links("a"),
      }),
    );
    const place = { page_name: "home", section_name: "s" };
    await owner.insert(website_content).values([
      { ...place, content_key: "html", content_value: links("a"), content_type: "html" },
      { ...place, content_key: "json", content_value: '[{"href":"/blog/a"}]', content_type: "json" },
      { ...place, content_key: "x_href", content_value: "/blog/a#part" },
      { ...place, content_key: "words", content_value: "Read /blog/a" },
    ]);

    await rename(id, "moved");

    const [row] = await owner.select().from(blog_posts).where(eq(blog_posts.id, other));
    expect(row!.content).toBe(links("moved"));
    const [filed] = await owner.select().from(case_studies);
    expect([filed!.challenge, filed!.solution]).toEqual([links("moved"), links("moved")]);
    const texts = await owner.select().from(website_content);
    expect(Object.fromEntries(texts.map((text) => [text.content_key, text.content_value]))).toEqual({
      html: links("moved"),
      json: '[{"href":"/blog/moved"}]',
      x_href: "/blog/moved#part",
      words: "Read /blog/a",
    });
  });

  test("follow in a text as pages show it, HTML in a list of questions too, whatever type its row has", async () => {
    const id = await add("a");
    const html = (slug: string) => `<p><a href="/blog/${slug}#top">it</a></p>`;
    const list = (slug: string) => JSON.stringify([{ question: "Why?", answer: html(slug) }]);
    const texts = (slug: string) => [
      { page_name: "about", section_name: "mission", content_key: "body", content_value: html(slug) },
      {
        page_name: "home",
        section_name: "hero",
        content_key: "primary_href",
        content_value: `/blog/${slug}`,
      },
      {
        ...{ page_name: "services/local-seo", section_name: "faq", content_key: "items" },
        content_value: list(slug),
      },
    ];
    for (const content_type of ["text", "html", "json"]) {
      await owner.delete(website_content);
      await owner.insert(website_content).values(texts("a").map((text) => ({ ...text, content_type })));
      await rename(id, "moved");
      const rows = await owner.select().from(website_content).orderBy(website_content.page_name);
      expect(rows).toMatchObject(texts("moved"));
      await rename(id, "a");
    }
  });

  test("what holds no such link is not touched: its version stays", async () => {
    const id = await add("a");
    const other = await add("other", { content: "<p>a blog/a</p>" });
    await rename(id, "moved");
    const [row] = await owner.select().from(blog_posts).where(eq(blog_posts.id, other));
    expect(row!.version).toBe(1);
  });
});

describe("two saves at once, of records that link to each other", () => {
  const to = (path: string) => `<p><a href="${path}">it</a></p>`;

  /** What came of them, where both are on their way before either gets to the redirects. */
  async function outcomesOf(...saves: (() => Promise<unknown>)[]) {
    const isWaiting = async () =>
      (
        await owner.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`)
      ).rowCount;
    const begun = await owner.transaction(async (tx) => {
      await tx.select().from(redirects).for("update");
      const outcomes = Promise.all(
        saves.map((save) =>
          save().then(
            () => "saved",
            (error: Error) => error.message,
          ),
        ),
      );
      await expect.poll(isWaiting).toBe(saves.length);
      return { outcomes };
    });
    return (await begun.outcomes).toSorted();
  }

  async function addStudy(slug: string, challenge: string) {
    const industry_id = await addIndustry(owner, { name: "Retail", description: "" });
    const study = caseStudy.parse({ title: slug, slug, client: "Ada", industry_id, challenge });
    const { id } = await addCaseStudy(owner, study);
    return (slug: string) => updateCaseStudy(owner, id, 1, { ...study, slug }, SITE);
  }
  async function addLinked(slug: string, content: string) {
    const id = await add(slug, { content });
    return (slug: string) => updatePost(owner, id, 1, post(slug), SITE);
  }

  test.each([
    ["two posts", "/blog/b", addLinked],
    ["a post and a case study", "/case-studies/b", addStudy],
  ])(
    "%s change their addresses: one is told that its record has a newer version by now, as its link was rewritten",
    async (_, path, addOther) => {
      const renameOne = await addLinked("a", to(path));
      const renameOther = await addOther("b", to("/blog/a"));
      await owner.insert(redirects).values([
        { from_path: "/x", to_path: "/blog/a" },
        { from_path: "/y", to_path: path },
      ]);
      expect(
        await outcomesOf(
          () => renameOne("a2"),
          () => renameOther("b2"),
        ),
      ).toEqual([expect.stringContaining("Somebody else saved this"), "saved"]);
    },
  );
});
