// The Enquiries tab as whole requests: the gate, the tab, the CSV file.
import fs from "node:fs";
import { afterAll, expect, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
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

test("signed out, the CSV file is not given", async () => {
  const response = await fetch(`${PANEL}/enquiries.csv`, { redirect: "manual" });
  expect(response.status).toBe(302);
  expect(await response.text()).not.toContain("ada@example.com");
});

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
    expect(html).toContain("Enquiries (1 new)");
    expect(html).toMatch(/set SMTP_URL to your mail server/);
  }
});
