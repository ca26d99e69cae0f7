// Reply templates are for whoever may see enquiries. Editors and visitors see nothing of them.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { EDITOR_ROLE } from "../../app/platform/database/editor-role.server.ts";
import { inNameOf } from "../../app/platform/database/session-writes.server.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const databases = openDatabases(site.database);
afterAll(() => databases.close());
const { query } = site;
beforeEach(() => query("truncate reply_templates, revisions, autosaves, industries cascade"));

const ids = {
  owner: await addPerson(query, "owner"),
  editor: await addPerson(query, "editor"),
  helper: await addPerson(query, "enquiries"),
};
const signIn = async (id: string) => `${SESSION_COOKIE}=${await addSession(query, id)}`;
const [owner, editor, helper] = [await signIn(ids.owner), await signIn(ids.editor), await signIn(ids.helper)];
const editorDb = inNameOf(databases.owner, "mark1234", undefined, ids.editor, EDITOR_ROLE);

const TEMPLATES = "enquiries/templates";
async function ask(path: string, Cookie: string, fields?: Record<string, string>) {
  const response = await fetch(`${site.url}${PANEL}/${path}`, {
    method: fields ? "POST" : "GET",
    headers: { Cookie },
    redirect: "manual",
    body: fields && new URLSearchParams(fields),
  });
  return { status: response.status, text: await response.text() };
}
async function add(fields: Record<string, string> = {}) {
  const added = await ask(TEMPLATES, helper, {
    intent: "add",
    name: "Thanks",
    body: "Hi {first name}",
    ...fields,
  });
  expect(added.status).toBe(200);
  const [row] = await query<{ id: string; version: number }>("select id, version from reply_templates");
  return row!;
}

const operationOf = async () =>
  (
    await query<{ operation: string }>(
      "select operation from revisions where kind = 'reply-templates' order by at desc limit 1",
    )
  )[0]!.operation;

