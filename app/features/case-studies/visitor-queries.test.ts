import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { industries } from "../industries/table.server.ts";
import {
  findCaseStudyFace,
  findPublishedCaseStudy,
  listLatestCaseStudies,
  listMoreCaseStudies,
  listPublishedCaseStudies,
  listPublishedIndustries,
} from "./queries.server.ts";
import { case_studies } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();

const filed = await owner
  .insert(industries)
  .values([{ name: "E-commerce" }, { name: "Law Firm" }, { name: "Zoo" }])
  .returning();
const idOf = (name: string) => filed.find((industry) => industry.name === name)!.id;

/** `day` is in January 2026. */
const study = (day: number, industry: string, more: Partial<typeof case_studies.$inferInsert> = {}) => ({
  title: `Study ${day}`,
  slug: `study-${day}`,
  client: `Client ${day}`,
  industry,
  industry_id: idOf(industry),
  created_at: new Date(Date.UTC(2026, 0, day)),
  ...more,
});

await owner
  .insert(case_studies)
  .values([
    study(1, "E-commerce"),
    study(2, "Law Firm"),
    study(3, "E-commerce", { challenge: `<p>${"long ".repeat(1000)}</p>` }),
    study(4, "E-commerce", { published: false }),
    study(5, "E-commerce", { deleted_at: new Date() }),
    study(6, "Zoo", { published: false }),
  ]);

// Hosted servers may have no visitor role, so these queries must hide drafts from any role.
for (const [who, db] of Object.entries({ visitor, owner })) {
  const slugs = (cards: { slug: string }[]) => cards.map(({ slug }) => slug);

  test(`${who}: 'published only, newest first, limit 6' (SPEC 7)`, async () => {
    expect(slugs(await listLatestCaseStudies(db, 6))).toEqual(["study-3", "study-2", "study-1"]);
    expect(slugs(await listLatestCaseStudies(db, 2))).toEqual(["study-3", "study-2"]);
  });

  test(`${who}: the list includes all published case studies, page by page`, async () => {
    expect(slugs(await listPublishedCaseStudies(db, { limit: 2, offset: 0 }))).toEqual([
      "study-3",
      "study-2",
    ]);
    expect(slugs(await listPublishedCaseStudies(db, { limit: 2, offset: 2 }))).toEqual(["study-1"]);
  });

  test(`${who}: the list can be filtered by industry`, async () => {
    const list = (...names: string[]) =>
      listPublishedCaseStudies(db, { industries: names, limit: 9, offset: 0 });
    expect(slugs(await list("E-commerce"))).toEqual(["study-3", "study-1"]);
    expect(slugs(await list("E-commerce", "Law Firm"))).toEqual(["study-3", "study-2", "study-1"]);
    expect(await list("Zoo")).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test(`${who}: only published case studies are counted per industry`, async () => {
    const changed = expect.any(Date);
    expect(await listPublishedIndustries(db)).toEqual([
      { name: "E-commerce", total: 2, changed },
      { name: "Law Firm", total: 1, changed },
    ]);
  });

  test(`${who}: only published case studies are found by slug`, async () => {
    expect(await findPublishedCaseStudy(db, "study-1")).toMatchObject({
      title: "Study 1",
      industry: "E-commerce",
    });
    for (const slug of ["study-4", "study-5", "study-6", "no-such", "study-1\0"]) {
      expect(await findPublishedCaseStudy(db, slug)).toBeNull();
      expect(await findCaseStudyFace(db, slug)).toBeNull();
    }
    expect(await findCaseStudyFace(db, "study-2")).toMatchObject({ title: "Study 2", kind: "Law Firm" });
  });

  test(`${who}: related case studies are from the same industry`, async () => {
    const more = await listMoreCaseStudies(db, { slug: "study-1", industry: "E-commerce" }, 3);
    expect(more.isSameIndustry).toBe(true);
    expect(slugs(more.cards)).toEqual(["study-3"]);
  });

  test(`${who}: without others in the industry, the newest case studies are shown`, async () => {
    const more = await listMoreCaseStudies(db, { slug: "study-2", industry: "Law Firm" }, 3);
    expect(more.isSameIndustry).toBe(false);
    expect(slugs(more.cards)).toEqual(["study-3", "study-1"]);
  });

  test(`${who}: a card contains only the start of a long challenge`, async () => {
    const [longest] = await listLatestCaseStudies(db, 1);
    expect(longest?.challenge).toHaveLength(1000);
    expect(longest).not.toHaveProperty("solution");
  });
}

test("visitors don't get internal columns", async () => {
  const kept = ["id", "industry_id", "version", "published", "was_published", "is_sample", "deleted_at"];
  const study = await findPublishedCaseStudy(visitor, "study-1");
  expect(Object.keys(study!).filter((name) => kept.includes(name))).toEqual([]);
});

test("results keep the owner's order", async () => {
  const results = { zeta: "1", alphabetical: 2, b: "+3%" };
  await owner.insert(case_studies).values(study(7, "Zoo", { results }));
  const row = await findPublishedCaseStudy(visitor, "study-7");
  expect(Object.entries(row!.results)).toEqual(Object.entries(results));
});
