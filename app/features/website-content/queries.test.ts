import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { home } from "../../copy/site/home.ts";
import { Refused } from "../../platform/database/refused.ts";
import { websiteContent } from "../records/website-content.server.ts";
import { listBuiltIns } from "./built-in.ts";
import { findText, listTexts, type TextFilter } from "./lists.server.ts";
import { addContent, deleteContent, updateContent } from "./queries.server.ts";
import type { ContentInput } from "./rules.ts";
import { website_content } from "./table.server.ts";
import { writeTextKey } from "./text-key.ts";
import { textLabel } from "./text-label.ts";
import { loadTexts } from "./texts.server.ts";

const { owner, visitor } = await openTestDatabases();
beforeEach(async () => void (await owner.delete(website_content)));

const title = { page_name: "home", section_name: "hero", content_key: "title" };
const input = (more: Partial<ContentInput> = {}): ContentInput => ({
  ...title,
  content_type: "text",
  content_value: "Rank where it pays",
  ...more,
});
const list = (more: Partial<TextFilter> = {}) =>
  listTexts(owner, {
    search: "",
    page_name: "",
    state: "",
    sort: "page_name",
    page: 1,
    perPage: 50,
    ...more,
  });
const shownTitle = async () => (await loadTexts(visitor, ["home"])).home.hero.title;
const refusal = (write: Promise<unknown>) =>
  write.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error)),
  );

describe("the list", () => {
  test("in search results, matches in the name come before matches in the value", async () => {
    const labels = (await list({ search: "hours", perPage: 200 })).rows.map(
      (text) => `${writeTextKey(text)} ${textLabel(text)}`,
    );
    const named = labels.filter((label) => /hours/i.test(label));
    expect(named.length).toBeGreaterThan(3);
    expect(labels.length).toBeGreaterThan(named.length);
    expect(labels.slice(0, named.length)).toEqual(named);
  });

  test("the list has every text on the site with its current value", async () => {
    const all = await list({ perPage: 10_000 });
    expect(all.matching).toBe(listBuiltIns().length);
    expect(all.rows.every(({ id, version, mismatch }) => id === null && version === 0 && !mismatch)).toBe(
      true,
    );
    await addContent(owner, input());
    const found = await findText(owner, title);
    expect(found).toMatchObject({
      content_value: "Rank where it pays",
      version: 1,
      builtIn: home.hero.title,
    });
    expect((await list({ state: "changed" })).rows).toEqual([found]);
    expect((await list({ state: "default" })).matching).toBe(listBuiltIns().length - 1);
  });

  test('the list is "ordered by page_name (content tab) or section_name (pages tab)"', async () => {
    const pages = (await list({ perPage: 10_000 })).rows.map(({ page_name }) => page_name);
    const [first, ...others] = [...new Set(pages)];
    expect([first, ...others]).toEqual(["home", ...[...others].sort()]);
    const sections = (await list({ sort: "section_name", page_name: "home" })).rows.map(
      ({ section_name }) => section_name,
    );
    expect(sections).toEqual([...sections].sort());
    await addContent(owner, input({ content_key: "subtitle" }));
    await addContent(owner, input());
    const keys = (await list({ sort: "content_key" })).rows.map(({ content_key }) => content_key);
    expect(keys).toEqual([...keys].sort());
    const types = (await list({ sort: "content_type" })).rows.map(({ content_type }) => content_type);
    expect(types[0]).toBe("color");
    expect(types).toEqual([...types].sort());
    expect((await list({ sort: "changed" })).rows[0]?.content_key).toBe("title");
  });

  test("a search covers keys, defaults and the owner's values", async () => {
    await addContent(owner, input({ content_value: "Zebra 100%" }));
    const keys = async (search: string) => (await list({ search })).rows.map((row) => row.content_key);
    expect(await keys("home hero tit")).toEqual(["title"]);
    expect(await keys(home.hero.title.toUpperCase())).toEqual(["title"]);
    expect(await keys("zebra")).toEqual(["title"]);
    expect(await keys("zebra 1%%")).toEqual([]);
  });

  test("a page number past the end shows the last page", async () => {
    const { rows, page, pages, matching } = await list({ page: 99, perPage: 100 });
    expect([page, pages]).toEqual([Math.ceil(matching / 100), Math.ceil(matching / 100)]);
    expect(rows).toHaveLength(matching % 100 || 100);
  });
});

describe("a save", () => {
  test("a save replaces the default, and a reset restores it", async () => {
    await updateContent(owner, null, 0, input());
    expect(await shownTitle()).toBe("Rank where it pays");
    const { id, version } = (await findText(owner, title))!;
    await updateContent(owner, id, version, input({ content_value: "Second" }));
    expect(await shownTitle()).toBe("Second");
    expect(await findText(owner, title)).toMatchObject({ id, version: 2 });
    await deleteContent(owner, id!);
    expect(await shownTitle()).toBe(home.hero.title);
    await websiteContent.trash.restore(owner, id!);
    expect(await shownTitle()).toBe("Second");
  });

  test("saving over a newer version is rejected with that version's number", async () => {
    await updateContent(owner, null, 0, input({ content_value: "Theirs" }));
    const late = await refusal(updateContent(owner, null, 0, input({ content_value: "Mine" })));
    expect(late).toMatchObject({ newerVersion: 1, message: expect.stringContaining("Someone else saved") });
    await updateContent(owner, null, 1, input({ content_value: "Mine" }));
    expect(await shownTitle()).toBe("Mine");
  });

  test("saving a text that was reset is rejected with version 0", async () => {
    await addContent(owner, input());
    const { id, version } = (await findText(owner, title))!;
    await deleteContent(owner, id!);
    const late = await refusal(updateContent(owner, id, version, input({ content_value: "Mine" })));
    expect(late).toMatchObject({ newerVersion: 0, message: expect.stringContaining("reset this content") });
    await updateContent(owner, id, 0, input({ content_value: "Mine" }));
    expect(await shownTitle()).toBe("Mine");
    expect(await refusal(websiteContent.trash.restore(owner, id!))).toMatchObject({
      message: expect.stringContaining("Other content is now stored under this key"),
    });
  });

  test("saving under a taken key is rejected with an error on the key field", async () => {
    await addContent(owner, input());
    const taken = { content_key: expect.stringContaining("already content at home / hero / title") };
    expect(await refusal(addContent(owner, input()))).toMatchObject({ fields: taken });
    await addContent(owner, input({ content_key: "own" }));
    const own = (await findText(owner, { ...title, content_key: "own" }))!;
    expect(await refusal(updateContent(owner, own.id, 1, input()))).toMatchObject({ fields: taken });
  });

  test("HTML that's empty after sanitizing is rejected", async () => {
    const html = input({ content_key: "own", content_type: "html", content_value: "<script>x()</script>" });
    expect(await refusal(addContent(owner, html))).toMatchObject({
      fields: { content_value: expect.any(String) },
    });
  });
});

test("100,000 unused texts can be searched and paged", async () => {
  // Recording each row's history would take seconds. Statements in a transaction have a longer timeout.
  await owner.transaction(async (tx) => {
    await tx.execute("alter table website_content disable trigger user");
    await tx.execute(
      "insert into website_content (page_name, section_name, content_key, content_value) select 'landing', 'many', 'key ' || n, 'value ' || n from generate_series(1, 100000) as n",
    );
    await tx.execute("alter table website_content enable trigger user");
  });
  const found = await list({ search: "value 99999" });
  expect(found).toMatchObject({ matching: 1, rows: [{ content_key: "key 99999" }] });
  expect((await list({ page: 2001 })).rows).toHaveLength(50);
});
