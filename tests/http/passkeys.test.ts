// Uses a software authenticator (decision 0008).
import { beforeEach, expect, test } from "vitest";
import { makePasskey } from "../support/authenticator.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite({ TRUST_PROXY: "1" });
/** The default SITE_URL. */
const ORIGIN = `http://localhost:${new URL(site.url).port}`;
let address = 0;

beforeEach(() =>
  site.clear(
    "admin_sessions",
    "known_browsers",
    "login_steps",
    "passkeys",
    "recovery_codes",
    "people",
    "rate_limits",
  ),
);

/** Matches recovery codes, but not people's ids. */
const CODES = /(?<![\w-])(?:[0-9a-z]{4}-){3}[0-9a-z]{4}(?![\w-])/g;

const post = (path: string, fields: Record<string, string>, Cookie = "", from = String(++address % 250)) =>
  fetch(`${site.url}${PANEL}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie, "X-Forwarded-For": `203.0.113.${from}` },
    body: new URLSearchParams(fields),
  });
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
const isIn = async (Cookie: string) =>
  (await fetch(`${site.url}${PANEL}/account`, { headers: { Cookie }, redirect: "manual" })).status === 200;
const signIn = async (person: string | null) => `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
const storedChallenge = async (prefix: string) =>
  (
    await site.query<{ challenge: string }>(
      "select challenge from login_steps where id_hash like $1 || ' %' order by expires_at desc limit 1",
      [prefix],
    )
  )[0]!.challenge;

/** Adds a passkey, as the account page does. */
async function register(Cookie: string, forged = {}) {
  const passkey = makePasskey(ORIGIN);
  const asked = await post("/account", { intent: "passkey-options", name: "Laptop" }, Cookie);
  const response = passkey.register(await storedChallenge("register"), forged);
  const add = () => post("/account", { intent: "passkey-add", name: "Laptop", response }, Cookie);
  return { passkey, asked, add };
}
/** Requests a challenge, as the sign-in page does. */
async function start(Cookie = "") {
  const response = await post("/passkey", { intent: "options" }, Cookie);
  const { options } = (await response.json()) as {
    options: { challenge: string; rpId: string; userVerification: string; allowCredentials?: object[] };
  };
  return { ...options, Cookie: cookiesOf(response) };
}
const finish = (response: string, Cookie: string) =>
  post("/passkey", { intent: "passkey", response }, Cookie);

async function addedPasskey(person: string | null) {
  const Cookie = await signIn(person);
  const { passkey, add } = await register(Cookie);
  expect((await add()).status).toBe(200);
  return { passkey, Cookie };
}

test("adding a passkey shows recovery codes once and ends the person's other sessions", async () => {
  const ada = await addPerson(site.query, "editor", "ada");
  const [Cookie, other, owner] = [await signIn(ada), await signIn(ada), await signIn(null)];
  const { asked, add } = await register(Cookie);
  expect(await asked.text()).toMatch(/required/);
  const added = await add();
  expect(added.status).toBe(200);
  const codes = new Set((await added.text()).match(CODES));
  expect(codes.size).toBe(10);
  expect([await isIn(Cookie), await isIn(other), await isIn(owner)]).toEqual([true, false, true]);
  expect((await add()).status).toBe(400);
  // Only the first passkey comes with recovery codes.
  expect(await (await (await register(Cookie)).add()).text()).not.toMatch(CODES);
});

test("a passkey signs a person in without a password or a second factor", async () => {
  for (const person of [null, await addPerson(site.query, "editor", "ada")]) {
    const { passkey } = await addedPasskey(person);
    const { challenge, rpId, userVerification, allowCredentials, Cookie } = await start();
    expect([rpId, userVerification, allowCredentials]).toEqual(["localhost", "required", undefined]);
    const response = await finish(passkey.signIn(challenge), Cookie);
    expect([response.status, await response.json()]).toEqual([200, { isRight: true }]);
    expect(await isIn(cookiesOf(response))).toBe(true);
    const [last] = await site.query("select person_id, details from audit_log order by last_at desc limit 1");
    expect(last).toMatchObject({ person_id: person, details: { by: "passkey" } });
  }
});

test("forged and replayed passkey responses, and those for other sites, are rejected", async () => {
  const { passkey, Cookie: owner } = await addedPasskey(null);
  const tries: [string, (challenge: string) => string][] = [
    ["challenge", () => passkey.signIn("c2VsZi1tYWRl")],
    ["origin", (challenge) => passkey.signIn(challenge, { origin: "https://evil.example" })],
    ["port", (challenge) => passkey.signIn(challenge, { origin: "http://localhost:1" })],
    ["host", (challenge) => passkey.signIn(challenge, { host: "evil.example" })],
    ["type", (challenge) => passkey.signIn(challenge, { type: "webauthn.create" })],
    ["unverified", (challenge) => passkey.signIn(challenge, { isVerified: false })],
    ["unknown", (challenge) => makePasskey(ORIGIN).signIn(challenge)],
    [
      "another's signature",
      (challenge) => {
        const { response } = JSON.parse(makePasskey(ORIGIN).signIn(challenge)) as { response: object };
        return JSON.stringify({ ...JSON.parse(passkey.signIn(challenge)), response });
      },
    ],
  ];
  for (const [what, answer] of tries) {
    const { challenge, Cookie } = await start();
    const response = await finish(answer(challenge), Cookie);
    expect([what, response.status, response.headers.getSetCookie()]).toEqual([what, 401, []]);
    expect([what, (await finish(passkey.signIn(challenge), Cookie)).status]).toEqual([what, 401]);
  }
  const { challenge, Cookie } = await start();
  const right = passkey.signIn(challenge);
  const together = await Promise.all([finish(right, Cookie), finish(right, Cookie), finish(right, Cookie)]);
  expect(together.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  // A challenge expires, and works only in the browser that requested it.
  const late = await start();
  await site.query("update login_steps set expires_at = now() - interval '1 second'");
  expect((await finish(passkey.signIn(late.challenge), late.Cookie)).status).toBe(401);
  const [mine, theirs] = [await start(), await start()];
  expect((await finish(passkey.signIn(mine.challenge), theirs.Cookie)).status).toBe(401);
  expect((await finish(passkey.signIn((await start()).challenge), "")).status).toBe(401);
  // A challenge for adding a passkey can't be used to sign in, and its cookie isn't a session.
  await register(owner);
  expect((await finish(passkey.signIn(await storedChallenge("register")), owner)).status).toBe(401);
  const { Cookie: half } = await start();
  const id = half.split("=")[1]!;
  for (const name of [SESSION_COOKIE, "panel_step", "panel_passkey"]) {
    expect([name, await isIn(`${name}=${id}`)]).toEqual([name, false]);
    const code = await post("", { intent: "factor", code: "123456" }, `${name}=${id}`);
    expect([name, code.status]).toEqual([name, 409]);
  }
});

test("a passkey stops working when it's removed or reset, and while its owner's account is disabled", async () => {
  const ada = await addPerson(site.query, "editor", "ada");
  const { passkey, Cookie } = await addedPasskey(ada);
  const attempt = async () => {
    const { challenge, Cookie } = await start();
    return (await finish(passkey.signIn(challenge), Cookie)).status;
  };
  await site.query("update people set disabled_at = now()");
  expect(await attempt()).toBe(401);
  await site.query("update people set disabled_at = null");
  expect(await attempt()).toBe(200);
  const [row] = await site.query<{ id: string }>("select id from passkeys");
  await post("/account", { intent: "passkey-remove", id: row!.id }, await signIn(null));
  expect(await attempt()).toBe(200);
  const other = await signIn(ada);
  expect((await post("/account", { intent: "passkey-remove", id: row!.id }, Cookie)).status).toBe(200);
  expect([await attempt(), await isIn(Cookie), await isIn(other)]).toEqual([401, true, false]);
  expect(await site.query("select from recovery_codes")).toEqual([]);
  const again = await addedPasskey(ada);
  const reset = { intent: "person-reset-factor", person: ada };
  expect((await post("/people", reset, await signIn(null))).status).toBe(200);
  expect([await isIn(again.Cookie), await site.query("select from passkeys")]).toEqual([false, []]);
});

test("the confirmation dialog accepts only the signed-in person's passkey", async () => {
  const ada = await addPerson(site.query, "editor", "ada");
  const { passkey, Cookie: session } = await addedPasskey(ada);
  const attempt = async (email: string) => {
    const { challenge, allowCredentials, Cookie } = await start(session);
    expect(allowCredentials).toHaveLength(1);
    const fields = { intent: "passkey", response: passkey.signIn(challenge), email };
    return (await post("/passkey", fields, Cookie)).status;
  };
  expect([await attempt(""), await attempt("bob@example.com"), await attempt("ada@example.com")]).toEqual([
    ...[401, 401, 200],
  ]);
});

test("a passkey whose counter doesn't increase is accepted", async () => {
  const { passkey } = await addedPasskey(null);
  for (const counter of [5, 5, 3, 0]) {
    const { challenge, Cookie } = await start();
    expect([counter, (await finish(passkey.signIn(challenge, { counter }), Cookie)).status]).toEqual([
      counter,
      200,
    ]);
  }
});

test("adding a passkey rejects forged responses and invalid names", async () => {
  const Cookie = await signIn(null);
  for (const forged of [
    { origin: "https://evil.example" },
    { host: "evil.example" },
    { isVerified: false },
    { type: "webauthn.get" },
    { format: "tpm2" },
  ])
    expect([forged, (await (await register(Cookie, forged)).add()).status]).toEqual([forged, 400]);
  for (const name of ["", "x".repeat(61)])
    expect((await post("/account", { intent: "passkey-options", name }, Cookie)).status).toBe(400);
  for (const response of ["", "{}", "[1]", "null", '{"id":1}', "x".repeat(20_000)])
    expect((await post("/account", { intent: "passkey-add", name: "x", response }, Cookie)).status).toBe(400);
  expect(await site.query("select from passkeys")).toEqual([]);
  const { passkey, add } = await register(Cookie);
  await add();
  await post("/account", { intent: "passkey-options", name: "Again" }, Cookie);
  const response = passkey.register(await storedChallenge("register"));
  const again = await post("/account", { intent: "passkey-add", name: "Again", response }, Cookie);
  expect([again.status, await site.query("select name from passkeys")]).toEqual([400, [{ name: "Laptop" }]]);
});

test("malformed and oversized passkey requests are rejected, and so are too many from one IP address", async () => {
  const { Cookie } = await start();
  for (const response of ["", "{}", "[]", "null", "{", '{"id":{}}', `"${"x".repeat(9000)}"`])
    expect([response.slice(0, 9), (await finish(response, Cookie)).status]).toEqual([
      response.slice(0, 9),
      400,
    ]);
  const known = {
    ...{ type: "public-key", rawId: "x", clientExtensionResults: {} },
    response: { clientDataJSON: "x", authenticatorData: "x" },
  };
  for (const id of ["x\0", "\ud800", "x".repeat(5000)]) {
    const response = JSON.stringify({ ...known, id, response: { ...known.response, signature: id } });
    expect([id.slice(0, 2), (await finish(response, Cookie)).status]).toEqual([id.slice(0, 2), 401]);
  }
  expect((await finish("x".repeat(17_000), Cookie)).status).toBe(413);
  expect((await post("/passkey", {}, Cookie)).status).toBe(400);
  const asked = await Promise.all(
    Array.from({ length: 70 }, () => post("/passkey", { intent: "options" }, "", "251")),
  );
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(60);
  const closed = asked.find(({ status }) => status === 429)!;
  expect([Number(closed.headers.get("Retry-After")) > 0, await closed.json()]).toEqual([
    true,
    { error: expect.stringContaining("Wait") },
  ]);
});

test("the sign-in page offers passkeys only once one exists", async () => {
  const page = async () => (await fetch(site.url + PANEL)).text();
  expect(await page()).not.toMatch(/passkey|webauthn|hasKeys/i);
  const { passkey } = await addedPasskey(null);
  expect(await page()).toMatch(/autoComplete="current-password webauthn"/i);
  const { id } = JSON.parse(passkey.signIn("x")) as { id: string };
  await site.query("delete from admin_sessions");
  const step = await post("", { password: "correct horse battery staple" });
  expect(await step.text()).toContain("recovery codes");
  const { challenge, allowCredentials, Cookie } = await start(cookiesOf(step));
  expect(allowCredentials).toEqual([expect.objectContaining({ id })]);
  const done = await finish(passkey.signIn(challenge), `${Cookie}; ${cookiesOf(step)}`);
  expect([done.status, await site.query("select from login_steps")]).toEqual([200, []]);
});
