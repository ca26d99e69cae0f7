import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import {
  countSampleIndustries,
  deleteIndustry,
  deleteUnusedSampleIndustries,
} from "../case-studies/industry-use.server.ts";
import { caseStudy } from "../case-studies/kind.ts";
import { findPublishedCaseStudy } from "../case-studies/queries.server.ts";
import { case_studies } from "../case-studies/table.server.ts";
import type { InputOf } from "../fields/kind.ts";
import { industries } from "../industries/table.server.ts";
import { caseStudies } from "./case-studies.server.ts";
import { industries as industryKind } from "./industries.server.ts";
import { countRecords } from "./queries.server.ts";

const { owner, visitor } = await openTestDatabases();

let healthcare = "";
let retail = "";
beforeEach(async () => {
  await owner.delete(case_studies);
  await owner.delete(industries);
  healthcare = (await industryKind.insert(owner, { name: "Healthcare", description: "" })).id;
  retail = (await industryKind.insert(owner, { name: "Retail", description: "" })).id;
});

type Input = InputOf<typeof caseStudy>;
const input = (title: string, more: Partial<Input> = {}): Input => ({
  ...caseStudy.schema.parse({ title, client: `Client of ${title}`, industry_id: healthcare }),
  ...more,
});
const add = async (title: string, more: Partial<Input> = {}) =>
  (await caseStudies.insert(owner, input(title, more))).id;
const list = (filter: Partial<Parameters<typeof caseStudies.list>[1]> = {}) =>
  caseStudies.list(owner, {
    search: "",
    industry: "",
    status: "",
    sort: "newest",
    page: 1,
    perPage: 20,
    ...filter,
  });
const industryList = (filter: Partial<Parameters<typeof industryKind.list>[1]> = {}) =>
  industryKind.list(owner, { search: "", sort: "name", page: 1, perPage: 20, ...filter });
const titles = async (filter: Partial<Parameters<typeof caseStudies.list>[1]> = {}) =>
  (await list(filter)).rows.map(({ title }) => title);

describe("saving case studies", () => {
  test("an update without `published` doesn't change the status (decision 0035.21)", async () => {
    const id = await add("One", { published: false });
    await caseStudies.update(owner, id, 1, input("One, again"));
    expect(await caseStudies.read(owner, id)).toMatchObject({ title: "One, again", published: false });
    await caseStudies.update(owner, id, 2, input("One", { published: true }));
    expect(await caseStudies.read(owner, id)).toMatchObject({ published: true });
  });

  test("SPEC 5: 'Industry name copied from the chosen industry'", async () => {
    const id = await add("One");
    expect(await caseStudies.read(owner, id)).toMatchObject({ industry: "Healthcare" });
    await caseStudies.update(owner, id, 1, input("One", { industry_id: retail }));
    expect(await caseStudies.read(owner, id)).toMatchObject({ industry: "Retail", industry_id: retail });
  });

  test("a taken slug is rejected when adding and editing", async () => {
    await add("One");
    const id = await add("Two");
    await expect(add("One")).rejects.toMatchObject({ fields: { slug: expect.stringContaining("taken") } });
    const renamed = caseStudies.update(owner, id, 1, input("Two", { slug: "one" }));
    await expect(renamed).rejects.toMatchObject({ fields: { slug: expect.stringContaining("taken") } });
    expect(await caseStudies.read(owner, id)).toMatchObject({ slug: "two", version: 1 });
  });

  test("a deleted industry is rejected", async () => {
    await deleteIndustry(owner, retail);
    await expect(add("One", { industry_id: retail })).rejects.toMatchObject({
      fields: { industry_id: expect.stringContaining("no longer exists") },
    });
  });

  test("saving over a newer version is rejected and changes nothing", async () => {
    const id = await add("One");
    await caseStudies.update(owner, id, 1, input("Theirs"));
    await expect(caseStudies.update(owner, id, 1, input("Mine"))).rejects.toMatchObject({ newerVersion: 2 });
    expect(await caseStudies.read(owner, id)).toMatchObject({ title: "Theirs" });
    await caseStudies.update(owner, id, 2, input("Mine"));
    expect(await caseStudies.read(owner, id)).toMatchObject({ title: "Mine" });
  });
});

