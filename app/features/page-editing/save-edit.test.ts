import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { howMany } from "../../../tests/support/faults.ts";
import { inHtml } from "../../platform/text/edit-mark.ts";
import { textsIn } from "../../platform/text/html-texts.ts";
import { findLive } from "../changes/apply.server.ts";
import { findDraft, saveDraft } from "../changes/drafts.server.ts";
import { readAt, writeAt } from "./json-path.ts";
import { type Edit, saveEdit } from "./save-edit.server.ts";

const { owner } = await openTestDatabases();

const TITLE = { kind: "website-content", id: "about:hero:title", field: "content_value" } as const;
const edit = (base: string, value: string, more: Partial<Edit> = {}): Edit => ({
  ...{ ...TITLE, path: [], isLive: false, base, value },
  ...more,
});
const published = async () => (await findLive(owner, TITLE.kind, TITLE.id))!.fields[0]!.value;
const drafted = async () => (await findDraft(owner, TITLE))?.fields.content_value?.value.value;

test("an edit is saved as a draft or published", async () => {
  const base = await published();
  expect(await saveEdit(owner, edit(base, "Drafted"))).toMatchObject({ state: "saved" });
  expect([await published(), await drafted()]).toEqual([base, "Drafted"]);
  expect(await saveEdit(owner, edit(base, "Drafted"))).toEqual({ state: "same" });
  expect(await saveEdit(owner, edit("Drafted", "Published", { isLive: true }))).toMatchObject({
    state: "saved",
  });
  expect([await published(), await drafted()]).toEqual(["Published", undefined]);
});

test("an edit isn't published right away if the draft changes other fields", async () => {
  const key = { kind: "page-seo", id: "about" } as const;
  const seo = async () => {
    const { fields } = (await findLive(owner, key.kind, key.id))!;
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  };
  const before = await seo();
  await saveDraft(owner, key, { posted: { meta_description: "For next week" } });
  const done = await saveEdit(
    owner,
    edit(before.meta_title!, "A new title", { ...key, field: "meta_title", isLive: true }),
  );
  expect(done).toEqual({ state: "saved", before: before.meta_title });
  expect(await seo()).toEqual(before);
  expect((await findDraft(owner, key))?.fields).toMatchObject({
    meta_title: { value: { value: "A new title" } },
    meta_description: { value: { value: "For next week" } },
  });
});

test("an edit isn't published right away if the draft changes other parts of the same list", async () => {
  const id = "about:stats:items";
  const key = { ...TITLE, id };
  const live = async () => (await findLive(owner, TITLE.kind, id))!.fields[0]!.value;
  const before = await live();
  const labelOf = (index: number) => readAt(before, [index, "label"])!;
  await saveEdit(owner, edit(labelOf(0), "For next week", { id, path: [0, "label"] }));
  const done = await saveEdit(owner, edit(labelOf(1), "Now", { id, path: [1, "label"], isLive: true }));
  expect(done).toEqual({ state: "saved", before: labelOf(1), list: undefined });
  expect(await live()).toBe(before);
  // Once it's the only change, it can be published.
  await saveEdit(owner, edit("For next week", labelOf(0), { id, path: [0, "label"] }));
  await saveEdit(owner, edit("Now", "Right now", { id, path: [1, "label"], isLive: true }));
  expect(JSON.parse(await live())).toEqual(JSON.parse(writeAt(before, [1, "label"], "Right now")));
  expect(await findDraft(owner, key)).toBeNull();
});

test("only the edited part of a list changes", async () => {
  const id = "about:stats:items";
  const list = async () => (await findDraft(owner, { ...TITLE, id }))?.fields.content_value?.value.value;
  const stored = (await findLive(owner, TITLE.kind, id))!.fields[0]!.value;
  const base = readAt(stored, [1, "label"])!;
  await saveEdit(owner, edit(base, "New label", { id, path: [1, "label"] }));
  expect(JSON.parse((await list())!)).toEqual(JSON.parse(writeAt(stored, [1, "label"], "New label")));
  await expect(saveEdit(owner, edit("", "x", { id, path: [99, "label"] }))).rejects.toThrow("deleted");
  await expect(saveEdit(owner, edit("", "x", { id, path: ["__proto__", "label"] }))).rejects.toThrow();
});

