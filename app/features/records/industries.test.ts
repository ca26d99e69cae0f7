import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { Refused } from "../../platform/database/refused.ts";
import { optionalText } from "../../platform/text/text-rules.ts";
import { plain, text } from "../fields/fields.ts";
import { kind } from "../fields/kind.ts";
import { industry } from "../industries/kind.ts";
import { listIndustries } from "../industries/queries.server.ts";
import { industries } from "../industries/table.server.ts";
import { industries as industryKind } from "./industries.server.ts";
import { records } from "./records.server.ts";

const { owner } = await openTestDatabases();
const add = async (name: string) => (await industryKind.insert(owner, { name, description: "" })).id;
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
  await expect(industryKind.trash.restore(owner, first)).rejects.toThrow(Refused);
  await remove(second);
  await industryKind.trash.restore(owner, first);
  expect(await industryKind.read(owner, first)).toMatchObject({ name: "Travel" });
});

test("saving over another editor's version is rejected with that version's number", async () => {
  const id = await add("Finance");
  await industryKind.update(owner, id, 1, { name: "Banking", description: "" });
  const late = industryKind.update(owner, id, 1, { name: "Insurance", description: "" });
  await expect(late).rejects.toMatchObject({ newerVersion: 2 });
  expect(await industryKind.read(owner, id)).toMatchObject({ name: "Banking", version: 2 });
  await industryKind.update(owner, id, 2, { name: "Insurance", description: "" });
  expect(await industryKind.read(owner, id)).toMatchObject({ name: "Insurance" });
});

test("an industry that was deleted in the meantime can't be saved", async () => {
  const id = await add("Media");
  await remove(id);
  await expect(industryKind.update(owner, id, 2, { name: "Press", description: "" })).rejects.toThrow(
    "deleted",
  );
});

test("a kind whose field has no column of its type doesn't compile", () => {
  const { name, description } = industries;
  const { noun, form, words } = industry;
  const made = { name: industry.name, noun, form, words, required: [] };
  const of = {
    ...{ tab: "/tab", name, orders: [], trash: { about: description } },
    unique: { index: "", taken: () => ({}), since: () => ({}) },
    search: { detail: description, by: [], orders: [] },
  };
  const nameText = { name: text("Name", optionalText(9)) };
  // @ts-expect-error `name` holds text, not numbers
  records(kind({ ...made, fields: { name: plain("Name", z.coerce.number()) } }), industries, of);
  // @ts-expect-error there's no column for a nickname
  records(kind({ ...made, fields: { ...nameText, nickname: text("", optionalText(9)) } }), industries, of);
  expect(records(kind({ ...made, fields: nameText }), industries, of).editor("1")).toBe("/tab?edit=1");
});