test("someone for enquiries adds, changes, deletes and restores a template, and sees its history", async () => {
  const { id, version } = await add();
  expect(wordsOf((await ask(TEMPLATES, helper)).text)).toContain("Thanks");
  const changed = { intent: "update", id, version: String(version), name: "Thanks", body: "Dear {name}" };
  expect((await ask(TEMPLATES, helper, changed)).text).toContain("Template updated successfully");
  const record = `activity/record?kind=reply-templates&id=${id}`;
  const history = (await ask(record, helper)).text;
  expect(wordsOf(history)).toMatch(/Hi ?Dear/);
  // Its links lead to what this role may see.
  const links = [...history.matchAll(/href="\/admin-control-panel-seoprozone\/([^"#]+)/g)];
  for (const [, path = ""] of links)
    expect([path, (await ask(path.replaceAll("&amp;", "&"), helper)).status]).toEqual([path, 200]);
  // A stale form is a conflict.
  expect((await ask(TEMPLATES, helper, { ...changed, body: "Other" })).text).not.toContain("successfully");

  expect((await ask("undo", helper, { operation: await operationOf() })).status).toBe(200);
  expect(await query("select body from reply_templates")).toEqual([{ body: "Hi {first name}" }]);
  await ask(TEMPLATES, helper, { intent: "delete", id });
  expect(wordsOf((await ask("deleted", helper)).text)).toMatch(
    /Reply templates \(1\) Recently deleted first/,
  );
  await ask("deleted", helper, { intent: "restore", kind: "reply-templates", id });
  expect(await query("select deleted_at from reply_templates")).toEqual([{ deleted_at: null }]);
});

test("two templates can't have the same name, and a template needs a name and a text", async () => {
  await add();
  const again = await ask(TEMPLATES, helper, { intent: "add", name: "THANKS", body: "x" });
  expect(again.text).toContain("There's already a template named “THANKS”.");
  expect((await ask(TEMPLATES, helper, { intent: "add", name: " ", body: "x" })).text).toContain(
    "Enter a name.",
  );
  expect((await ask(TEMPLATES, helper, { intent: "add", name: "x", body: "" })).text).toContain(
    "Write the text.",
  );
  expect(await query("select from reply_templates")).toHaveLength(1);
});

test("a template has no draft, because visitors never see it", async () => {
  const { id, version } = await add();
  const draft = { intent: "update", id, version: String(version), name: "Secret", body: "x", draft: "on" };
  expect((await ask(TEMPLATES, owner, draft)).status).toBe(400);
  expect(await query("select from change_items")).toEqual([]);
});

test("an editor finds a template nowhere, and neither does the editor's database role", async () => {
  const { id } = await add({ name: "Discount", body: "Our secret discount" });
  await ask("autosaves", helper, {
    ...{ intent: "autosave", kind: "reply-template", autosave: randomUUID() },
    ...{ record: id, name: "Discount", body: "Our secret discount", version: "1" },
  });
  const places = [
    ...["activity", "activity?kind=reply-templates", "changes", "deleted", "deleted?kind=reply-templates"],
    ...["content/replace?find=secret", "dashboard", "search"],
  ];
  for (const path of places) {
    const seen = await ask(path, editor, path === "search" ? { search: "discount" } : undefined);
    expect([path, seen.status]).toEqual([path, 200]);
    expect([path, wordsOf(seen.text)]).not.toEqual([path, expect.stringMatching(/secret disc|Discount/)]);
  }
  for (const path of [TEMPLATES, `activity/record?kind=reply-templates&id=${id}`])
    expect([path, (await ask(path, editor)).status]).toEqual([path, 404]);
  // To an editor, the operation doesn't exist.
  const undone = await ask("undo", editor, { operation: await operationOf() });
  expect(undone.status).toBe((await ask("undo", editor, { operation: randomUUID() })).status);
  expect((await ask("deleted", editor, { intent: "restore", kind: "reply-templates", id })).status).toBe(404);
  expect((await ask("deleted", editor, { intent: "restore-all", kind: "reply-templates" })).status).toBe(404);
  expect(await query("select deleted_at from reply_templates")).toEqual([{ deleted_at: null }]);

  for (const table of ["revisions", "autosaves"]) {
    expect(await query(`select from ${table} where kind like 'reply-template%'`)).not.toEqual([]);
    const { rows } = await editorDb.execute(
      sql`select from ${sql.identifier(table)} where kind like 'reply-template%'`,
    );
    expect([table, rows]).toEqual([table, []]);
  }
  await expect(editorDb.execute(sql`select from reply_templates`)).rejects.toMatchObject({
    cause: { message: "permission denied for table reply_templates" },
  });
});

test("deleting a record whose links are counted works for editors", async () => {
  await add({ body: "/blog/old" });
  await ask("blog", editor, {
    intent: "add",
    title: "Old",
    slug: "old",
    content: "<p>x</p>",
    published: "on",
  });
  const [post] = await query<{ id: string }>("select id from blog_posts where slug = 'old'");
  expect((await ask("blog", editor, { intent: "delete", id: post!.id })).text).toContain(
    "Blog post deleted successfully",
  );
});

test("no one deletes the autosave of a form that they may not use", async () => {
  const of = { mine: randomUUID(), theirs: randomUUID() };
  await ask("autosaves", helper, {
    ...{ intent: "autosave", kind: "reply-template", autosave: of.mine, name: "Half", body: "" },
  });
  await ask("autosaves", editor, {
    ...{ intent: "autosave", kind: "industry", autosave: of.theirs, name: "Half", description: "" },
  });
  const left = () => query<{ kind: string }>("select kind from autosaves where not refused order by 1");
  const both = [{ kind: "industry" }, { kind: "reply-template" }];
  expect(await left()).toEqual(both);
  for (const intent of ["forget", "refuse"]) {
    await ask("autosaves", helper, { intent, autosave: of.theirs });
    await ask("autosaves", editor, { intent, autosave: of.mine });
    await ask("autosaves", helper, { intent, autosave: randomUUID(), restored: of.theirs });
  }
  await ask(TEMPLATES, helper, { intent: "add", name: "A", body: "B", autosave: of.theirs });
  await ask("industries", editor, { intent: "add", name: "A", description: "", autosave: of.mine });
  expect(await left()).toEqual(both);
  await ask("autosaves", helper, { intent: "forget", autosave: of.mine });
  expect(await left()).toEqual([{ kind: "industry" }]);
});
