// Decision 0008.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publishScheduled } from "../../app/features/changes/publish.server.ts";
import { homeOf } from "../../app/features/staff/route-rights.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { asOwner } from "../support/log-in.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addPerson, PASSWORD } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite({ TRUST_PROXY: "1" });
let address = 0;

beforeEach(async () => {
  await site.clear("admin_sessions", "people");
  await site.query("update enquiries set assigned_to = null");
});

/** Posts to the sign-in page without JavaScript, each time from another network. */
const post = (fields: Record<string, string>) =>
  fetch(site.url + PANEL, {
    method: "POST",
    redirect: "manual",
    headers: { "X-Forwarded-For": `198.51.100.${++address}` },
    body: new URLSearchParams(fields),
  });
const signIn = (email: string, password = PASSWORD) => post({ intent: "person-login", email, password });
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((one) => one.startsWith(`${SESSION_COOKIE}=`))!
    .split(";")[0]!;
const signInPage = async () => (await fetch(site.url + PANEL)).text();

test("the sign-in page shows the form for people only if people exist", async () => {
  expect(await signInPage()).not.toMatch(/person-login|isForPeople/);
  const id = await addPerson(site.query, "editor", "Ada");
  const page = await signInPage();
  expect(page.indexOf('data-form="admin-login"')).toBeGreaterThan(0);
  expect(page.indexOf('data-form="person-login"')).toBeGreaterThan(page.indexOf('data-form="admin-login"'));
  await site.query("update people set disabled_at = now() where id = $1", [id]);
  expect(await signInPage()).not.toContain("person-login");
});

test("a person signs in by email and lands on a page that the role allows", async () => {
  const id = await addPerson(site.query, "enquiries", "Eve");
  const response = await signIn(" EVE@example.com");
  expect([response.status, response.headers.get("Location")]).toEqual([302, `${PANEL}/enquiries`]);
  const tab = await fetch(`${site.url}${PANEL}/enquiries`, { headers: { Cookie: cookieOf(response) } });
  expect(tab.status).toBe(200);
  const [event] = await site.query("select event, person_id from audit_log order by last_at desc limit 1");
  expect(event).toEqual({ event: "login.right", person_id: id });
});

test("wrong passwords, unknown emails and disabled accounts get the same reply", async () => {
  const id = await addPerson(site.query, "editor", "Dan");
  await site.query("update people set disabled_at = now() where id = $1", [id]);
  await addPerson(site.query, "editor", "Wendy");
  const replies = [
    await signIn("wendy@example.com", "wrong"),
    await signIn("who@example.com"),
    await signIn("dan@example.com"),
    // The owner's password doesn't work for people.
    await signIn("wendy@example.com", ADMIN_PASSWORD),
  ];
  for (const reply of replies) {
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([401, []]);
    expect(await reply.text()).toMatch(
      /Wrong email address or password\.[\s\S]*value="\w+@example.com"|value="\w+@example.com"[\s\S]*Wrong email address or password\./,
    );
  }
  expect((await post({ password: PASSWORD })).status).toBe(401);
  expect(await site.query("select from admin_sessions")).toEqual([]);
});

