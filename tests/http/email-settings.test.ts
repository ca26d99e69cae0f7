// Sets up email in the panel, on a site without SMTP_URL.
import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { writeBackup } from "../../server/backup/backup.ts";
import { readMails, waitForMail } from "../support/mail.ts";
import { PANEL } from "../support/owner.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite, openTestMail } from "../support/test-site.ts";

const PASSWORD = "p@ss:w/örd %41?#1";
const mail = await openTestMail();
mail.login = { username: "owner@agency.example", password: PASSWORD };
const site = await openPanelSite({ SEED: "demo" });
const { query, read, save } = site;
const keyFile = path.join(site.dataDir, "mail-key");
const FORM = {
  ...{ host: "127.0.0.1", port: new URL(mail.url).port, security: "none" },
  ...{ username: "owner@agency.example", sender_name: "", sender_email: "" },
  recipients: "owner@agency.example",
};
const stored = async () => (await query<Record<string, unknown>>("select * from mail_settings"))[0];
const version = async () => String((await stored())?.version ?? 0);
const saveEmail = async (values: Record<string, string>, opened?: string) =>
  save("settings/email", {
    ...{ intent: "save-email", version: opened ?? (await version()) },
    ...FORM,
    ...values,
  });
const lines = async () => elementsOf(await read(`${PANEL}/dashboard`), "div", 'mail-trouble"').map(wordsOf);
const send = (name: string) =>
  fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name, email: "ada@mail.example", message: "Hello", formType: "contact" }),
  });
const mailAbout = (name: string) =>
  waitForMail(mail.folder, ({ subject }) => subject?.includes(name) ?? false);
const restart = () => query("delete from rate_limits where key like 'test-mail%'");

