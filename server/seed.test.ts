import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { blog_posts } from "../app/features/blog/table.server.ts";
import { case_studies } from "../app/features/case-studies/table.server.ts";
import { industries } from "../app/features/industries/table.server.ts";
import { judgeDescription, judgeTitle } from "../app/features/page-checks/judges.ts";
import { website_settings } from "../app/features/settings/table.server.ts";
import { type Databases, openDatabases } from "../app/platform/database/database.server.ts";
import samplePosts from "../db/sample-content/blog-posts.json" with { type: "json" };
import { createTestDatabase } from "../tests/support/database.ts";
import { seedIfEmpty } from "./seed.ts";

const opened: Databases[] = [];
afterAll(() => Promise.all(opened.map((databases) => databases.close())));

/** Opens a new empty database with the owner's role. */
async function openEmpty() {
  const databases = openDatabases(await createTestDatabase(), { owner: 4 });
  opened.push(databases);
  return databases.owner;
}

test("CONTRACT: 'demo' loads sample content into an empty database, marked as samples, with its own dates", async () => {
  const db = await openEmpty();
  expect(await seedIfEmpty(db, "demo")).toBe(true);

  const studies = await db.select().from(case_studies);
  expect(studies).toHaveLength(15);
  expect(studies.every((study) => study.is_sample && study.version === 1)).toBe(true);
  const [pets] = studies.filter(({ slug }) => slug === "figment-pet-supply-recovers-from-a-core-update");
  expect(pets).toMatchObject({
    industry: "E-commerce",
    published: true,
    created_at: new Date("2025-03-04T14:00:00Z"),
    updated_at: new Date("2026-01-27T13:30:00Z"),
    results: { "Organic Traffic": "+164% from low", "Return Rate": "-18%" },
  });
  const [filed] = await db.select().from(industries).where(eq(industries.id, pets!.industry_id));
  expect(filed).toMatchObject({ name: "E-commerce", is_sample: true });

  const posts = await db.select().from(blog_posts);
  expect(posts).toHaveLength(16);
  expect(posts.every((post) => post.is_sample)).toBe(true);
  // Published samples have `was_published` from the start.
  for (const row of [...studies, ...posts]) expect(row.was_published).toBe(row.published);
  const settings = await db.select().from(website_settings);
  expect(settings.map(({ setting_key }) => setting_key)).toContain("contact_email");
  expect(settings.filter(({ setting_value }) => setting_value === "")).toEqual([]);
});

test("CONTRACT: 'none' leaves the database empty, and a later start can still load the samples", async () => {
  const db = await openEmpty();
  expect(await seedIfEmpty(db, "none")).toBe(false);
  expect(await db.$count(industries)).toBe(0);
  expect(await seedIfEmpty(db, "demo")).toBe(true);
});

test("samples that the owner removed never come back", async () => {
  const db = await openEmpty();
  await seedIfEmpty(db, "demo");
  await db.execute(sql`truncate case_studies, industries, blog_posts, website_settings`);
  expect(await seedIfEmpty(db, "demo")).toBe(false);
  expect(await db.$count(case_studies)).toBe(0);
});

test("a database that once had its own content never gets samples", async () => {
  const db = await openEmpty();
  await db.insert(website_settings).values({ setting_key: "site_title", setting_value: "Ours" });
  expect(await seedIfEmpty(db, "demo")).toBe(false);
  await db.delete(website_settings);
  expect(await seedIfEmpty(db, "demo")).toBe(false);
  expect(await db.$count(industries)).toBe(0);
});

test("several processes that start at once write the samples only once", async () => {
  const db = await openEmpty();
  const all = await Promise.all([1, 2, 3, 4].map(() => seedIfEmpty(db, "demo")));
  expect(all.filter(Boolean)).toHaveLength(1);
  expect(await db.$count(case_studies)).toBe(15);
});

test("sample posts have titles and descriptions that fit in search results", () => {
  const unfit = samplePosts.filter(
    ({ title, meta_title = title, excerpt }) =>
      judgeTitle(meta_title).problem || judgeDescription(excerpt).problem,
  );
  expect(unfit.map(({ slug }) => slug)).toEqual([]);
});
