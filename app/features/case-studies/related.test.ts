import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { industries } from "../industries/table.server.ts";
import { listRelated } from "./queries.server.ts";
import { case_studies } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();

const names = ["E-commerce", "ECOMMERCE", "e‑Commerce", "Law-Firm", "Commerce", "E-commerces", "100%"];
const filed = await owner
  .insert(industries)
  .values(names.map((name) => ({ name })))
  .returning();

/** `day` is in January 2026. */
const study = (day: number, industry: string, more: Partial<typeof case_studies.$inferInsert> = {}) => ({
  title: `Study ${day}`,
  slug: `study-${day}`,
  client: `Client ${day}`,
  industry,
  industry_id: filed.find(({ name }) => name === industry)!.id,
  created_at: new Date(Date.UTC(2026, 0, day)),
  ...more,
});

await owner
  .insert(case_studies)
  .values([
    ...names.map((name, i) => study(i + 1, name)),
    study(11, "E-commerce", { published: false }),
    study(12, "E-commerce", { deleted_at: new Date() }),
    study(13, "E-commerce"),
  ]);

for (const [who, db] of Object.entries({ visitor, owner })) {
  const related = async (list: string[], limit: number) => {
    const { cards, total } = await listRelated(db, list, limit);
    return { slugs: cards.map(({ slug }) => slug), total };
  };

  test(`${who}: related case studies match 'without regard to case and hyphens'`, async () => {
    expect(await related(["E-commerce", "Ecommerce", "E-Commerce"], 10)).toEqual({
      slugs: ["study-13", "study-3", "study-2", "study-1"],
      total: 4,
    });
    expect(await related(["Law Firm"], 3)).toEqual({ slugs: ["study-4"], total: 1 });
  });

  test(`${who}: 'limit 3, plus a count query of the same filter'`, async () => {
    expect(await related(["E-commerce"], 3)).toEqual({ slugs: ["study-13", "study-3", "study-2"], total: 4 });
  });

  test(`${who}: no case study is related to an empty list or a wildcard`, async () => {
    expect(await related([], 3)).toEqual({ slugs: [], total: 0 });
    expect(await related(["%"], 3)).toEqual({ slugs: [], total: 0 });
  });
}
