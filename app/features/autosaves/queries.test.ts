import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { blogPost } from "../blog/kind.ts";
import { blog_posts } from "../blog/table.server.ts";
import { caseStudy } from "../case-studies/kind.ts";
import { case_studies } from "../case-studies/table.server.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { caseStudies } from "../records/case-studies.server.ts";
import { industries as industryKind } from "../records/industries.server.ts";
import { findAutosaves, listAutosaves, saveAutosave } from "./queries.server.ts";
import { type AutosaveInput, autosaveRules } from "./rules.ts";
import { autosaves } from "./table.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(autosaves);
  await owner.delete(blog_posts);
  await owner.delete(case_studies);
});

const RECORD = "0197a6f0-0000-7000-8000-000000000001";
const input = (more: Partial<AutosaveInput> = {}): AutosaveInput => ({
  id: crypto.randomUUID(),
  kind: "blog-post",
  record_id: RECORD,
  record_name: null,
  version: 3,
  draft_version: null,
  fields: { title: "Half a title", content: "" },
  ...more,
});
const keep = async (more: Partial<AutosaveInput> = {}) => {
  const draft = input(more);
  await saveAutosave(owner, draft);
  return draft.id;
};
const kept = async () => (await owner.select().from(autosaves)).map(({ id }) => id);

describe("autosaves", () => {
  test("each form has its own autosave, so two windows don't overwrite each other", async () => {
    for (const record_id of [RECORD, null]) {
      const earlier = await keep({ record_id });
      const later = await keep({ record_id, version: 4, fields: { title: "Later" } });
      expect(await findAutosaves(owner, "blog-post", record_id)).toMatchObject([
        { id: later, version: 4, fields: { title: "Later" } },
        { id: earlier, version: 3, fields: { title: "Half a title" } },
      ]);
      await keep({ id: earlier, record_id, fields: { title: "More of it" } });
      expect(await findAutosaves(owner, "blog-post", record_id)).toMatchObject([
        { id: earlier, fields: { title: "More of it" } },
        { id: later },
      ]);
    }
    await keep({ kind: "case-study", record_id: null });
    const listed = (await listAutosaves(owner, "blog-post")).map(({ record }) => record);
    expect(listed).toEqual([null, null, RECORD, RECORD]);
  });

  test("an autosave of a text is found by the text's name", async () => {
    const text = { kind: "website-content" as const, record_id: null };
    const edited = await keep({ ...text, record_name: "home:hero:title" });
    const added = await keep({ ...text, fields: { page_name: "home", section_name: "", content_key: "x" } });
    expect(await findAutosaves(owner, "website-content", "home:hero:title")).toMatchObject([{ id: edited }]);
    expect(await findAutosaves(owner, "website-content", null)).toMatchObject([{ id: added }]);
    expect(await listAutosaves(owner, "website-content")).toMatchObject([
      { id: added, record: null, title: "home / x" },
      { id: edited, record: "home:hero:title" },
    ]);
  });
});

const post = blogPost.schema.parse({ title: "Kept", content: "<p>Words</p>" });
const industry_id = (await industryKind.insert(owner, { name: "Retail", description: "" })).id;
const study = caseStudy.schema.parse({ title: "Kept", client: "Ada", industry_id });

describe.each([
  {
    kind: "blog-post" as const,
    add: () => blogPosts.insert(owner, post),
    remove: (id: string) => blogPosts.trash.remove(owner, id),
  },
  {
    kind: "case-study" as const,
    add: () => caseStudies.insert(owner, study),
    remove: (id: string) => caseStudies.trash.remove(owner, id),
  },
])("$kind", ({ kind, add, remove }) => {
  test("deleting a record also deletes its autosaves", async () => {
    const { id } = await add();
    const other = await keep({ kind, record_id: RECORD });
    await keep({ kind, record_id: id });
    await remove(id);
    expect(await kept()).toEqual([other]);
  });
});

describe("autosave rules", () => {
  const about = { autosave: RECORD, kind: "blog-post" };

  test("a form may autosave any field values, valid or not", () => {
    const long = "x".repeat(600_000);
    const fields = { title: "", slug: "-", content: long, published: "on" };
    expect(autosaveRules.parse({ ...about, ...fields, switches: "published" })).toEqual({
      id: RECORD,
      kind: "blog-post",
      record_id: null,
      record_name: null,
      version: null,
      draft_version: null,
      fields,
    });
    expect(autosaveRules.parse({ ...about, id: RECORD, version: "4", title: "A\0b" })).toMatchObject({
      record_id: RECORD,
      version: 4,
      fields: { title: "Ab" },
    });
  });

  test("`draft` and `draft_version` aren't saved as fields", () => {
    const kept = (more: Record<string, string>) => autosaveRules.parse({ ...about, title: "A", ...more });
    expect(kept({ draft: "on", draft_version: "2" })).toMatchObject({
      draft_version: 2,
      fields: { title: "A" },
    });
    expect(kept({ draft: "on" })).toMatchObject({ draft_version: 0, fields: { title: "A" } });
    expect(kept({}).draft_version).toBeNull();
  });

  test("passwords aren't saved", () => {
    expect(autosaveRules.parse({ ...about, title: "A", password: "secret" }).fields).toEqual({ title: "A" });
  });

  test("texts and page SEO are identified by name, case studies by id", () => {
    const kept = (kind: string, id: string) => autosaveRules.safeParse({ ...about, kind, id }).data;
    expect(kept("website-content", "home:hero:title")).toMatchObject({
      record_id: null,
      record_name: "home:hero:title",
    });
    expect(kept("page-seo", "home")).toMatchObject({ record_id: null, record_name: "home" });
    expect(kept("case-study", RECORD)).toMatchObject({ record_id: RECORD, record_name: null });
  });

  test.each([{ kind: "subscriber" }, { autosave: "1" }, { id: "1" }, { version: "x" }])(
    "%j is rejected",
    (wrong) => expect(autosaveRules.safeParse({ ...about, ...wrong }).success).toBe(false),
  );
});
