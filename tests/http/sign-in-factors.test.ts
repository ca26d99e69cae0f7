// Decision 0008.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { asDatabaseUrl } from "../support/database.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addPerson, PASSWORD } from "../support/people.ts";
import { addLoginStep, addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite({ TRUST_PROXY: "1" });
let address = 0;

beforeEach(() =>
  site.clear(
    "admin_sessions",
    "known_browsers",
    "login_steps",
    "totp_secrets",
    "recovery_codes",
    "passkeys",
    "people",
    "rate_limits",
    "outgoing_mails",
  ),
);

/** Posts to the sign-in page without JavaScript, each time from another network. */
const post = (fields: Record<string, string>, Cookie = "") =>
  fetch(site.url + PANEL, {
    method: "POST",
    redirect: "manual",
    headers: { "X-Forwarded-For": `203.0.113.${++address % 250}`, Cookie },
    body: new URLSearchParams(fields),
  });
const password = (Cookie = "") => post({ password: ADMIN_PASSWORD }, Cookie);
const passwordOfAda = () => post({ intent: "person-login", email: "ada@example.com", password: PASSWORD });
/** Returns the cookie of someone who has entered the correct password. */
const startStep = (person: string | null = null) => addLoginStep(site.query, person);
const enter = (Cookie: string, code: string, more: Record<string, string> = {}) =>
  post({ intent: "factor", code, ...more }, Cookie);
/** Returns a response's cookies as a Cookie header. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((one) => !one.includes("Max-Age=0"))
    .map((one) => one.split(";")[0])
    .join("; ");
const ask = (path: string, Cookie: string, fields?: Record<string, string>) =>
  fetch(`${site.url}${PANEL}/${path}`, {
    redirect: "manual",
    headers: { Cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
/** Returns whether a sign-in opened the panel. */
const isIn = async (response: Response) => (await ask("account", cookiesOf(response))).status === 200;

const STEP_MS = 30_000;
/** Turns on the factor with the current code, as the account page does. */
async function setUp(person: string | null = null) {
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
  await ask("account", Cookie, { intent: "factor-start" });
  const page = await (await ask("account", Cookie)).text();
  const [, secret = ""] = />((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})</.exec(page) ?? [];
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  /** @param step offset from the current code; the next code is accepted too */
  const code = (step = 1) => totp.generate({ timestamp: Date.now() + step * STEP_MS });
  const confirm = { intent: "factor-confirm", code: code(0) };
  const wrong = await ask("account", Cookie, { ...confirm, code: wrongCode(code) });
  expect(wrong.status).toBe(400);
  const response = await ask("account", Cookie, confirm);
  expect(response.status).toBe(200);
  // Only this reply shows the recovery codes.
  const codes = (await response.text()).match(/(?:[0-9a-z]{4}-){3}[0-9a-z]{4}/g) ?? [];
  return { Cookie, page, secret, code, codes: [...new Set(codes)] };
}
/** Returns six digits that don't match any recent or upcoming code. */
function wrongCode(code: (step: number) => string) {
  const near = Array.from({ length: 50 }, (_, at) => code(at - 25));
  return Array.from({ length: 60 }, (_, at) => String(at).padStart(6, "0")).find(
    (one) => !near.includes(one),
  )!;
}

test("setting up a factor requires a code and shows ten recovery codes once", async () => {
  const { Cookie, page, secret, codes } = await setUp();
  expect(page).toContain("<svg");
  expect(codes).toHaveLength(10);
  expect(await (await ask("account", Cookie)).text()).not.toContain(codes[0]);
  const [row] = await site.query<{ secret: string }>("select secret from totp_secrets");
  expect(row!.secret).not.toContain(secret.replaceAll(" ", ""));
  const stored = JSON.stringify(await site.query("select * from recovery_codes"));
  expect(stored).not.toContain(codes[0]!.replaceAll("-", ""));
  const log = await site.query<{ event: string }>(
    "select event from audit_log order by last_at desc limit 2",
  );
  expect(log.map(({ event }) => event)).toContain("factor.added");
});

test("after the correct password, the page asks for the code", async () => {
  const { code } = await setUp();
  const response = await password();
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie().map((one) => one.split("=")[0])).toEqual(["panel_step"]);
  expect(await response.text()).toMatch(/data-form="login-factor"[\s\S]*Remember this device for 30 days/);
  const Cookie = cookiesOf(response);
  const half = [Cookie, Cookie.replace("panel_step", SESSION_COOKIE)];
  for (const cookie of half)
    for (const path of ["dashboard", "account", "settings", "enquiries.csv"]) {
      expect([path, (await ask(path, cookie)).status]).toEqual([path, 302]);
      expect([path, (await ask(path, cookie, { intent: "factor-remove" })).status]).toEqual([path, 401]);
    }
  const right = await enter(Cookie, ` ${code().slice(0, 3)} ${code().slice(3)} `);
  expect([right.status, await isIn(right)]).toEqual([302, true]);
  expect((await enter(Cookie, code(1))).status).toBe(409);
});