describe("the owner's list of case studies", () => {
  test("the list of case studies includes drafts and industry names (SPEC 7)", async () => {
    for (const [day, title] of ["One", "Two", "Three"].entries()) {
      const id = await add(title, { published: title !== "Two" });
      const created_at = new Date(Date.UTC(2026, 0, day + 1));
      await owner.update(case_studies).set({ created_at }).where(eq(case_studies.id, id));
    }
    expect(await titles()).toEqual(["Three", "Two", "One"]);
    expect((await list()).rows[0]).toMatchObject({ industry: "Healthcare", published: true });
    expect(await countRecords(owner, case_studies)).toEqual({
      total: 3,
      published: 2,
      drafts: 1,
      samples: 0,
      deleted: 0,
    });
  });

  test("case studies can be searched by title or client", async () => {
    await add("Growth of 100%", { client: "Ada" });
    await add("Second", { client: "Growth_Ltd" });
    await add("Third", { client: "Elsewhere" });
    expect((await titles({ search: "GROWTH" })).sort()).toEqual(["Growth of 100%", "Second"]);
    expect(await titles({ search: "100%" })).toEqual(["Growth of 100%"]);
    expect(await titles({ search: "th_l" })).toEqual(["Second"]);
    expect(await titles({ search: "\\" })).toEqual([]);
  });

  test("case studies can be filtered by industry and status, and sorted", async () => {
    await add("b", { industry_id: retail, client: "Zed" });
    await add("A", { client: "yak" });
    await add("c", { published: false, client: "Xi" });
    expect(await titles({ industry: retail })).toEqual(["b"]);
    expect(await titles({ status: "draft" })).toEqual(["c"]);
    expect(await titles({ status: "published", sort: "title" })).toEqual(["A", "b"]);
    expect(await titles({ sort: "title" })).toEqual(["A", "b", "c"]);
    expect(await titles({ sort: "client" })).toEqual(["c", "A", "b"]);
    const [first] = (await list({ sort: "title" })).rows;
    await caseStudies.update(owner, first!.id, 1, input("A"));
    expect((await titles({ sort: "changed" }))[0]).toBe("A");
  });

  test("the list of case studies is paginated", async () => {
    for (const title of ["a", "b", "c", "d", "e"]) await add(title);
    const paged = (page: number) => list({ page, perPage: 2, sort: "title" });
    expect(await paged(2)).toMatchObject({
      matching: 5,
      page: 2,
      pages: 3,
      rows: [{ title: "c" }, { title: "d" }],
    });
    expect(await paged(9)).toMatchObject({ page: 3, rows: [{ title: "e" }] });
    expect(await list({ search: "nothing" })).toMatchObject({ matching: 0, page: 1, pages: 1, rows: [] });
  });
});

describe("deleting case studies", () => {
  test("a deleted case study can't be restored if its slug has been taken", async () => {
    const id = await add("One");
    await caseStudies.trash.remove(owner, id);
    await add("One");
    await expect(caseStudies.trash.restore(owner, id)).rejects.toThrow("now uses its slug");
  });

  test("restoring a case study restores its industry or assigns one with the same name", async () => {
    const id = await add("One");
    await caseStudies.trash.remove(owner, id);
    await deleteIndustry(owner, healthcare);
    await caseStudies.trash.restore(owner, id);
    expect(await industryKind.read(owner, healthcare)).not.toBeNull();

    await caseStudies.trash.remove(owner, id);
    await deleteIndustry(owner, healthcare);
    const other = (await industryKind.insert(owner, { name: "HEALTHCARE", description: "" })).id;
    await caseStudies.trash.restore(owner, id);
    expect(await caseStudies.read(owner, id)).toMatchObject({ industry_id: other, industry: "HEALTHCARE" });
  });
});

