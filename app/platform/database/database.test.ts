import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestDatabase, openTestDatabases } from "../../../tests/support/database.ts";
import { type Database, openDatabases } from "./database.server.ts";

const databases = openDatabases(await createTestDatabase(), { owner: 1, visitor: 1 });

test("a transaction that can't begin releases its connection", async () => {
  for (const db of [databases.owner, databases.visitor]) {
    const begin = db.transaction(async () => {}, { isolationLevel: "none such" as never });
    await expect(begin).rejects.toMatchObject({ cause: { code: "42601" } });
    await db.execute(sql`select 1`);
  }
  await databases.close();
});

describe("decision 0004: the visitor role 'can add enquiries, their emails and subscribers'", async () => {
  const { owner, visitor } = await openTestDatabases();
  const enquiry_id = randomUUID();
  type Row = Record<string, string | null>;
  const made: Record<string, () => Row> = {
    enquiries: () => ({ id: randomUUID(), form_type: "contact", name: "Ada", email: "ada@example.com" }),
    subscribers: () => ({ email: `${randomUUID()}@example.com`, token: randomUUID() }),
    outgoing_mails: () => ({
      id: randomUUID(),
      enquiry_id,
      message_id: randomUUID(),
      subject: "One",
      text_body: "One",
      html_body: "One",
    }),
  };
  function add(db: Database, table: string, changes: Row = {}) {
    const row = Object.entries({ ...made[table]?.(), ...changes });
    const columns = row.map(([column]) => sql.identifier(column));
    const values = row.map(([, value]) => sql`${value}`);
    return db.execute(
      sql`insert into ${sql.identifier(table)} (${sql.join(columns, sql`, `)}) values (${sql.join(values, sql`, `)})`,
    );
  }

  test("the visitor role can read public content, add to four tables, and nothing else", async () => {
    const { rows } = await visitor.execute<{ name: string; rights: string }>(sql`
      select table_name as name, string_agg(distinct privilege_type, ', ') as rights
        from information_schema.role_column_grants
        where grantee = current_user and table_schema = 'public' group by 1 order by 1`);
    const namesWith = (rights: string) => rows.filter((one) => one.rights === rights).map(({ name }) => name);
    expect(namesWith("INSERT")).toEqual(["audits", "enquiries", "outgoing_mails", "subscribers"]);
    expect(namesWith("SELECT")).toEqual([
      ...["blog_posts", "case_studies", "imports", "industries", "landing_pages", "media", "media_files"],
      ...["page_seo", "redirects", "slug_history", "website_content", "website_settings"],
    ]);
    expect(rows).toHaveLength(16);
    const open = await owner.execute(
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
    );
    expect(open.rows).toEqual([]);
  });

  test("the visitor role can add enquiries, emails and unconfirmed subscribers", async () => {
    await add(visitor, "enquiries", { id: enquiry_id });
    await add(visitor, "enquiries", { status: "spam" });
    await add(visitor, "outgoing_mails");
    await add(visitor, "outgoing_mails", { kind: "confirmation" });
    await add(visitor, "subscribers");
  });

  test.each<[string, Row]>([
    ["enquiries", { status: "won" }],
    ["subscribers", { status: "confirmed" }],
    ["subscribers", { status: "unsubscribed" }],
    ["subscribers", { confirmed_at: "2026-01-01" }],
    ["outgoing_mails", { kind: "newsletter" }],
    ["outgoing_mails", { status: "sent" }],
    ["outgoing_mails", { enquiry_id: null }],
  ])("the visitor role can't add to %s: %j", async (table, row) => {
    await expect(add(visitor, table, row)).rejects.toMatchObject({ cause: { code: "42501" } });
    await add(owner, table, row);
  });
});
