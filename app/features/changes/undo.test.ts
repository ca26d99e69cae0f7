import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { inNameOf } from "../../platform/database/session-writes.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { undoOperation } from "./undo.server.ts";

const { owner: db } = await openTestDatabases();
const kindOf = (name: KindName) => KINDS.find((kind) => kind.name === name)!;

beforeEach(async () => {
  for (const table of ["case_studies", "industries", "blog_posts", "redirects", "website_settings"])
    await db.execute(`delete from ${table}`);
});

/** Runs `work` as one request and returns its operation. */
async function asRequest(work: (named: typeof db) => Promise<unknown>): Promise<string> {
  const operation = randomUUID();
  await work(inNameOf(db, "mark1234", operation));
  return operation;
}

const addPost = async (slug: string, of = db) => {
  const { rows } = await of.execute<{ id: string }>(
    `insert into blog_posts (title, slug, content) values ('${slug}', '${slug}', '<p>Words.</p>') returning id`,
  );
  return rows[0]!.id;
};
const posts = async () => {
  const { rows } = await db.execute<{ title: string }>(
    "select title, published from blog_posts where deleted_at is null order by lower(title)",
  );
  return rows;
};

describe("undoing an operation", () => {
  test("undo restores every record that a request changed", async () => {
    const [changed, deleted] = [await addPost("changed"), await addPost("deleted")];
    const operation = await asRequest(async (named) => {
      await addPost("added", named);
      await kindOf("blog-posts").save(named, changed, { title: "Changed", published: "false" });
      await named.execute(`update blog_posts set deleted_at = now() where id = '${deleted}'`);
      await kindOf("settings").save(named, "general", { site_title: "Ours", phone_number: "1" });
    });
    const after = await posts();
    expect(after).toEqual([
      { title: "added", published: true },
      { title: "Changed", published: false },
    ]);
    const undone = await undoOperation(db, operation);
    expect(await posts()).toEqual([
      { title: "changed", published: true },
      { title: "deleted", published: true },
    ]);
    expect((await db.execute("select from website_settings")).rowCount).toBe(0);
    expect(undone.restored).toMatchObject([{ kind: "blog-posts", name: "deleted" }]);
    expect(undone.removed).toMatchObject([{ kind: "blog-posts", name: "added" }]);
    await undoOperation(db, undone.operation);
    expect(await posts()).toEqual(after);
  });

  test("a newer change to the same field blocks the whole undo", async () => {
    const [one, two] = [await addPost("one"), await addPost("two")];
    const operation = await asRequest(async (named) => {
      for (const id of [one, two]) await kindOf("blog-posts").save(named, id, { excerpt: "Of the request" });
    });
    await kindOf("blog-posts").save(db, two, { excerpt: "Newer" });
    await expect(undoOperation(db, operation)).rejects.toThrow(
      "Changed since then: two (Excerpt). Nothing was undone.",
    );
    const { rows } = await db.execute("select excerpt from blog_posts order by title");
    expect(rows).toEqual([{ excerpt: "Of the request" }, { excerpt: "Newer" }]);
  });

  test("undo keeps newer changes to other fields", async () => {
    const id = await addPost("one");
    const operation = await asRequest((named) => kindOf("blog-posts").save(named, id, { title: "Two" }));
    await kindOf("blog-posts").save(db, id, { excerpt: "Newer" });
    await undoOperation(db, operation);
    const { rows } = await db.execute("select title, excerpt from blog_posts");
    expect(rows).toEqual([{ title: "one", excerpt: "Newer" }]);
  });

  test("undo is rejected if a record has been changed or deleted since", async () => {
    let id = "";
    const added = await asRequest(async (named) => {
      id = await addPost("one", named);
    });
    await kindOf("blog-posts").save(db, id, { title: "Mine" });
    await expect(undoOperation(db, added)).rejects.toThrow("Changed since then: Mine (edited).");
    const changed = await asRequest((named) => kindOf("blog-posts").save(named, id, { title: "Two" }));
    await db.execute("update blog_posts set deleted_at = now()");
    await expect(undoOperation(db, changed)).rejects.toThrow("Two (deleted)");
    await db.execute("update blog_posts set deleted_at = null");
    const deleted = await asRequest((named) => named.execute("update blog_posts set deleted_at = now()"));
    await db.execute("update blog_posts set deleted_at = null");
    await expect(undoOperation(db, deleted)).rejects.toThrow("Two (restored)");
  });

  test("an operation can't be undone twice", async () => {
    await expect(undoOperation(db, randomUUID())).rejects.toThrow("too late to undo");
    const id = await addPost("one");
    const operation = await asRequest((named) => kindOf("blog-posts").save(named, id, { title: "Two" }));
    const both = await Promise.allSettled([undoOperation(db, operation), undoOperation(db, operation)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(undoOperation(db, operation)).rejects.toThrow("There's nothing left to undo");
  });
});
