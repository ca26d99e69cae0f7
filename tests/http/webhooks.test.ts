import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { describe, expect, test, vi } from "vitest";
import { writeBackup } from "../../server/backup/backup.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { folderOfFile } from "../support/test-folder.ts";
import { openPanelSite } from "../support/test-site.ts";
import { ADDRESS, CERTIFICATE, openReceiver } from "../support/webhooks.ts";

const receiver = await openReceiver();
const { received } = receiver;
const certificate = path.join(folderOfFile(), "ca.pem");
fs.writeFileSync(certificate, CERTIFICATE);
const site = await openPanelSite({
  AUDIT: "on",
  AUDIT_TEST_NET: `hook.site.test=${ADDRESS}>127.0.0.1:${receiver.port},inside.site.test=10.0.0.7`,
  NODE_EXTRA_CA_CERTS: certificate,
  BACKUP_DIR: "off",
});
const { query, read, save } = site;

const URL_ = "https://hook.site.test/services/T0/B0/hidden-key";
const FORM = { name: "My tool", url: URL_, format: "standard", events: "enquiry.created", is_on: "on" };
const PERSONAL = { ...FORM, sends_personal: "on" };
type Row = Record<string, unknown> & { id: string; version: number };
const endpoints = () => query<Row>("select * from webhook_endpoints order by created_at");
const deliveries = () => query<Row>("select * from webhook_deliveries order by at");
const secretIn = (text: string) => /whsec_[\w+/]{43}=/.exec(text)?.[0];
async function add(form: Record<string, string> = FORM) {
  const { status, text } = await save("webhooks", { intent: "add", ...form });
  expect([status, text]).toEqual([200, expect.stringContaining("Webhook added")]);
  return { ...(await endpoints()).at(-1)!, signing: secretIn(text)! };
}
async function start() {
  await site.clear("webhook_endpoints", "enquiries");
  received.length = 0;
  receiver.answer = receiver.accept;
}
const enquire = (changes: Record<string, string> = {}) =>
  fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ name: "Ada Lovelace", email: "ada@visitor.test", message: "Hello", formType: "contact" },
      ...changes,
    }),
  });
const arrived = (count: number) => expect.poll(() => received.length, PATIENCE).toBe(count);
const tab = async (query_ = "") => wordsOf(await read(`${PANEL}/webhooks${query_}`));

test("the empty page says what webhooks are for, and Settings links to it", async () => {
  expect(await tab()).toContain("No webhooks yet A webhook tells another tool");
  expect(await read(`${PANEL}/settings/enquiries`)).toContain(`href="${PANEL}/webhooks"`);
});

test("an enquiry sent to the site arrives signed, and the log shows it", async () => {
  await start();
  const { id, signing } = await add();
  const { id: enquiry } = (await (await enquire()).json()) as { id: string };
  await arrived(1);
  const [one] = received;
  expect(new Webhook(signing).verify(one!.body, one!.headers as Record<string, string>)).toMatchObject({
    type: "enquiry.created",
    data: {
      id: enquiry,
      url: expect.stringMatching(new RegExp(`^http://localhost:.*/enquiries.open=${enquiry}$`)),
    },
  });
  expect(one!.body).not.toMatch(/ada@|Lovelace|Hello/);
  await vi.waitFor(async () => expect(await tab(`?open=${id}`)).toContain("Delivered 1 attempt"), PATIENCE);
  expect(await tab(`?open=${id}`)).toMatch(/New enquiry \w+.* Delivered 1 attempt 200, \d+ ms ok/);
});

test("personal data is only sent if it's switched on", async () => {
  await start();
  await add(PERSONAL);
  await enquire();
  await arrived(1);
  expect(received[0]!.json.data.person).toMatchObject({ name: "Ada Lovelace", email: "ada@visitor.test" });
});