/** Signs in this person, or if it's null, the owner who uses the site's password. */
const browser = async (person: string | null = null) => {
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
  const send = (path: string, fields?: Record<string, string>) =>
    fetch(`${site.url}${PANEL}/${path}`, {
      redirect: "manual",
      headers: { Cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
  return { Cookie, send };
};
type Send = Awaited<ReturnType<typeof browser>>["send"];
const INVITED = { intent: "invite", name: "Ivy", email: "ivy@example.com", role: "editor" };
/**
 * Invites Ivy.
 * @returns the path of the invitation link
 */
async function inviteIvy(send: Send, fields = INVITED) {
  const html = await (await send("people", fields)).text();
  const [path] = new RegExp(`${PANEL}/invitation/[\\w-]{43}`).exec(html) ?? [""];
  const [mail] = await site.query<{ text_body: string }>(
    "select text_body from outgoing_mails where kind = 'invitation' order by created_at desc limit 1",
  );
  expect(path).not.toBe("");
  // The email gets its link when it's sent.
  expect(mail?.text_body).toContain(`${PANEL}/invitation/{token:`);
  return path;
}
const open = (path: string) => fetch(site.url + path);
const accept = (path: string, fields: Record<string, string>) =>
  fetch(site.url + path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
const CHOSEN = { name: "Ivy League", password: PASSWORD };

test("the invitation's email names the person who invites, or no one for the site's password", async () => {
  const dana = await addPerson(site.query, "owner", "dana");
  await site.query("update people set name = 'Dana Reed' where id = $1", [dana]);
  for (const [person, subject] of [
    [dana, /^Dana Reed invites you to /],
    [null, /^You're invited to /],
  ] as const) {
    const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
    const body = new URLSearchParams(INVITED);
    // Tabs opened before an update post to Settings.
    const path = person ? "people" : "settings";
    await fetch(`${site.url}${PANEL}/${path}`, { method: "POST", headers: { Cookie }, body });
    const mails = await site.query<{ subject: string; text_body: string }>(
      "select subject, text_body from outgoing_mails where kind = 'invitation' order by created_at desc limit 1",
    );
    expect(mails[0]?.subject).toMatch(subject);
    expect(mails[0]?.text_body).toContain(" as an editor. You can ");
  }
  await site.query("delete from people where id = $1", [dana]);
  await site.query("delete from invitations");
});

test("an invitation can be accepted once, without JavaScript", async () => {
  const { send } = await browser();
  const path = await inviteIvy(send);
  expect(await (await open(path)).text()).toContain('value="Ivy"');
  const short = await accept(path, { name: "Ivy from Law & Co", password: "short" });
  expect(short.status).toBe(400);
  expect(await short.text()).toMatch(/value="Ivy from Law &amp; Co"[\s\S]*Use at least 12 characters/);
  const nameless = await accept(path, { name: " ", password: PASSWORD });
  expect(await nameless.text()).toContain("Enter a name.");
  const boss = await accept(path, { name: "owner", password: PASSWORD });
  expect(await boss.text()).toContain("stands for the login with the site");
  const response = await accept(path, CHOSEN);
  expect([response.status, response.headers.get("Location")]).toEqual([302, homeOf("editor")]);
  const home = await fetch(site.url + homeOf("editor"), { headers: { Cookie: cookieOf(response) } });
  expect(await home.text()).toContain("Ivy League");
  expect((await signIn(INVITED.email)).status).toBe(302);
  for (const again of [await open(path), await accept(path, { name: "Mallory", password: PASSWORD })]) {
    expect(again.status).toBe(404);
    expect(await again.text()).toContain("This link no longer works");
  }
});

test("the export of a person's data has no notices for the owner", async () => {
  const { Cookie } = await browser(await addPerson(site.query, "enquiries", "Eve"));
  await site.query(
    "insert into outgoing_mails (id, message_id, kind, recipient, subject, text_body, html_body) values (gen_random_uuid(), 'x', 'notice', 'boss@agency.test', 'Not published', 'Secret set', '')",
  );
  const exported = await asOwner(site.url, { Cookie }).download(
    `${PANEL}/person.json?email=boss@agency.test`,
  );
  expect([exported.status, exported.text.includes("Secret set")]).toEqual([200, false]);
  await site.query("delete from outgoing_mails where kind = 'notice'");
});

test("someone who can see enquiries can't read or delete the email with another person's invitation", async () => {
  const path = await inviteIvy((await browser()).send, { ...INVITED, role: "owner" });
  const { Cookie, send } = await browser(await addPerson(site.query, "enquiries", "Eve"));
  const exported = await asOwner(site.url, { Cookie }).download(
    `${PANEL}/person.json?email=${INVITED.email}`,
  );
  expect([exported.status, exported.text.includes(path)]).toEqual([200, false]);
  const deletion = { email: INVITED.email };
  expect((await send(`enquiries/person?email=${INVITED.email}`, deletion)).status).toBe(200);
  const mails = await site.query("select from outgoing_mails where kind = 'invitation' and recipient = $1", [
    INVITED.email,
  ]);
  expect(mails.length).toBeGreaterThan(0);
});

test("a replaced, revoked or expired invitation doesn't work", async () => {
  const { send } = await browser();
  const first = await inviteIvy(send);
  const second = await inviteIvy(send);
  expect(await status(first)).toBe(404);
  await send("people", { intent: "revoke-invitation", email: INVITED.email });
  expect(await status(second)).toBe(404);
  const third = await inviteIvy(send);
  await site.query("update invitations set expires_at = now()");
  expect(await status(third)).toBe(404);
  const fourth = await inviteIvy(send);
  await addPerson(site.query, "editor", "ivy");
  await site.query("update people set disabled_at = now()");
  expect(await status(fourth)).toBe(404);
  expect(await site.query("select from admin_sessions where person_id is not null")).toEqual([]);
});
const status = async (path: string) => (await accept(path, CHOSEN)).status;

test("choosing a password with a new link ends the person's sessions", async () => {
  const id = await addPerson(site.query, "enquiries", "ivy");
  const { send } = await browser();
  const theirs = await browser(id);
  const response = await accept(await inviteIvy(send), { name: "Ivy", password: "another password" });
  expect([response.headers.get("Location"), response.headers.getSetCookie()]).toEqual([PANEL, []]);
  expect((await theirs.send("enquiries")).status).toBe(302);
  expect((await signIn(INVITED.email)).status).toBe(401);
  expect((await signIn(INVITED.email, "another password")).headers.get("Location")).toBe(homeOf("enquiries"));
  expect(await site.query("select id, role from people")).toEqual([{ id, role: "enquiries" }]);
});

test("an unsent email with an invitation is deleted once its link doesn't work", async () => {
  const { send } = await browser();
  const unsent = () =>
    site.query<{ id: string }>("select id from outgoing_mails where kind = 'invitation' and recipient = $1", [
      INVITED.email,
    ]);
  await inviteIvy(send);
  const [first] = await unsent();
  await inviteIvy(send);
  expect(await unsent()).toEqual([{ id: expect.not.stringMatching(first!.id) }]);
  await send("people", { intent: "revoke-invitation", email: INVITED.email });
  expect(await unsent()).toEqual([]);
  expect(await status(await inviteIvy(send))).toBe(302);
  expect(await unsent()).toEqual([]);
});

test("a password set with an invitation is recorded in the security log", async () => {
  const { send } = await browser();
  await site.query("delete from audit_log");
  const accepted = async () => {
    expect(await status(await inviteIvy(send))).toBe(302);
    const [person] = await site.query<{ id: string }>("select id from people");
    const log = await site.query("delete from audit_log where event = 'person.accepted' returning person_id");
    expect(log).toEqual([{ person_id: person!.id }]);
  };
  await accepted();
  // This time, the link is for a new password.
  await accepted();
});

test("a link for a new password stops working when the account is disabled or its password changes", async () => {
  const id = await addPerson(site.query, "editor", "ivy");
  const [{ send }, ivy] = [await browser(), await browser(id)];
  const first = await inviteIvy(send);
  const password = { current_password: PASSWORD, new_password: "a much better one" };
  expect((await ivy.send("account", { intent: "password", ...password })).status).toBe(200);
  expect(await status(first)).toBe(404);
  const second = await inviteIvy(send);
  await send("people", { intent: "person-disable", person: id });
  expect((await open(second)).status).toBe(404);
  await send("people", { intent: "person-enable", person: id });
  expect(await status(second)).toBe(404);
});

test("inviting someone who has a login doesn't change their role, and says so", async () => {
  await addPerson(site.query, "editor", "ivy");
  const { send } = await browser();
  const invited = { ...INVITED, email: "Ivy@Example.com", role: "owner" };
  expect(await (await send("people", invited)).text()).toContain("Their role is still Editor");
  expect(await (await send("people", INVITED)).text()).not.toContain("Their role is still");
  const log = await site.query(
    "select details->>'role' as role from audit_log where event = 'person.invited' order by last_at desc limit 2",
  );
  expect(log).toEqual([{ role: "editor" }, { role: "editor" }]);
});

test("in Settings, an owner with their own login changes the site's password with their own", async () => {
  const { send } = await browser(await addPerson(site.query, "owner", "Olga"));
  const change = (current_password: string) =>
    send("settings", { intent: "password", current_password, new_password: ADMIN_PASSWORD });
  expect((await change(ADMIN_PASSWORD)).status).toBe(400);
  expect((await change(PASSWORD)).status).toBe(200);
  const page = await (await send("settings/security")).text();
  expect(page).toContain("Your own password");
  const { send: shared } = await browser();
  expect(await (await shared("settings/security")).text()).not.toContain("Your own password");
});

test("disabling an account ends all of its sessions permanently", async () => {
  const id = await addPerson(site.query, "editor", "Ada");
  const { send } = await browser();
  const ada = await browser(id);
  await send("people", { intent: "person-role", person: id, role: "enquiries" });
  expect([(await ada.send("pages")).status, (await ada.send("enquiries")).status]).toEqual([404, 200]);
  await send("people", { intent: "person-disable", person: id });
  expect((await ada.send("enquiries")).status).toBe(302);
  await send("people", { intent: "person-enable", person: id });
  expect((await ada.send("enquiries")).status).toBe(302);
  expect((await signIn("ada@example.com")).status).toBe(302);
  const log = await site.query(
    "select event, details from audit_log where event like 'person.%' order by last_at desc limit 3",
  );
  expect(log).toEqual([
    { event: "person.enabled", details: { name: "Ada" } },
    { event: "person.disabled", details: { name: "Ada" } },
    { event: "person.role", details: { name: "Ada", role: "enquiries" } },
  ]);
});

test("every person has an account page with their own sessions", async () => {
  const id = await addPerson(site.query, "editor", "Ada");
  const [owner, ada, phone] = [await browser(), await browser(id), await browser(id)];
  expect((await ada.send("account", { intent: "name", name: "Ada L." })).status).toBe(200);
  for (const name of [
    "Owner",
    " oWNER",
    "Ｏｗｎｅｒ",
    "Own\u200ber",
    "Owner\u3164",
    "Оwner",
    "O w n e r",
    "\u202erenwO",
  ])
    expect((await ada.send("account", { intent: "name", name })).status).toBe(400);
  const wrong = { intent: "password", current_password: "wrong", new_password: "a much better one" };
  expect((await ada.send("account", wrong)).status).toBe(400);
  expect((await ada.send("account", { ...wrong, current_password: PASSWORD })).status).toBe(200);
  expect([(await phone.send("account")).status, (await ada.send("account")).status]).toEqual([302, 200]);
  expect((await signIn("ada@example.com", "a much better one")).status).toBe(302);
  const [{ id_hash: session }] = (await site.query<{ id_hash: string }>(
    "select id_hash from admin_sessions where person_id is null",
  )) as [{ id_hash: string }];
  await ada.send("account", { intent: "end-session", session });
  expect((await owner.send("account")).status).toBe(200);
  // The owner who uses the site's password has no name, and changes that password in Settings.
  expect((await owner.send("account", { intent: "name", name: "Boss" })).status).toBe(400);
});

test("an enquiry can be assigned to anyone who can see it", async () => {
  const [eve, ada] = [
    await addPerson(site.query, "enquiries", "Eve"),
    await addPerson(site.query, "editor", "Ada"),
  ];
  const id = randomUUID();
  await site.query(
    "insert into enquiries (id, form_type, name, email, message) values ($1, 'contact', 'A Visitor', 'v@example.com', 'Hi')",
    [id],
  );
  const { send } = await browser(eve);
  const posts: [fields: Record<string, string>, status: number][] = [
    [{ intent: "change", ids: id, assigned_to: eve }, 200],
    [{ intent: "add-note", id, note: "Called back" }, 200],
    [{ intent: "change", ids: id, status: "contacted" }, 200],
    [{ intent: "change", ids: id, assigned_to: ada }, 400],
  ];
  for (const [fields, status] of posts) expect((await send("enquiries", fields)).status).toBe(status);
  const isMine = async (as: typeof send) =>
    (await (await as("enquiries?assigned=me&status=all")).text()).includes("A Visitor");
  expect(await isMine(send)).toBe(true);
  const mine = await (await send(`enquiries?open=${id}`)).text();
  expect(mine).toMatch(/Called back[\s\S]{0,40}<small>[\s\S]{0,20}Eve/);
  expect(mine).toMatch(/Assigned to Eve/);
  expect(mine).toMatch(/Status changed from[\s\S]{0,80}<small>[\s\S]{0,20}Eve/);
  const { send: ask } = await browser();
  expect(await isMine(ask)).toBe(false);
  await ask("enquiries", { intent: "change", ids: id, assigned_to: "" });
  expect(await isMine(ask)).toBe(true);
});

test("a scheduled publish is attributed to the person who scheduled it", async () => {
  const id = await addPerson(site.query, "editor", "Ada");
  await site.query("insert into change_sets (scheduled_by, scheduled_by_person) values ('mark1234', $1)", [
    id,
  ]);
  const [{ id: set }] = (await site.query("select id from change_sets")) as [{ id: string }];
  const [row] = await site.query<{ id: string }>("insert into industries (name) values ('Law') returning id");
  await site.query(
    `insert into change_items (change_set_id, kind, record_id, name, fields)
      values ($1, 'industries', $2, 'Law', '{"description": {"base": {"value": ""}, "value": {"value": "Firms"}}}')`,
    [set, row!.id],
  );
  const { owner, close } = openDatabases(site.database);
  await publishScheduled(owner, set, sql`true`).finally(close);
  const [newest] = await site.query(
    "select person_id, session from revisions where kind = 'industries' order by at desc limit 1",
  );
  expect(newest).toEqual({ person_id: id, session: "mark1234" });
});
