// People with a sign-in of their own (decision 0008).
import { beforeEach, expect, test } from "vitest";
import { cheapPasswordHash } from "../support/cheap-password.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite({ TRUST_PROXY: "1" });
const PASSWORD = "a password of my own";
let address = 0;

beforeEach(() => site.query("delete from admin_sessions"));

const addPerson = async (role: string, name: string) =>
  (
    await site.query<{ id: string }>(
      "insert into people (role, name, email, password_hash) values ($1, $2, $2 || '@example.com', $3) returning id",
      [role, name, cheapPasswordHash(PASSWORD)],
    )
  )[0]!.id;

/** Posts to the sign-in page, as a form without scripts does, each time from another network. */
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

test("the sign-in page offers names only once there's someone to sign in with one", async () => {
  expect(await signInPage()).not.toContain("person-login");
  const id = await addPerson("editor", "Ada");
  const page = await signInPage();
  expect(page.indexOf('data-form="admin-login"')).toBeGreaterThan(0);
  expect(page.indexOf('data-form="person-login"')).toBeGreaterThan(page.indexOf('data-form="admin-login"'));
  await site.query("update people set disabled_at = now() where id = $1", [id]);
  expect(await signInPage()).not.toContain("person-login");
});

test("a person signs in with email and password, starts where the role lets them, and is logged by id", async () => {
  const id = await addPerson("enquiries", "Eve");
  const response = await signIn(" EVE@example.com");
  expect([response.status, response.headers.get("Location")]).toEqual([302, `${PANEL}/enquiries`]);
  const tab = await fetch(`${site.url}${PANEL}/enquiries`, { headers: { Cookie: cookieOf(response) } });
  expect(tab.status).toBe(200);
  const [event] = await site.query("select event, person_id from audit_log order by last_at desc limit 1");
  expect(event).toEqual({ event: "login.right", person_id: id });
});

test("wrong passwords, unknown emails and disabled people get the same reply, with the email as typed", async () => {
  const id = await addPerson("editor", "Dan");
  await site.query("update people set disabled_at = now() where id = $1", [id]);
  await addPerson("editor", "Wendy");
  const replies = [
    await signIn("wendy@example.com", "wrong"),
    await signIn("who@example.com"),
    await signIn("dan@example.com"),
    // The owner's one password is nobody's own, and the other way around.
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