test("of 20 simultaneous wrong codes, only 5 are checked", async () => {
  const { code } = await setUp();
  const Cookie = await startStep();
  const wrong = wrongCode(code);
  const replies = await Promise.all(Array.from({ length: 20 }, () => enter(Cookie, wrong)));
  const statuses = replies.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
  const right = await enter(Cookie, code());
  expect([right.status, await isIn(right)]).toEqual([429, false]);
  // The limit applies to the person, in every browser.
  expect((await enter(await startStep(), code())).status).toBe(429);
  // Input in another format isn't checked and doesn't count.
  await site.query("delete from rate_limits");
  for (const _ of Array(8)) expect((await enter(Cookie, "hello")).status).toBe(401);
  expect((await enter(Cookie, code())).status).toBe(302);
});

test("a code works once, and an old code is reported as expired", async () => {
  const { code } = await setUp();
  const cookies = [await startStep(), await startStep(), await startStep()];
  const now = code();
  const replies = await Promise.all(cookies.map((Cookie) => enter(Cookie, now)));
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 401, 401]);
  const Cookie = await startStep();
  expect(await (await enter(Cookie, now)).text()).toContain("already used");
  expect(await (await enter(Cookie, code(-8))).text()).toContain("has expired");
  // The reply must not reveal a future code.
  expect(await (await enter(Cookie, code(8))).text()).toContain("Wrong code");
});

test("a recovery code works once, and its owner gets an email", async () => {
  const id = await addPerson(site.query, "editor", "ada");
  const { codes } = await setUp(id);
  const cookies = [cookiesOf(await passwordOfAda()), await startStep(id)];
  const replies = await Promise.all(cookies.map((Cookie) => enter(Cookie, codes[0]!.toUpperCase())));
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 401]);
  const mails = await site.query("select recipient, text_body from outgoing_mails");
  expect(mails).toEqual([
    { recipient: "ada@example.com", text_body: expect.stringContaining("You have 9 codes left") },
  ]);
  const Cookie = await startStep(id);
  expect(await (await enter(Cookie, codes[0]!)).text()).toContain("recovery code was already used");
  expect((await enter(Cookie, codes[1]!.replaceAll("-", ""))).status).toBe(302);
});

test("someone else's code is rejected, and so is a correct code if the sign-in is no longer valid", async () => {
  const id = await addPerson(site.query, "editor", "ada");
  const [owner, ada] = [await setUp(), await setUp(id)];
  expect((await enter(await startStep(id), owner.code())).status).toBe(401);
  expect((await enter(await startStep(id), owner.codes[0]!)).status).toBe(401);
  expect((await enter("", ada.code())).status).toBe(409);
  const late = await startStep(id);
  await site.query("update login_steps set expires_at = now() - interval '1 second'");
  expect((await enter(late, ada.code())).status).toBe(409);
  const disabled = await startStep(id);
  await site.query("update people set disabled_at = now() where id = $1", [id]);
  expect((await enter(disabled, ada.code())).status).toBe(409);
  await site.query("update people set disabled_at = null where id = $1", [id]);
  const before = await startStep(id);
  await ask("account", ada.Cookie, {
    ...{ intent: "password", current_password: PASSWORD, new_password: "a much better one" },
  });
  expect((await enter(before, ada.code())).status).toBe(409);
});

test("for 30 days, sign-in on a remembered device needs the password but no code", async () => {
  const { Cookie, code, codes } = await setUp();
  const right = await enter(await startStep(), code(), { trust: "on" });
  const browserOf = (response: Response) => /panel_browser=[^;]*/.exec(cookiesOf(response))![0];
  const again = await password(browserOf(right));
  expect([again.status, await isIn(again)]).toEqual([302, true]);
  expect((await post({ password: "wrong" }, browserOf(again))).status).toBe(401);
  // The device stays remembered when someone else logs in on it, and their factor isn't skipped.
  const ada = await addPerson(site.query, "editor", "Ada");
  const signIn = { intent: "person-login", email: "ada@example.com", password: PASSWORD };
  const others = await post(signIn, browserOf(again));
  expect([others.status, await isIn(others)]).toEqual([302, true]);
  const back = await password(browserOf(others));
  expect([back.status, await isIn(back)]).toEqual([302, true]);
  await setUp(ada);
  expect((await post(signIn, browserOf(back))).status).toBe(200);
  await site.query("update known_browsers set trusted_until = now() - interval '1 second'");
  expect((await password(browserOf(back))).status).toBe(200);
  // A device is remembered only on request, and adding a factor makes the site forget all devices.
  const plain = await enter(await startStep(), codes[0]!);
  expect((await password(browserOf(plain))).status).toBe(200);
  const trusted = await enter(await startStep(), codes[1]!, { trust: "on" });
  expect((await ask("account", Cookie, { intent: "factor-remove" })).status).toBe(200);
  await setUp();
  expect((await password(browserOf(trusted))).status).toBe(200);
});

