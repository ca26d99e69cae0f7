import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { listDraftKeys } from "../../../tests/support/draft-names.ts";
import { withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import { blogPost } from "../blog/kind.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { writeTextKey } from "../website-content/text-key.ts";
import { applyChanges, ChangeConflicts, findLive } from "./apply.server.ts";
import { discardDrafts, restoreDiscarded } from "./discard.server.ts";
import {
  countPendingDrafts,
  findDraft,
  listDrafted,
  liveFieldStamp,
  resolveConflict,
  saveDraft,
} from "./drafts.server.ts";
import { listChanges, publishDrafts } from "./publish.server.ts";
import { lockUnscheduled, takeDrafts } from "./sets.server.ts";
import { undoOperation } from "./undo.server.ts";

const { owner: db } = await openTestDatabases();

const addAny = async (title: string, published = true) =>
  (
    await blogPosts.insert(
      db,
      blogPost.schema.parse({ title, content: "<p>Words</p>", published: String(published) }),
    )
  ).id;
const keep = (kind: KindName, id: string, posted: Record<string, string>, draft?: number) =>
  saveDraft(db, { kind, id }, { posted, draft });
const save = (kind: KindName, id: string, fields: Record<string, string>) =>
  KINDS.find(({ name }) => name === kind)!.save(db, id, fields);
const waiting = () => listDraftKeys(db);
const revisions = () => db.execute("select * from revisions").then(({ rows }) => rows.length);

test("a draft stores only the fields that differ", async () => {
  const id = await addAny("Draft beside live");
  const before = [await blogPosts.read(db, id), await revisions()];
  const { waiting: count, isNothing } = await keep("blog-posts", id, {
    title: "  Draft beside live  ",
    content: "<p>New words<script>alert(1)</script></p>",
    excerpt: "Short",
    unknown: "x",
  });
  expect({ count, isNothing }).toEqual({ count: 1, isNothing: false });
  expect([await blogPosts.read(db, id), await revisions()]).toEqual(before);
  expect((await findDraft(db, { kind: "blog-posts", id }))?.fields).toEqual({
    content: { base: { value: "<p>Words</p>" }, value: { value: "<p>New words</p>" } },
    excerpt: { base: { value: "" }, value: { value: "Short" } },
  });
  expect(await listDrafted(db, "blog-posts")).toEqual(new Map([[id, null]]));
  await discardDrafts(db, await waiting());
});

test("a draft is rejected if it breaks a form rule or its record is gone", async () => {
  const id = await addAny("Rules");
  await addAny("Taken");
  await expect(keep("blog-posts", id, { title: "" })).rejects.toThrow("Enter a title.");
  await expect(keep("blog-posts", id, { slug: "taken" })).rejects.toThrow("is taken by another post");
  await expect(keep("blog-posts", crypto.randomUUID(), { title: "x" })).rejects.toThrow("was deleted");
  expect(await countPendingDrafts(db)).toBe(0);
  expect(await keep("blog-posts", id, { title: "Rules" })).toMatchObject({
    waiting: 0,
    isNothing: true,
  });
});

test("saving a field after drafting it blocks the publish", async () => {
  const [one, two] = [await addAny("One"), await addAny("Two")];
  await keep("blog-posts", one, { title: "One kept", excerpt: "Kept" });
  await keep("blog-posts", two, { excerpt: "Kept too" });
  await save("blog-posts", one, { title: "One saved", author: "Saved Author" });
  const refused = await publishDrafts(db, await waiting()).catch((error) => error);
  expect(refused).toBeInstanceOf(ChangeConflicts);
  expect(refused.message).toContain("One (Title)");
  expect(await blogPosts.read(db, two)).toMatchObject({ excerpt: "" });
  expect(await countPendingDrafts(db)).toBe(2);

  const key = { kind: "blog-posts", id: one } as const;
  const choice = { field: "title", keeps: "draft" } as const;
  await expect(resolveConflict(db, key, { ...choice, live: stampOf("Older") })).rejects.toThrow(
    "changed again",
  );
  await resolveConflict(db, key, { ...choice, live: stampOf("One saved") });
  await publishDrafts(db, await waiting());
  expect(await blogPosts.read(db, one)).toMatchObject({
    title: "One kept",
    excerpt: "Kept",
    author: "Saved Author",
  });
  expect(await blogPosts.read(db, two)).toMatchObject({ excerpt: "Kept too" });
});

test("saving a form that shows the published version keeps other drafted fields", async () => {
  const id = await addAny("Views");
  const fieldsOf = async () => Object.keys((await findDraft(db, { kind: "blog-posts", id }))?.fields ?? {});
  await keep("blog-posts", id, { title: "Draft", excerpt: "" });
  await keep("blog-posts", id, { title: "Views", excerpt: "Kept" });
  expect((await fieldsOf()).sort()).toEqual(["excerpt", "title"]);
  await expect(keep("blog-posts", id, { title: "Other" })).rejects.toThrow(
    "The draft already changes this field",
  );
  const { version } = (await findDraft(db, { kind: "blog-posts", id }))!;
  await expect(keep("blog-posts", id, { title: "Other" }, version - 1)).rejects.toThrow("in another window");
  await keep("blog-posts", id, { title: "Views", excerpt: "Kept" }, version);
  expect(await fieldsOf()).toEqual(["excerpt"]);
  await discardDrafts(db, await waiting());
});

test("a form that shows a discarded draft can't overwrite a newer draft", async () => {
  const id = await addAny("Dropped, kept anew");
  const key = { kind: "blog-posts", id } as const;
  await keep("blog-posts", id, { title: "First draft" });
  const opened = (await findDraft(db, key))!.version;
  const undo = await discardDrafts(db, await waiting());
  await keep("blog-posts", id, { excerpt: "Second draft" });
  await expect(keep("blog-posts", id, { title: "First, more", excerpt: "" }, opened)).rejects.toThrow(
    "in another window",
  );
  expect(Object.keys((await findDraft(db, key))!.fields)).toEqual(["excerpt"]);
  // Undo restores the draft's version, so the form can be saved again.
  await discardDrafts(db, await waiting());
  await restoreDiscarded(db, undo);
  await keep("blog-posts", id, { title: "First, more", excerpt: "" }, opened);
  await discardDrafts(db, await waiting());
});

test("a form can't undo how a conflict was resolved in another window", async () => {
  const id = await addAny("Settled");
  const key = { kind: "blog-posts", id } as const;
  const by = crypto.randomUUID();
  await saveDraft(db, key, { posted: { title: "Mine", excerpt: "Drafted" }, by });
  const { version: draft } = (await findDraft(db, key))!;
  await save("blog-posts", id, { title: "Theirs" });
  const live = liveFieldStamp((await findLive(db, key.kind, id))!.fields, "title");
  await resolveConflict(db, key, { field: "title", keeps: "live", live });
  const late = saveDraft(db, key, { posted: { title: "Mine", excerpt: "Later" }, draft, by });
  await expect(late).rejects.toThrow("in another window");
  await discardDrafts(db, [key]);
});

test("a conflict can't be resolved without a draft", async () => {
  const id = await addAny("No draft");
  await keep("blog-posts", id, { title: "Kept" });
  const of = { field: "__proto__", keeps: "draft", live: "" } as const;
  for (const key of ["x", crypto.randomUUID(), id])
    await expect(resolveConflict(db, { kind: "blog-posts", id: key }, of)).rejects.toThrow("Review it again");
  await discardDrafts(db, await waiting());
});

test("drafts that aren't published can't be undone", async () => {
  const id = await addAny("Once");
  await keep("blog-posts", id, { title: "Kept" });
  await save("blog-posts", id, { title: "Kept" });
  const set = (await findDraft(db, { kind: "blog-posts", id }))!.change_set_id;
  await expect(undoOperation(db, set)).rejects.toThrow("too late to undo");
  expect((await blogPosts.read(db, id))?.title).toBe("Kept");
  await discardDrafts(db, await waiting());
});

test("there are at most 500 drafts, and at most 200 are selected at a time", async () => {
  const id = await addAny("The last one");
  const other = await addAny("One too many");
  await keep("blog-posts", id, { title: "Kept" });
  const set = await db.transaction(lockUnscheduled);
  await db.execute(`insert into change_items (change_set_id, kind, record_id, name, fields)
    select '${set}', 'blog-posts', gen_random_uuid(), '', '{}' from generate_series(2, 500)`);
  await expect(keep("blog-posts", other, { title: "Kept" })).rejects.toThrow(
    "There are already 500 pending changes",
  );
  expect((await keep("blog-posts", id, { excerpt: "Kept too" })).waiting).toBe(500);
  const all = await waiting();
  await expect(takeDrafts(db, all.slice(0, 201))).rejects.toThrow("Select at most 200 drafts at a time.");
  await takeDrafts(db, all.slice(0, 200));
  await discardDrafts(db, all);
});

test("one post can take a slug that another frees in the same publish", async () => {
  const [one, two] = [await addAny("Slug one"), await addAny("Slug two")];
  await keep("blog-posts", one, { slug: "slug-free" });
  await keep("blog-posts", two, { title: "Two" });
  // Written directly, because the form rejects a taken slug.
  await db.execute(
    `update change_items set fields = '{"slug":{"base":{"value":"slug-two"},"value":{"value":"slug-one"}}}' where record_id = '${two}'`,
  );
  const slugs = async (on = db) => [
    (await blogPosts.read(on, one))?.slug,
    (await blogPosts.read(on, two))?.slug,
  ];
  // In a preview, both orders work.
  for (const order of [1, -1])
    expect(
      await withRollback(db, async (tx) => {
        const changes = await listChanges(tx);
        await applyChanges(tx, order === 1 ? changes : changes.reverse(), "take");
        return slugs(tx);
      }),
    ).toEqual(["slug-free", "slug-one"]);
  await publishDrafts(db, await waiting());
  expect(await slugs()).toEqual(["slug-free", "slug-one"]);
});

test("a preview shows a drafted list together with items that were published since", async () => {
  const id = writeTextKey({ page_name: "home", section_name: "stats", content_key: "items" });
  const itemsOf = async (on = db): Promise<{ label: string }[]> => {
    const found = await findLive(on, "website-content", id);
    return JSON.parse(found!.fields.find(({ name }) => name === "content_value")!.value);
  };
  const items = await itemsOf();
  const labeled = (at: number, label: string) => ({
    content_value: JSON.stringify(items.map((one, i) => (i === at ? { ...one, label } : one))),
  });
  await keep("website-content", id, labeled(0, "Drafted"));
  await save("website-content", id, labeled(1, "Published"));
  const shown = await withRollback(db, async (tx) => {
    await applyChanges(tx, await listChanges(tx), "take");
    return itemsOf(tx);
  });
  expect(shown.slice(0, 2).map(({ label }) => label)).toEqual(["Drafted", "Published"]);
  await discardDrafts(db, await waiting());
});

test("a record that can't be saved blocks the whole publish", async () => {
  const [one, two] = [await addAny("Stays"), await addAny("Goes")];
  await keep("blog-posts", one, { title: "Stays no more" });
  await keep("blog-posts", two, { slug: "wanted" });
  const thief = await blogPosts.insert(
    db,
    blogPost.schema.parse({ title: "x", slug: "wanted", content: "<p>x</p>" }),
  );
  const both = await waiting();
  await expect(publishDrafts(db, both)).rejects.toThrow("“Goes” can't be published");
  await db.execute(`update blog_posts set deleted_at = now() where id in ('${two}', '${thief.id}')`);
  await expect(publishDrafts(db, both)).rejects.toThrow("“Goes” has since been deleted");
  const preview = db.transaction(async (tx) => applyChanges(tx, await listChanges(tx), "take"));
  await expect(preview).rejects.toThrow("“Goes” has since been deleted");
  expect((await blogPosts.read(db, one))?.title).toBe("Stays");
  await discardDrafts(db, [{ kind: "blog-posts", id: two }]);
  await publishDrafts(db, [{ kind: "blog-posts", id: one }]);
  expect((await blogPosts.read(db, one))?.title).toBe("Stays no more");
});

test("concurrent drafts, saves and publishes don't lose any fields", async () => {
  const ids = await Promise.all(["A", "B", "C"].map((title) => addAny(`At once ${title}`)));
  for (let round = 0; round < 4; round++) {
    const kept = `Kept ${round}`;
    for (const id of ids) await keep("blog-posts", id, { excerpt: kept });
    const drafted = await waiting();
    const during = ids.map(async (id) => {
      const post = (await blogPosts.read(db, id))!;
      const input = blogPost.schema.parse({
        ...withTextSwitches(post),
        published: undefined,
        author: `Author ${round}`,
      });
      // May fail with a version conflict.
      await blogPosts.update(db, id, post.version, input).catch(() => {});
    });
    const later = keep("blog-posts", ids[0]!, { category: `Category ${round}` });
    const published = await publishDrafts(db, drafted).then(
      () => true,
      () => false,
    );
    await Promise.all([...during, later]);
    const excerpts = await Promise.all(
      ids.map(async (id) => (await blogPosts.read(db, id))!.excerpt === kept),
    );
    expect(new Set(excerpts)).toEqual(new Set([published]));
    // The draft is either published or still pending.
    const category = (await blogPosts.read(db, ids[0]!))?.category;
    const left = (await findDraft(db, { kind: "blog-posts", id: ids[0]! }))?.fields.category;
    expect(category === `Category ${round}` || left !== undefined).toBe(true);
    const others = await waiting();
    if (others.length) await discardDrafts(db, others);
  }
});
