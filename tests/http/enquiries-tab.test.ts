// The Enquiries tab as whole requests: the gate, the tab, the CSV file.
import fs from "node:fs";
import { afterAll, expect, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { wordsOf } from "../support/page.ts";
import { queryOnce } from "../support/query-once.ts";
import { makeTemporaryFolder, startSite } from "../support/site.ts";

const folder = makeTemporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const database = await createTestDatabase();
await ensureBuild();
const PASSWORD = "correct horse battery staple";
const site = await startSite({
  DATABASE_URL: asDatabaseUrl(database),
  DATA_DIR: folder,
  ADMIN_PASSWORD: PASSWORD,
  SEED: "none",
});
afterAll(() => site.stop());
const PANEL = `${site.url}/admin-control-panel-seoprozone`;

const login = await fetch(PANEL, {
  method: "POST",
  body: new URLSearchParams({ password: PASSWORD }),
  redirect: "manual",
});
const Cookie = login.headers
  .getSetCookie()
  .map((cookie) => cookie.split(";")[0])
  .join("; ");
await queryOnce(
  database,
  `with one as (insert into enquiries (id, form_type, name, email)
     values (gen_random_uuid(), 'contact', '=HYPERLINK("x")', 'ada@example.com') returning id)
   insert into outgoing_mails (id, enquiry_id, message_id, subject, text_body, html_body, created_at)
     select gen_random_uuid(), id, '<m@example.com>', 's', 't', 'h', now() - interval '1 hour' from one`,
);

test("'CSV export (formula-safe)': UTF-8 with BOM, as a download, by the tab's filter", async () => {
  const response = await fetch(`${PANEL}/enquiries.csv`, { headers: { Cookie } });
  expect(response.headers.get("Content-Disposition")).toContain("attachment");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString()).toContain(`"'=HYPERLINK(""x"")","ada@example.com"`);
  const won = await fetch(`${PANEL}/enquiries.csv?status=won`, { headers: { Cookie } });
  expect(await won.text()).not.toContain("ada@example.com");
});

test("'A badge on the tab counts new ones. When mail waits or fails, every tab says so in one line.'", async () => {
  for (const tab of ["enquiries", "industries"]) {
    const html = await (await fetch(`${PANEL}/${tab}`, { headers: { Cookie } })).text();
    expect(wordsOf(html)).toMatch(/Enquiries 1 new/);
    expect(html).toMatch(/set SMTP_URL to your mail server/);
  }
});

const PRIVATE = [
  ...["enquiries", "enquiries/subscribers", "enquiries/person?email=ada@example.com"],
  ...["enquiries.csv", "subscribers.csv", "person.json?email=ada@example.com"],
];

test("signed out, no list, no export and no write of it is open to anybody", async () => {
  for (const path of PRIVATE) {
    const response = await fetch(`${PANEL}/${path}`, { redirect: "manual" });
    expect([path, response.status]).toEqual([path, 302]);
    expect(await response.text()).not.toContain("ada@example.com");
  }
  for (const path of ["enquiries", "enquiries/subscribers", "enquiries/person"]) {
    const body = new URLSearchParams({ intent: "delete", email: "ada@example.com" });
    const response = await fetch(`${PANEL}/${path}`, { method: "POST", body, redirect: "manual" });
    expect([path, response.status]).toEqual([path, 401]);
  }
  expect(await queryOnce(database, "select 1 from enquiries")).toHaveLength(1);
});

test("nothing of it is kept by anybody on the way", async () => {
  for (const path of PRIVATE) {
    const response = await fetch(`${PANEL}/${path}`, { headers: { Cookie } });
    expect([path, response.status, response.headers.get("Cache-Control")]).toEqual([
      path,
      200,
      expect.stringContaining("no-store"),
    ]);
    await response.text();
  }
});

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${PANEL}/${path}`, { method: "POST", headers: { Cookie }, body: new URLSearchParams(fields) });

test("'export of one person's data' is a download in JSON, without the token that would speak for them", async () => {
  await queryOnce(
    database,
    "insert into subscribers (email, status, token) values ('ADA@example.com', 'confirmed', 'secret-token')",
  );
  const response = await fetch(`${PANEL}/person.json?email=Ada@example.com`, { headers: { Cookie } });
  expect(response.headers.get("Content-Disposition")).toContain("attachment");
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    email: "Ada@example.com",
    exported_at: expect.any(String),
    enquiries: [{ name: '=HYPERLINK("x")', mails: [{ subject: "s" }] }],
    newsletter: { status: "confirmed" },
  });
  expect(text).not.toContain("secret-token");
});

test("'Subscribers likewise': the CSV file by the list's filter", async () => {
  const all = await (await fetch(`${PANEL}/subscribers.csv`, { headers: { Cookie } })).text();
  expect(all).toMatch(
    /^\uFEFF?"Email","Status","Asked","Confirmed","Unsubscribed"\r\n"ADA@example.com","confirmed"/,
  );
  const gone = await fetch(`${PANEL}/subscribers.csv?status=unsubscribed`, { headers: { Cookie } });
  expect(await gone.text()).not.toContain("ADA@example.com");
});

test("what makes no sense is refused with 400 and changes nothing", async () => {
  const [enquiry] = await queryOnce<{ id: string }>(database, "select id from enquiries");
  const senseless: [string, Record<string, string>][] = [
    ["enquiries", { intent: "delete", ids: "" }],
    ["enquiries", { intent: "delete", ids: `${enquiry!.id},nobody` }],
    ["enquiries", { intent: "status", ids: enquiry!.id, status: "eaten" }],
    ["enquiries", { intent: "restore", removed: "{" }],
    ["enquiries", { intent: "restore", removed: '{"enquiries":[]}' }],
    ["enquiries/subscribers", { intent: "restore", removed: "[]" }],
    ["enquiries/person", { email: "" }],
  ];
  for (const [path, fields] of senseless)
    expect([path, fields, (await post(path, fields)).status]).toEqual([path, fields, 400]);
  expect(await queryOnce(database, "select status from enquiries")).toEqual([{ status: "new" }]);
});

test("'delete of one person's data' leaves no enquiry, no mail and no subscription", async () => {
  expect((await post("enquiries/person", { email: "ada@EXAMPLE.com" })).status).toBe(200);
  for (const table of ["enquiries", "outgoing_mails", "subscribers"])
    expect(await queryOnce(database, `select * from ${table}`)).toEqual([]);
});