test("while email isn't set up, a notice says so; settings that fail the connection test aren't saved", async () => {
  expect(await lines()).toEqual([expect.stringMatching(/^Email isn't set up: .* Set up email$/)]);
  expect(await read(`${PANEL}/dashboard`)).toContain(`href="${PANEL}/settings/email#mail"`);
  await send("Ada Early");

  const { status, text } = await saveEmail({ password: "mistyped" });
  expect(status).toBe(400);
  expect(text).toContain("rejected the username or password. Check both in Settings → Email.");
  expect(text).toContain("Username and password not accepted");
  expect(text).toContain("nothing was saved");
  expect(text).not.toContain("mistyped");
  expect(await stored()).toBeUndefined();
});

test("saving a correct password sends pending emails without a restart", async () => {
  const { status, text } = await saveEmail({ password: PASSWORD });
  expect([status, text]).toEqual([
    200,
    expect.stringContaining("A test email was sent to owner@agency.example"),
  ]);
  const { envelope, from } = await mailAbout("Ada Early");
  expect(envelope).toEqual({ from: "owner@agency.example", to: ["owner@agency.example"] });
  expect(from?.name).toBe("SEO Pro Zone");
  expect(await lines()).toEqual([]);
});

/** Returns the newest enquiry's page. */
async function readNewest() {
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    "select id from enquiries order by created_at desc limit 1",
  );
  return read(`${PANEL}/enquiries?open=${id}`);
}

test("an enquiry shows the emails that were sent for it", async () => {
  await vi.waitFor(
    async () => expect(await query("select 1 from outgoing_mails where status = 'sent'")).toHaveLength(1),
    PATIENCE,
  );
  const html = await readNewest();
  const [shown = ""] = elementsOf(html, "details", 'trail__mail"').map(wordsOf);
  expect(shown).toMatch(
    /^Show email To owner@agency\.example Subject New contact enquiry from Ada Early .*Message: Hello/,
  );
  await query("update outgoing_mails set text_body = ''");
  expect(await readNewest()).toContain("deleted two weeks after");
});

test("a rejected email can be sent again, to the owner and to a subscriber, and the notice disappears", async () => {
  await query("insert into subscribers (email, token) values ('bob@example.com', 'bob')");
  await query(
    `with one as (insert into enquiries (id, form_type, name, email)
       values (gen_random_uuid(), 'contact', 'Bob', 'bob@example.com') returning id),
     mails as (select 'notice' as kind, id, '' as recipient from one union all select 'newsletter', null, 'bob@example.com')
     insert into outgoing_mails (id, kind, enquiry_id, recipient, message_id, subject, text_body, html_body, status, last_error, trouble, refusals)
       select gen_random_uuid(), kind, id, recipient, '<' || kind || '@example.com>', 'Bob: ' || kind, 't', 'h', 'refused', '552 Full', 'mailbox-full', 1 from mails`,
  );
  expect((await lines()).join()).toMatch(/1 rejected.*see the enquiry/);
  const subscribers = `${PANEL}/enquiries/subscribers`;
  expect(wordsOf(await read(subscribers))).toMatch(
    /bob@example.com Pending rejected The mailbox for \S+ is full/,
  );
  const rejected = await query<{ id: string; kind: string }>(
    "select id, kind from outgoing_mails where status = 'refused'",
  );
  expect(rejected).toHaveLength(2);
  for (const { id, kind } of rejected) {
    const tab = kind === "notice" ? "enquiries" : "enquiries/subscribers";
    expect((await save(tab, { intent: "send-again", id })).text).toContain("Sending the email again");
    await mailAbout(`Bob: ${kind}`);
  }
  await vi.waitFor(
    async () => expect(await query("select 1 from outgoing_mails where status <> 'sent'")).toEqual([]),
    PATIENCE,
  );
  expect(await lines()).toEqual([]);
  for (const html of [await readNewest(), await read(subscribers)]) expect(html).not.toContain("Send again");
  await query("delete from enquiries where name = 'Bob'");
  await query("delete from outgoing_mails where recipient = 'bob@example.com'");
});

test("the password is in no page, log, table or backup", async () => {
  const secrets = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString("base64")];
  const key = fs.readFileSync(keyFile);
  expect(fs.statSync(keyFile).mode & 0o777).toBe(0o600);
  const backup = path.join(site.dataDir, "now.backup");
  await writeBackup(site.database, site.dataDir, backup);
  const archive = gunzipSync(fs.readFileSync(backup));
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`,
  );
  const dump = await Promise.all(tables.map(({ name }) => query(`select t::text as row from ${name} t`)));
  const places = {
    page: await read(`${PANEL}/settings/email`),
    data: await read(`${PANEL}/settings/email.data`),
    log: site.stdout() + site.stderr(),
    tables: JSON.stringify(dump),
    backup: archive.toString(),
  };
  expect(places.tables).toContain("owner@agency.example");
  expect(places.backup).toContain("owner@agency.example");
  expect(places.page).toContain('placeholder="Saved; leave empty to keep it"');
  expect(places.data).toContain("hasPassword");
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) expect([place, text.includes(secret)]).toEqual([place, false]);
  expect(archive.includes(key) || places.backup.includes("mail-key")).toBe(false);
  const ciphertext = String((await stored())!.password);
  expect(ciphertext.length).toBeGreaterThan(40);
  expect(places.page + places.data).not.toContain(ciphertext);
  expect(await query("select 1 from revisions where kind = 'mail_settings'")).toEqual([]);
});

test("the security log names the changed fields, but not their values", async () => {
  expect(await query("select details from audit_log where event = 'mail.changed'")).toEqual([
    { details: { fields: ["host", "username", "recipients", "password"] } },
  ]);
  expect(wordsOf(await read(`${PANEL}/settings/security`))).toContain(
    "Email settings changed: host, username, recipients, password",
  );
});

describe("the saved password", () => {
  test("an empty password field keeps the saved password for the same host, port and username", async () => {
    const kept = (await stored())!.password;
    expect((await saveEmail({ sender_name: "Ada's Agency", password: "" })).status).toBe(200);
    expect((await stored())!.password).toBe(kept);
    const others: Record<string, string>[] = [
      ...[{ host: "localhost" }, { port: "2525" }, { username: "eve@agency.example" }],
    ];
    for (const other of others)
      for (const intent of ["save-email", "test-mail"]) {
        const { status, text } = await saveEmail({ ...other, intent, untested: "on" });
        expect([status, text]).toEqual([400, expect.stringContaining("Enter the password again")]);
      }
    await send("Ada Named");
    expect((await mailAbout("Ada Named")).from?.name).toBe("Ada's Agency");
  });

  test("if the saved password can't be decrypted, the panel asks for it again", async () => {
    await query("update mail_settings set host = 'localhost'");
    expect(await lines()).toEqual([
      expect.stringContaining("the saved password can't be read on this server"),
    ]);
    await query("update mail_settings set host = '127.0.0.1'");
    expect(await lines()).toEqual([]);

    fs.rmSync(keyFile);
    expect(await lines()).toEqual([
      expect.stringContaining("the saved password can't be read on this server"),
    ]);
    await send("Ada Restored");
    expect(wordsOf(await readNewest())).toContain("pending: enter the mail password again");
    const { text } = await saveEmail({ password: "", security: "starttls" });
    expect(text).toContain("can't be read on this server");
    expect((await saveEmail({ password: PASSWORD })).status).toBe(200);
    await mailAbout("Ada Restored");
  });
});

test("saving from an outdated window is a conflict", async () => {
  await restart();
  const opened = await version();
  const another = await saveEmail({ port: "1", password: PASSWORD }, opened);
  expect([another.status, another.text]).toEqual([
    400,
    expect.stringContaining("We couldn't reach 127.0.0.1:1"),
  ]);
  const anyway = await saveEmail({ port: "1", password: PASSWORD, untested: "on" }, opened);
  expect([anyway.status, anyway.text]).toEqual([
    200,
    expect.stringContaining("The connection hasn't been tested."),
  ]);
  const late = await saveEmail({ password: PASSWORD }, opened);
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining("Someone else saved the email settings"),
  ]);
  expect((await stored())!.port).toBe(1);
});

test("a test email is sent with the typed settings, and nothing is saved", async () => {
  await restart();
  const before = await stored();
  const { status, text } = await saveEmail({
    intent: "test-mail",
    password: PASSWORD,
    recipients: "new@agency.example",
  });
  expect([status, text]).toEqual([
    200,
    expect.stringContaining("accepted the test email to new@agency.example"),
  ]);
  expect(await stored()).toEqual(before);
  const last = (await readMails(mail.folder)).at(-1);
  expect(last?.envelope.to).toEqual(["new@agency.example"]);
});

test("invalid fields are rejected and never reach a mail server", async () => {
  const { length } = await readMails(mail.folder);
  const hostile: Record<string, string[]> = {
    host: [
      "a b",
      "https://a.example",
      "a.example:25",
      "a\r\nb",
      "a@b",
      "a/b",
      "a?x=1",
      "x".repeat(300),
      "999.1.1.1",
    ],
    port: ["0", "65536", "-1", "1e3", "25\r\n"],
    username: ["a\r\nAUTH", "x".repeat(1000)],
    password: ["a\nb", "x".repeat(1001)],
    sender_name: ["Ada\r\nBcc: eve@example.com", "x".repeat(201)],
    sender_email: [
      "ada@a.example\r\nBcc: eve@example.com",
      "Ada <ada@a.example>",
      "a@b.example, c@d.example",
    ],
    recipients: ["a@b.example\r\nBcc: eve@example.com", "nothing", Array(21).fill("a@b.example").join()],
    security: ["ssl3"],
  };
  const right = { security: "tls", password: PASSWORD, untested: "on" };
  for (const [name, values] of Object.entries(hostile))
    for (const value of values) {
      const { status } = await saveEmail({ ...right, [name]: value });
      expect([name, value.slice(0, 40), status]).toEqual([name, value.slice(0, 40), 400]);
    }
  const { status, text } = await saveEmail({ ...right, intent: "test-mail", sender_name: "Ada\r\nBcc: eve" });
  expect([status, text]).toEqual([400, expect.stringContaining("Remove the line breaks")]);
  // Without encryption, the password is sent only to this machine.
  const plain = await saveEmail({ ...right, host: "mail.example", security: "none" });
  expect(plain.text).toContain("without encryption, we don't send a password to another machine");
  expect(await readMails(mail.folder)).toHaveLength(length);
  expect((await fetch(site.url)).status).toBe(200);
});