describe("industries and their case studies", () => {
  test("industries are sorted by name, and their counts exclude deleted case studies", async () => {
    await add("One");
    await add("Two", { published: false });
    await caseStudies.trash.remove(owner, await add("Three"));
    const { rows } = await industryList();
    expect(rows.map(({ name, uses }) => [name, uses])).toEqual([
      ["Healthcare", 2],
      ["Retail", 0],
    ]);
  });

  test("industries can be searched and sorted by use", async () => {
    await add("One", { industry_id: retail });
    await industryKind.insert(owner, { name: "Law", description: "Retail of justice, 100% of it" });
    const names = async (filter: Partial<Parameters<typeof industryKind.list>[1]>) =>
      (await industryList(filter)).rows.map(({ name }) => name);
    expect(await names({ search: "retail" })).toEqual(["Law", "Retail"]);
    expect(await names({ search: "100%" })).toEqual(["Law"]);
    expect(await names({ search: "_" })).toEqual([]);
    expect(await names({ sort: "uses" })).toEqual(["Retail", "Healthcare", "Law"]);
    expect(await industryList({ page: 9, perPage: 2 })).toMatchObject({
      rows: [{ name: "Retail" }],
      matching: 3,
      page: 2,
      pages: 2,
    });
  });

  test("renaming an industry updates its case studies (decision 0035.23)", async () => {
    const id = await add("One");
    const gone = await add("Two");
    await caseStudies.trash.remove(owner, gone);
    await industryKind.update(owner, healthcare, 1, { name: "Medical", description: "" });
    await caseStudies.trash.restore(owner, gone);
    expect(await findPublishedCaseStudy(visitor, "one")).toMatchObject({ industry: "Medical" });
    expect(await caseStudies.read(owner, gone)).toMatchObject({ industry: "Medical" });

    await expect(
      industryKind.update(owner, healthcare, 2, { name: "Retail", description: "" }),
    ).rejects.toThrow("already");
    expect(await caseStudies.read(owner, id)).toMatchObject({ industry: "Medical" });
  });

  test("an industry in use can't be deleted", async () => {
    for (const title of ["One", "Two", "Three", "Four"]) await add(title);
    await expect(deleteIndustry(owner, healthcare)).rejects.toThrow(
      "4 case studies use Healthcare: “Four”, “One”, “Three” and 1 more. Choose another industry for them first.",
    );
    expect(await industryKind.read(owner, healthcare)).not.toBeNull();
  });

  test("deleting an industry waits for a concurrent save that uses it", async () => {
    const isWaiting = async () => {
      const { rows } = await owner.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    const deleting = await owner.transaction(async (tx) => {
      await caseStudies.insert(tx, input("One", { industry_id: retail }));
      const outcome = deleteIndustry(owner, retail).then(
        () => "deleted",
        (error: Error) => error.message,
      );
      await expect.poll(isWaiting).toBe(1);
      return { outcome };
    });
    expect(await deleting.outcome).toContain("1 case study uses Retail: “One”.");
    expect(await industryKind.read(owner, retail)).not.toBeNull();
  });
});

describe("sample case studies", () => {
  test("removing samples keeps those that the owner made their own", async () => {
    const sample = await add("Sample");
    const adopted = await add("Adopted", { industry_id: retail });
    await add("Own", { industry_id: retail });
    await owner.update(industries).set({ is_sample: true });
    await owner.update(case_studies).set({ is_sample: true }).where(sql`${case_studies.slug} <> 'own'`);
    expect(await countRecords(owner, case_studies)).toMatchObject({ samples: 2 });

    // Changing the client turns a sample into the owner's own record; changing the title doesn't.
    const version = async (id: string) => (await caseStudies.read(owner, id))!.version;
    await caseStudies.update(
      owner,
      sample,
      await version(sample),
      input("Sample 2", { client: "Client of Sample" }),
    );
    const mine = input("Adopted", { client: "A real client", industry_id: retail });
    await caseStudies.update(owner, adopted, await version(adopted), mine);

    expect(await countSampleIndustries(owner)).toBe(1);
    expect(await caseStudies.samples?.remove(owner)).toBe(1);
    expect(await deleteUnusedSampleIndustries(owner)).toBe(1);
    expect((await titles()).sort()).toEqual(["Adopted", "Own"]);
    expect((await industryList()).rows.map(({ name }) => name)).toEqual(["Retail"]);
  });
});