test("list items can be added, duplicated, moved and removed", async () => {
  const id = "about:reasons:items";
  const stored = async () =>
    (await findDraft(owner, { ...TITLE, id }))?.fields.content_value?.value.value ??
    (await findLive(owner, TITLE.kind, id))!.fields[0]!.value;
  const texts = async () => (JSON.parse(await stored()) as { text: string }[]).map(({ text }) => text);
  const change = async (index: number, item: Edit["item"]) =>
    saveEdit(owner, edit((await texts())[index]!, "New text", { id, path: [index, "text"], item }));
  const [first, second, ...rest] = await texts();
  const before = await stored();
  const { list } = (await change(0, "add")) as { list: { before: string; after: string } };
  expect([await texts(), list]).toEqual([
    [first, "New text", second, ...rest],
    { before, after: await stored() },
  ]);
  const [item, added] = JSON.parse(await stored()) as object[];
  expect(added).toEqual({ ...item, text: "New text" });
  await change(1, "down");
  expect(await texts()).toEqual([first, second, "New text", ...rest]);
  await change(2, "up");
  await change(1, "remove");
  await change(0, "duplicate");
  expect(await texts()).toEqual([first, first, second, ...rest]);
  await expect(change(0, "up")).rejects.toThrow("any further");
  await expect(change(rest.length + 2, "down")).rejects.toThrow("any further");
  // Undo saves the previous list.
  await saveEdit(owner, edit(await stored(), before, { id }));
  expect(await texts()).toEqual([first, second, ...rest]);
  for (let left = rest.length + 1; left > 0; left--) await change(0, "remove");
  await expect(change(0, "remove")).rejects.toThrow("at least one item");
  // Simulates a text that another window has changed.
  const stale = edit("Old words", "New text", { id, path: [0, "text"], item: "remove" });
  expect(await saveEdit(owner, stale)).toMatchObject({ state: "conflict" });
});

test("a text within HTML is edited without touching its markup or other texts", async () => {
  const key = { ...TITLE, id: "privacy:content:html" };
  const draft = async () => (await findDraft(owner, key))?.fields.content_value?.value.value ?? "";
  const html = (await findLive(owner, key.kind, key.id))!.fields[0]!.value;
  const [first, second, third] = [0, 1, 2].map((i) => readAt(html, [inHtml(i)])!);
  const change = (i: number, base: string, value: string, more: Partial<Edit> = {}) =>
    saveEdit(owner, edit(base, value, { id: key.id, path: [inHtml(i)], ...more }));
  expect(await change(1, second!, "Fish & <chips>")).toMatchObject({ state: "saved" });
  const stored = await draft();
  expect(textsIn(stored)).toEqual(textsIn(html).with(1, "Fish & <chips>"));
  expect(stored.match(/<[^>]*>/g)).toEqual(html.match(/<[^>]*>/g));
  // Someone else's edit of another text doesn't conflict, but one of the same text does.
  expect(await change(0, first!, "Another first")).toMatchObject({ state: "saved" });
  expect(await change(1, second!, "Mine")).toEqual({ state: "conflict", now: "Fish & <chips>" });
  // The draft has other changes, so it isn't published with this one.
  expect(await change(2, third!, "Third", { isLive: true })).not.toHaveProperty("published");
  await expect(change(9_999, "x", "y")).rejects.toThrow("deleted");
});

const TURNS = howMany(150, 1_000);
test("two windows never silently overwrite each other's value, in any random interleaving", async () => {
  const windows = [{ base: await published() }, { base: await published() }];
  let now = (await drafted()) ?? (await published());
  const counts = { saved: 0, conflict: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    const isTogether = Math.random() < 0.05;
    const acting = isTogether ? windows : [windows[Math.random() < 0.5 ? 0 : 1]!];
    const typed = acting.map((_, i) => `Turn ${turn}, window ${i}`);
    const bases = acting.map(({ base }) => base);
    const replies = await Promise.all(acting.map(({ base }, i) => saveEdit(owner, edit(base, typed[i]!))));
    const saved = replies.flatMap(({ state }, i) => (state === "saved" ? [i] : []));
    // At most one window can save, and only over the value that it showed.
    expect(saved.length).toBeLessThanOrEqual(1);
    for (const i of saved) expect(bases[i]).toBe(now);
    const before = now;
    now = saved.length ? typed[saved[0]!]! : now;
    expect(await drafted()).toBe(now);
    replies.forEach((reply, i) => {
      counts[reply.state as "saved" | "conflict"]++;
      // The other window gets the newer value and keeps its own.
      if (reply.state === "conflict") expect([before, now]).toContain(reply.now);
      acting[i]!.base = reply.state === "conflict" ? reply.now : typed[i]!;
    });
  }
  expect(counts.saved).toBeGreaterThan(TURNS / 10);
  expect(counts.conflict).toBeGreaterThan(TURNS / 10);
});