test("neither the URL nor a secret is shown again, or readable in a backup", async () => {
  await start();
  const { id, signing, version } = await add();
  const rotated = await save("webhooks", { intent: "rotate", id });
  const secrets = [signing, secretIn(rotated.text)!];
  expect(new Set(secrets).size).toBe(2);
  const file = path.join(folderOfFile(), "backup.tar.gz");
  await writeBackup(site.database, site.dataDir, file);
  const texts = [
    await read(`${PANEL}/webhooks?open=${id}`),
    await read(`${PANEL}/webhooks?edit=${id}`),
    (await save("webhooks", { intent: "update", id, version: String(version), ...FORM, url: "" })).text,
    JSON.stringify([await endpoints(), await query("select * from audit_log")]),
    gunzipSync(fs.readFileSync(file)).toString("latin1"),
    site.stderr(),
  ];
  for (const text of texts) for (const one of [...secrets, "hidden-key"]) expect(text).not.toContain(one);
  const key = fs.readFileSync(path.join(site.dataDir, "mail-key")).toString("latin1");
  expect(gunzipSync(fs.readFileSync(file)).toString("latin1")).not.toContain(key);
  for (const kept of ["revisions", "change_items", "autosaves"])
    expect(JSON.stringify(await query(`select * from ${kept}`))).not.toContain("hook.site");
});

test("without the key, nothing is sent until the URL is entered again", async () => {
  await start();
  const { id } = await add();
  const key = path.join(site.dataDir, "mail-key");
  fs.renameSync(key, `${key}.away`);
  expect(await tab()).toContain("Enter the URL again");
  const update = (url: string) =>
    endpoints().then(([row]) =>
      save("webhooks", { intent: "update", id, version: String(row!.version), ...FORM, url }),
    );
  expect((await update("")).text).toContain("Enter the URL.");
  await enquire({ message: "Later" });
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ trouble: "lost" }]), PATIENCE);
  expect((await update(URL_)).status).toBe(200);
  await arrived(1);
  fs.renameSync(`${key}.away`, key);
});

describe("forms", () => {
  test.each([
    [{ url: "" }, "Enter the URL."],
    [{ url: "http://hook.site.test/" }, "Enter a URL that starts with https://."],
    [{ url: "https://a:b@hook.site.test/" }, "Enter the URL without a user name and password."],
    [{ url: "https://10.0.0.7/" }, "Use a public host name, without a port."],
    [{ url: "https://[::1]/" }, "Use a public host name, without a port."],
    [{ url: "https://localhost/" }, "Use a public host name, without a port."],
    [{ name: "\0 \0" }, "Enter a name."],
    [{ events: "everything" }, "events"],
    [{ format: "hubspot-form" }, "HubSpot needs at least an email address."],
  ])("%o is refused at its field", async (changes, error) => {
    await start();
    const { status, text } = await save("webhooks", { intent: "add", ...FORM, ...changes });
    expect(status).toBe(400);
    expect(text).toContain(error);
    expect(await endpoints()).toEqual([]);
  });

  test("a form opened before another save isn't saved", async () => {
    await start();
    const { id } = await add();
    const update = () => save("webhooks", { intent: "update", id, version: "1", ...FORM, name: "Renamed" });
    expect((await update()).status).toBe(200);
    const { status, text } = await update();
    expect(status).toBe(409);
    expect(text).toContain("Someone else saved this webhook after you opened it");
  });

  test("at most 20 webhooks", async () => {
    await start();
    await query(
      "insert into webhook_endpoints (name, url, host, format, events, secret) select 'x', '', 'x.org', 'slack', '{}', '' from generate_series(1, 20)",
    );
    expect((await save("webhooks", { intent: "add", ...FORM })).text).toContain(
      "There are already 20 webhooks.",
    );
  });

  test("lying, repeated and missing fields are answered with 400, never with 500", async () => {
    await start();
    const { id } = await add();
    const before = await endpoints();
    const bodies: [string, string][][] = [
      ...["", "nonsense", "update", "rotate", "delete", "test", "again", "since", "count"].map(
        (intent): [string, string][] => [["intent", intent]],
      ),
      ...["1", "%00", "00000000-0000-0000-0000-000000000000'", "x".repeat(10_000)].map(
        (id): [string, string][] => [
          ["intent", "delete"],
          ["id", id],
        ],
      ),
      ...["", "tomorrow", "9999-99-99", "2999-01-01", "-1", "0000-01-01"].map((since): [string, string][] => [
        ["intent", "since"],
        ["id", id],
        ["since", since],
      ]),
      [
        ["intent", "update"],
        ["id", id],
        ["version", "-1"],
      ],
      [
        ["intent", "update"],
        ["id", id],
        ["version", "99999999999"],
      ],
      [...Object.entries(FORM), ["intent", "add"], ["url", "https://other.org/"], ["name", "x"]],
      [
        ["intent", "add"],
        ["events.length", "5"],
        ["events[0].x", "y"],
        ["__proto__", "x"],
      ],
    ];
    for (const body of bodies) {
      const { status } = await fetch(`${site.url}${PANEL}/webhooks`, {
        method: "POST",
        headers: site.session,
        body: new URLSearchParams(body),
      });
      expect([body, status]).toEqual([body, 400]);
    }
    expect(await endpoints()).toMatchObject(
      before.map(({ id, name, url, is_on }) => ({ id, name, url, is_on })),
    );
    for (const asked of ["?open=x", `?open=${crypto.randomUUID()}`, "?edit=x", "?add=1"])
      expect((await site.request(`${PANEL}/webhooks${asked}`)).status).toBe(200);
  });
});

