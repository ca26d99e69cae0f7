// What every kind of record needs in the database and the routes (decision 0038).
import { getTableColumns, getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { AUTOSAVE_KINDS, isPrivateKind } from "../app/copy/panel/record-kinds.ts";
import { KINDS, RESTORABLE_KINDS } from "../app/features/records/kinds.server.ts";
import { hasWords } from "../app/features/records/record-kind.server.ts";
import { createTriggers } from "../app/features/records/triggers.server.ts";
import { readTables } from "../app/platform/database/schema.server.ts";
import { VISITOR_ROLE } from "../app/platform/database/visitor-role.server.ts";
import routes from "../app/routes.ts";
import { openTestDatabases } from "./support/database.ts";

const { pool } = await openTestDatabases();
const has = new Map<string, Set<string>>();
const NOTES_USES = "the trigger note_media_uses";
const TRIGGERS = [
  ...["count_version", "remember_revision", "note_media_uses"],
  ...["inserted", "updated", "deleted", "truncated"].map((what) => `tell_content_${what}`),
].map((name) => `the trigger ${name}`);
const lacks = (table: string, needed: readonly string[]) =>
  needed.filter((one) => !has.get(table)?.has(one)).map((one) => `${table} lacks ${one}`);

beforeAll(readWhatTablesHave);

async function readWhatTablesHave() {
  const { rows } = await pool.query<{ name: string; what: string }>(
    `select tgrelid::regclass::text as name, 'the trigger ' || tgname as what from pg_trigger
       where not tgisinternal and tgenabled = 'O'
     union all select tablename, 'a policy for ' || cmd from pg_policies where '${VISITOR_ROLE}' = any(roles)
     union all select relname, 'row-level security' from pg_class where relrowsecurity
     union all select relname, 'the visitor''s right to ' || lower(privilege_type) from pg_class, aclexplode(relacl)
       where grantee = '${VISITOR_ROLE}'::regrole`,
  );
  for (const { name, what } of rows) has.set(name, (has.get(name) ?? new Set()).add(what));
}

/** Every path as the routes spell it, such as `blog/:slug`. */
const PATHS = routes.flatMap(function pathsOf(route): string[] {
  return [...(route.path ? [route.path] : []), ...(route.children ?? []).flatMap(pathsOf)];
});

describe.each(KINDS.map((kind) => [kind.name, kind] as const))("%s", (_, kind) => {
  const table = getTableName(kind.table);
  const columns = Object.keys(getTableColumns(kind.table));

  test("every change increments the version, enters the history and invalidates cached pages", () => {
    const published = columns.includes("was_published") ? ["the trigger remember_published"] : [];
    // Images don't contain images.
    const needed = TRIGGERS.filter((trigger) => trigger !== NOTES_USES);
    expect(lacks(table, [...needed, ...published])).toEqual([]);
    // An image isn't shown in another one.
    expect(has.get(table)!.has(NOTES_USES)).toBe(table !== "media");
    expect(columns).toEqual(expect.arrayContaining(["version", "updated_at"]));
  });

  test("visitors can read only what a policy allows, and can't write anything", () => {
    const needed = ["row-level security", "a policy for SELECT", "the visitor's right to select"];
    if (!isPrivateKind(kind.name)) expect(lacks(table, needed)).toEqual([]);
    const denied = ["insert", "update", "delete", ...(isPrivateKind(kind.name) ? ["select"] : [])];
    const rights = denied.map((right) => `the visitor's right to ${right}`);
    expect(rights.filter((right) => has.get(table)?.has(right))).toEqual([]);
  });

  test("the form has a URL in the panel and a text field", () => {
    const { pathname } = new URL(kind.editor("one"), "http://localhost");
    expect(PATHS.some((path) => pathname.endsWith(`/${path.replace("/:subject?", "")}`))).toBe(true);
    if (kind.fields) expect(kind.fields.some(hasWords)).toBe(true);
  });

  test("a kind implements every feature that its table has a column for", () => {
    const promised = {
      deleted_at: "trash",
      is_sample: "samples",
      slug: "page",
      was_published: "form",
    };
    const missing = Object.entries(promised).filter(
      ([column, part]) => columns.includes(column) && !(part in kind),
    );
    expect(missing.map(([column, part]) => `${table} has ${column}, its kind no ${part}`)).toEqual([]);
  });
});

test("every table whose records can be deleted and restored belongs to a kind", async () => {
  const client = await pool.connect();
  const tables = await readTables(client).finally(() => client.release());
  const restorable = tables.filter(({ columns }) => columns.includes("deleted_at")).map(({ name }) => name);
  expect(RESTORABLE_KINDS.map(({ table }) => getTableName(table)).sort()).toEqual(restorable.sort());
});

test("a kind with pages has a route, an image field and an autosave name", () => {
  for (const { page, fields, form } of RESTORABLE_KINDS) {
    if (!page) continue;
    expect(PATHS).toContain(page.base === "/" ? "*" : `${page.section}/:slug`);
    const images = fields?.filter(({ format }) => format === "image").map(({ name }) => name);
    expect(images).toContain(page.image.name);
    expect(AUTOSAVE_KINDS).toContain(form);
  }
});

test("a new kind's table gets its triggers at startup, and only once", async () => {
  await pool.query(
    `create table drawings (id uuid, version integer, created_at timestamptz, updated_at timestamptz,
      deleted_at timestamptz, slug text, published boolean default true, was_published boolean)`,
  );
  const client = await pool.connect();
  const kinds = [{ name: "drawings", table: "drawings" }];
  await createTriggers(client, kinds);
  await createTriggers(client, kinds);
  client.release();
  await pool.query("insert into drawings (id, version, slug) values (gen_random_uuid(), 1, 'kind-words')");
  await readWhatTablesHave();
  expect(lacks("drawings", TRIGGERS)).toEqual([]);
  const { rows } = await pool.query("select op from revisions where kind = 'drawings'");
  expect(rows).toEqual([{ op: "insert" }]);
  expect((await pool.query("select was_published from drawings")).rows).toEqual([{ was_published: true }]);
});
