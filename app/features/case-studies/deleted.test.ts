import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import {
  countDeleted,
  type DeletedFilter,
  daysLeft,
  listDeleted,
  purgeDeleted,
} from "../../platform/database/deleted.server.ts";
import { industries } from "../industries/table.server.ts";
import { caseStudies } from "../records/case-studies.server.ts";
import { industries as industryKind } from "../records/industries.server.ts";
import { case_studies } from "./table.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(case_studies);
  await owner.delete(industries);
});

const ALL = { search: "", sort: "latest" } as const;
const deletedAgo = (time: string) => sql`now() - ${time}::interval`;

async function addIndustry(name: string, deleted: string) {
  const [row] = await owner
    .insert(industries)
    .values({ name, deleted_at: deletedAgo(deleted) })
    .returning();
  return row!.id;
}
const addStudy = (title: string, industry_id: string, deleted?: string) =>
  owner.insert(case_studies).values({
    title,
    slug: title.toLowerCase(),
    client: "Client",
    industry: "Law",
    industry_id,
    deleted_at: deleted ? deletedAgo(deleted) : null,
  });

test("deleted records are listed for 30 days, then permanently removed", async () => {
  const law = await addIndustry("Law", "1 day");
  await addStudy("Kept", law);
  await addStudy("Recent", law, "1 hour");
  await addStudy("Nearly", law, "29 days 23 hours");
  await addStudy("Over", law, "30 days 1 minute");
  const titles = async () =>
    (await listDeleted(owner, caseStudies.trash, { ...ALL, page: 1, perPage: 20 })).rows.map(
      ({ name }) => name,
    );
  expect(await titles()).toEqual(["Recent", "Nearly", "Over"]);
  await purgeDeleted(owner, caseStudies.trash);
  expect(await titles()).toEqual(["Recent", "Nearly"]);
  expect(await countDeleted(owner, caseStudies.trash)).toBe(2);
  expect(await owner.$count(case_studies, eq(case_studies.title, "Kept"))).toBe(1);
});

test("a deleted industry is kept while any case study uses it", async () => {
  const used = await addIndustry("Used", "40 days");
  await addIndustry("Unused", "40 days");
  await addIndustry("Recent", "2 days");
  await addStudy("Recent", used, "1 day");
  await purgeDeleted(owner, industryKind.trash);
  const left = await owner.select({ name: industries.name }).from(industries).orderBy(industries.name);
  expect(left.map(({ name }) => name)).toEqual(["Recent", "Used"]);
});

test("the list of deleted records is paginated", async () => {
  const law = await addIndustry("Law", "1 day");
  for (const title of ["A", "B", "C"]) await addStudy(title, law, "1 day");
  const list = await listDeleted(owner, caseStudies.trash, { ...ALL, page: 9, perPage: 2 });
  expect(list).toMatchObject({ matching: 3, page: 2, pages: 2, rows: [{ name: "A", about: "a" }] });
  expect(list.rows[0]?.deleted_at).toBeInstanceOf(Date);
});

test("deleted records can be searched and sorted", async () => {
  const law = await addIndustry("Law", "1 day");
  await addStudy("bees", law, "2 days");
  await addStudy("Ants", law, "1 day");
  await addStudy("Bats_", law, "3 days");
  const names = async (filter: Partial<DeletedFilter>) =>
    (await listDeleted(owner, caseStudies.trash, { ...ALL, page: 1, perPage: 20, ...filter })).rows
      .map(({ name }) => name)
      .join(" ");
  expect(await names({})).toBe("Ants bees Bats_");
  expect(await names({ sort: "soonest" })).toBe("Bats_ bees Ants");
  expect(await names({ sort: "name" })).toBe("Ants Bats_ bees");
  expect(await names({ search: "B" })).toBe("bees Bats_");
  expect(await names({ search: "s_" })).toBe("Bats_");
});

test.each([
  ["2026-11-21T12:00:00Z", 30],
  ["2026-11-21T11:59:59Z", 30],
  ["2026-11-20T11:00:00Z", 29],
  ["2026-10-22T13:00:00Z", 1],
  ["2026-10-01T12:00:00Z", 0],
])("a record deleted at %s has %i days left", (deleted, days) => {
  expect(daysLeft(new Date(deleted), new Date("2026-11-21T12:00:00Z"))).toBe(days);
});
