import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { Refused } from "../../platform/database/refused.ts";
import {
  addIndustry,
  findIndustry,
  listIndustries,
  restoreIndustry,
  updateIndustry,
} from "./queries.server.ts";
import { industries } from "./table.server.ts";

const { owner } = await openTestDatabases();
const add = (name: string) => addIndustry(owner, { name, description: "" });
const remove = (id: string) =>
  owner.update(industries).set({ deleted_at: new Date() }).where(eq(industries.id, id));

test("SPEC 7: 'industries: all, ordered by name', ignoring case", async () => {
  for (const name of ["zoo", "Bakery", "aviation"]) await add(name);
  const gone = await add("Closed");
  await remove(gone);
  expect((await listIndustries(owner)).map(({ name }) => name)).toEqual(["aviation", "Bakery", "zoo"]);
});

test("a duplicate name is reported on the name field, ignoring case", async () => {
  await add("Law Firm");
  await expect(add("LAW FIRM")).rejects.toMatchObject({
    fields: { name: expect.stringContaining("already") },
  });
});

test("a deleted industry's name can be reused", async () => {
  const first = await add("Travel");
  await remove(first);
  const second = await add("Travel");
  await expect(restoreIndustry(owner, first)).rejects.toThrow(Refused);
  await remove(second);
  await restoreIndustry(owner, first);
  expect(await findIndustry(owner, first)).toMatchObject({ name: "Travel" });
});

test("saving over another editor's version is rejected with that version's number", async () => {
  const id = await add("Finance");
  await updateIndustry(owner, id, 1, { name: "Banking", description: "" });
  const late = updateIndustry(owner, id, 1, { name: "Insurance", description: "" });
  await expect(late).rejects.toMatchObject({ newerVersion: 2 });
  expect(await findIndustry(owner, id)).toMatchObject({ name: "Banking", version: 2 });
  await updateIndustry(owner, id, 2, { name: "Insurance", description: "" });
  expect(await findIndustry(owner, id)).toMatchObject({ name: "Insurance" });
});

test("an industry that was deleted in the meantime can't be saved", async () => {
  const id = await add("Media");
  await remove(id);
  await expect(updateIndustry(owner, id, 2, { name: "Press", description: "" })).rejects.toThrow("deleted");
});
