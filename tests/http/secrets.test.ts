// A secret never rests where someone else may read it. Every link, code and password that the site gives out is looked
// for in every table, in the site's files and in its log.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { namesOfDrafts } from "../support/draft-names.ts";
import { asOwner } from "../support/log-in.ts";
import { readMails, waitForMail } from "../support/mail.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addPerson, PASSWORD } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestMail, openTestSite } from "../support/test-site.ts";

const mail = await openTestMail();
const site = await openTestSite({ SMTP_URL: mail.url, LEADS_TO: "owner@seo.example" });

type Fields = Record<string, string>;
const send = (path: string, fields?: Fields, Cookie = "") =>
  fetch(site.url + path, {
    redirect: "manual",
    headers: { Cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
const post = (tab: string, Cookie: string, fields: Fields) => send(`${PANEL}/${tab}`, fields, Cookie);
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((one) => one.split(";")[0]!.split("=")[1]!);
const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? "";

/** Uses everything that gives out a secret. Returns the secrets by name. */
async function giveOut() {
  const secrets: Record<string, string[]> = { password: [ADMIN_PASSWORD, PASSWORD] };
  secrets.cookies = cookiesOf(await send(PANEL, { password: ADMIN_PASSWORD }));
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query)}`;

  const invite = { intent: "invite", name: "Ivy", email: "ivy@example.com", role: "owner" };
  secrets.invitation = [
    found(/\/invitation\/([\w-]{43})/, await (await post("settings", Cookie, invite)).text()),
  ];

  await post("account", Cookie, { intent: "factor-start" });
  const secret = found(
    />((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})</,
    await (await send(`${PANEL}/account`, undefined, Cookie)).text(),
  );
  secrets.authenticator = [secret, secret.replaceAll(" ", "")];

  const login = { host: "smtp.example.com", port: "465", security: "tls", username: "mailer" };
  const saved = await post("settings", Cookie, {
    ...{ intent: "save-email", version: "0", ...login, password: "a secret mail password" },
    ...{ sender_name: "", sender_email: "", recipients: "" },
  });
  secrets.mail = ["a secret mail password"];
  secrets.isMailSaved = [String(saved.status)];

  const keep = { intent: "seo", name: "about", version: "0", meta_title: "Drafted", draft: "on" };
  await post("pages", Cookie, keep);
  const shared = await post("changes", Cookie, { intent: "share", drafts: await namesOfDrafts(site.query) });
  secrets.preview = [found(/\/preview\/([\w-]{22})/, await shared.text())];

  await send("/blog", { formName: "newsletter", email: "ada@example.com" });
  return { secrets, Cookie };
}

/** Returns the places, as `table.column`, that contain any of these texts. */
async function placesOf(texts: string[]): Promise<string[]> {
  const tables = await site.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const places = new Set<string>();
  for (const { name } of tables) {
    const rows = await site.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t where to_jsonb(t)::text ~ any($1)`,
      [texts.map((text) => text.replace(/[^\w-]/g, "."))],
    );
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (texts.some((text) => JSON.stringify(value).includes(text)))
          places.add(`${name.replace(/^public\./, "")}.${column}`);
  }
  return [...places].sort();
}

const listFiles = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.endsWith(".json"))
    .map((one) => path.join(one.parentPath, one.name));

test("no table, file or log line contains a secret that the site gave out", async () => {
  const { secrets } = await giveOut();
  const { text = "" } = await waitForMail(mail.folder, ({ envelope }) =>
    envelope.to.includes("ivy@example.com"),
  );
  expect(text).toContain(secrets.invitation![0]);
  const log = site.stdout() + site.stderr();
  for (const [name, texts] of Object.entries(secrets)) {
    if (name === "isMailSaved") continue;
    for (const text of texts) expect([name, text]).toEqual([name, expect.stringMatching(/.{8,}/)]);
    expect([name, await placesOf(texts)]).toEqual([name, []]);
    expect([name, texts.filter((text) => log.includes(text))]).toEqual([name, []]);
    const files = listFiles(site.dataDir).filter((file) => {
      const bytes = fs.readFileSync(file);
      return texts.some((text) => bytes.includes(text));
    });
    expect([name, files]).toEqual([name, []]);
  }
});

test("a visitor's own links are only in their email, which exports show without the link", async () => {
  const { text = "" } = await waitForMail(mail.folder, ({ envelope }) =>
    envelope.to.includes("ada@example.com"),
  );
  const token = found(/\/newsletter\/confirm\/([\w-]+)/, text);
  expect(await placesOf([token])).toEqual(["outgoing_mails.html_body", "outgoing_mails.text_body"]);
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, await addPerson(site.query, "enquiries"))}`;
  const exported = await asOwner(site.url, { Cookie }).download(
    `${PANEL}/person.json?email=ada%40example.com`,
  );
  expect(exported.text).toContain("/newsletter/confirm/***");
  expect(exported.text).not.toContain(token);
});

test("the emailed invitation works, and waits for the key if this machine doesn't have it", async () => {
  const [mails] = [await readMails(mail.folder)];
  const { text = "" } = mails.find(({ envelope }) => envelope.to.includes("ivy@example.com"))!;
  const link = found(/(\/admin-control-panel-seoprozone\/invitation\/[\w-]+)/, text);
  const accepted = await send(link, { name: "Ivy", password: PASSWORD });
  expect(accepted.status).toBe(302);

  const key = path.join(site.dataDir, "mail-key");
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query)}`;
  mail.refuseWith = 451;
  await post("settings", Cookie, { intent: "invite", name: "Kim", email: "kim@example.com", role: "editor" });
  await expect.poll(() => troubleOf("kim@example.com")).not.toBe("");
  fs.renameSync(key, `${key}.away`);
  mail.refuseWith = null;
  await site.query("update outgoing_mails set next_try_at = now() where recipient = 'kim@example.com'");
  await expect.poll(() => troubleOf("kim@example.com")).toBe("no-key");
});
const troubleOf = async (recipient: string) =>
  (
    await site.query<{ trouble: string }>("select trouble from outgoing_mails where recipient = $1", [
      recipient,
    ])
  )[0]!.trouble;