test("a host whose DNS answer is private is refused, and the log says so", async () => {
  await start();
  const { id } = await add({ ...FORM, url: "https://inside.site.test/" });
  await save("webhooks", { intent: "test", id });
  await vi.waitFor(
    async () => expect(await tab(`?open=${id}`)).toContain("in a private network, so nothing was sent"),
    PATIENCE,
  );
});

test("tests, single deliveries and everything since a date are sent when the owner says so", async () => {
  await start();
  const { id } = await add({ ...FORM, is_on: "off" });
  await save("webhooks", { intent: "test", id });
  await arrived(1);
  expect(received[0]!.json.type).toBe("test");
  await enquire({ message: "While it was off" });
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const act = (intent: string) => save("webhooks", { intent, id, since });
  expect((await act("since")).text).toContain("Turn the webhook on first.");
  await query("update webhook_endpoints set is_on = true");
  expect((await act("count")).text).toContain("1 event since then");
  expect((await act("since")).text).toContain("1 event will be sent");
  await arrived(2);
  await vi.waitFor(
    async () => expect((await deliveries()).every((row) => row.state === "done")).toBe(true),
    PATIENCE,
  );
  const done = String(received[1]!.headers["webhook-id"]);
  expect((await save("webhooks", { intent: "again", id: done })).status).toBe(200);
  await arrived(3);
  expect(received[2]!.headers["webhook-id"]).toBe(done);
});

test("an endpoint that says it's gone is named on every tab until it's turned on again", async () => {
  await start();
  const { id } = await add();
  receiver.answer = (_, response) => response.writeHead(410).end();
  await enquire({ message: "Gone" });
  const alert = "Nothing is sent to My tool.";
  await vi.waitFor(async () => expect(wordsOf(await read(`${PANEL}/blog`))).toContain(alert), PATIENCE);
  expect(await tab()).toContain("it's gone (410)");
  const [row] = await endpoints();
  await save("webhooks", { intent: "update", id, version: String(row!.version), ...FORM, url: "" });
  expect(wordsOf(await read(`${PANEL}/blog`))).not.toContain(alert);
});

test("deleting a person deletes their deliveries, and deleting an endpoint deletes all of its own", async () => {
  await start();
  const { id } = await add();
  await enquire();
  await enquire({ email: "other@visitor.test" });
  await arrived(2);
  await save("enquiries/person", { email: "ada@visitor.test" });
  expect(await deliveries()).toHaveLength(1);
  await save("webhooks", { intent: "delete", id });
  expect([await endpoints(), await deliveries()]).toEqual([[], []]);
});

test("an enquiry is stored even while endpoints are being deleted", async () => {
  await start();
  for (let round = 0; round < 5; round++) {
    await add();
    const [row] = await endpoints();
    const sent = Array.from({ length: 8 }, (_, n) => enquire({ message: `${round} ${n}` }));
    await save("webhooks", { intent: "delete", id: row!.id });
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    await query("delete from rate_limits");
  }
});