test("new recovery codes replace the old ones", async () => {
  const { Cookie, codes } = await setUp();
  expect((await ask("account", Cookie, { intent: "factor-codes" })).status).toBe(200);
  expect((await enter(await startStep(), codes[0]!)).status).toBe(401);
  expect((await ask("account", Cookie, { intent: "factor-remove" })).status).toBe(200);
  expect((await password()).status).toBe(302);
  expect(await site.query("select from recovery_codes")).toEqual([]);
});

test("a current code counts as proof once, and a recovery code never does", async () => {
  const { Cookie, code, codes } = await setUp();
  const prove = async (proof: string) => (await ask("confirm", Cookie, { proof })).status;
  await site.query("update admin_sessions set proven_at = now() - interval '11 minutes'");
  expect((await ask("settings", Cookie, { intent: "save" })).status).toBe(401);
  expect([await prove(codes[0]!), await prove(wrongCode(code)), await prove(code())]).toEqual([
    401, 401, 200,
  ]);
  expect((await ask("settings", Cookie, { intent: "save" })).status).toBe(200);
  expect(await prove(code())).toBe(401);
});

test("an unknown intent gets a 400, even if it's a name such as 'constructor'", async () => {
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, null)}`;
  for (const intent of ["__proto__", "constructor", "factor"])
    expect([intent, (await ask("account", Cookie, { intent })).status]).toEqual([intent, 400]);
});

test("changing a factor ends only the person's other sessions", async () => {
  const id = await addPerson(site.query, "editor", "ada");
  const session = async (person: string | null) =>
    `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
  const isOpen = async (Cookie: string) => (await ask("account", Cookie)).status === 200;
  const [before, owner] = [await session(id), await session(null)];
  const { Cookie } = await setUp(id);
  expect([await isOpen(Cookie), await isOpen(before), await isOpen(owner)]).toEqual([true, false, true]);
  const during = await session(id);
  await ask("account", Cookie, { intent: "factor-remove" });
  expect([await isOpen(Cookie), await isOpen(during), await isOpen(owner)]).toEqual([true, false, true]);
});

test("the owner can reset anyone's factor except their own", async () => {
  const [id, boss] = [
    await addPerson(site.query, "editor", "ada"),
    await addPerson(site.query, "owner", "boss"),
  ];
  const [ada, own] = [await setUp(id), await setUp(boss)];
  expect(await (await ask("people", own.Cookie)).text()).toContain("Reset two-factor");
  const reset = (Cookie: string, person: string) =>
    ask("people", Cookie, { intent: "person-reset-factor", person });
  expect((await reset(ada.Cookie, boss)).status).toBe(404);
  expect((await reset(own.Cookie, boss)).status).toBe(400);
  expect((await reset(own.Cookie, id)).status).toBe(200);
  expect((await ask("account", ada.Cookie)).status).toBe(302);
  expect((await passwordOfAda()).status).toBe(302);
  expect(await site.query("select person_id from totp_secrets")).toEqual([{ person_id: boss }]);
});

test("a command on the server resets the second factor of the owner who uses the site's password", async () => {
  const { Cookie } = await setUp();
  await addPerson(site.query, "editor", "ada");
  const run = (...args: string[]) =>
    promisify(execFile)("node", ["bootstrap.mjs", "--no-install", "scripts/access.ts", ...args], {
      env: { ...process.env, DATABASE_URL: asDatabaseUrl(site.database), DATA_DIR: site.dataDir },
    });
  await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining("reset-factor") });
  await expect(run("reset-factor", "who@example.com")).rejects.toMatchObject({ code: 1 });
  await expect(run("reset-factor", "ada@example.com")).rejects.toMatchObject({
    stderr: expect.stringContaining("no second factor"),
  });
  expect((await run("reset-factor")).stdout).toContain("Removed the second factor of Owner");
  expect((await ask("account", Cookie)).status).toBe(302);
  expect((await password()).status).toBe(302);
});

test("without a factor, the sign-in page doesn't mention one", async () => {
  const page = await (await fetch(site.url + PANEL)).text();
  expect(page).not.toMatch(/two-factor|login-factor|isFactor/i);
});
