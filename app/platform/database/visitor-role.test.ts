import { randomBytes } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { SUPERUSER } from "../../../server/postgres/program.ts";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { queryOnce } from "../../../tests/support/query-once.ts";
import { quietLog as log } from "../../../tests/support/quiet-log.ts";
import { migrateDatabase } from "./database.server.ts";

const { template: _, ...server } = inject("postgres");
const owner = `limited_${randomBytes(4).toString("hex")}`;
const asAdministrator = (text: string, database = "postgres") =>
  queryOnce({ ...server, user: SUPERUSER, database }, text);

// Runs after the database is dropped, because roles with rights in a database can't be dropped.
afterAll(() => asAdministrator(`drop role ${owner}; drop role anon; drop role authenticated`));
const database = await createTestDatabase({ migrated: false });
const connection = { ...database, user: owner };
await asAdministrator(
  `create role ${owner} login nocreaterole; create role anon; create role authenticated;
   grant anon, authenticated to ${owner}; alter database ${database.database} owner to ${owner}`,
);
// Roles of a hosted PostgreSQL whose API exposes all tables.
await queryOnce(
  connection,
  `alter default privileges in schema public grant all on tables to anon, authenticated, public;
   create table beside (n integer); grant usage on schema public to anon, authenticated`,
);

const policies = () =>
  queryOnce<{ role: string }>(
    connection,
    "select distinct array_to_string(roles, ',') as role from pg_policies where schemaname = 'public'",
  );

const STATEMENTS = [
  "select setting_value from website_settings",
  "select to_path from redirects",
  "select name from industries",
  "insert into enquiries (id, form_type, name, email) values (gen_random_uuid(), 'contact', 'A', 'a@example.com')",
  `insert into outgoing_mails (id, enquiry_id, kind, recipient, message_id, subject, text_body, html_body)
     select gen_random_uuid(), id, 'confirmation', 'b@example.com', 'x', 'Spam', '', '' from enquiries`,
  "insert into subscribers (email, token) values ('a@example.com', 'x')",
];

async function expectNoAccessForOthers() {
  for (const role of ["anon", "authenticated"]) {
    for (const statement of STATEMENTS) {
      const tried = queryOnce(connection, `set role ${role}; ${statement}`);
      await expect(tried, `${role}: ${statement}`).rejects.toThrow("permission denied");
    }
  }
}

test("if the server refuses a visitor role, only the owner's role has rights", async () => {
  expect(await migrateDatabase(connection, log)).toEqual({ visitorRole: false });
  await expectNoAccessForOthers();
  expect(await policies()).toEqual([{ role: owner }]);
  await queryOnce(connection, "set role anon; insert into beside values (1)");
  for (const statement of STATEMENTS) await queryOnce(connection, statement);
});

test("once the visitor role is granted, the next start uses it", async () => {
  await asAdministrator(`grant seo_pro_zone_visitor to ${owner}`);
  expect(await migrateDatabase(connection, log)).toEqual({ visitorRole: true });
  await expectNoAccessForOthers();
  expect(await policies()).toEqual([{ role: "seo_pro_zone_visitor" }]);
});

test("the next start revokes rights that an older version gave everyone", async () => {
  await queryOnce(
    connection,
    `grant all on all tables in schema public to anon, authenticated, public;
     alter policy "visitors cause mails" on outgoing_mails to public`,
  );
  await queryOnce(connection, `set role anon; ${STATEMENTS[0]}`);
  await migrateDatabase(connection, log);
  await expectNoAccessForOthers();
  expect(await policies()).toEqual([{ role: "seo_pro_zone_visitor" }]);
});
