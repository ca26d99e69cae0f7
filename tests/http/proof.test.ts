// A proof of identity is a password, code or passkey from the last 10 minutes (decision 0008).
import { once } from "node:events";
import http from "node:http";
import { beforeEach, expect, test } from "vitest";
import { discardDrafts } from "../../app/features/changes/discard.server.ts";
import { saveDraft } from "../../app/features/changes/drafts.server.ts";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { asOwner } from "../support/log-in.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { addPerson, PASSWORD } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const databases = openDatabases(site.database);

beforeEach(() => site.clear("admin_sessions", "people", "invitations", "rate_limits", "totp_secrets"));

const ask = (path: string, Cookie: string, fields?: Record<string, string>) =>
  fetch(`${site.url}${PANEL}/${path}`, {
    redirect: "manual",
    headers: { Cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
/** Requests a page or file the way a click on a link does. */
const download = (path: string, Cookie: string) => asOwner(site.url, { Cookie }).download(`${PANEL}/${path}`);
const session = async (person: string | null, minutes: number) => {
  const Cookie = `${SESSION_COOKIE}=${await addSession(site.query, person)}`;
  await site.query(
    `update admin_sessions set proven_at = now() - interval '${minutes} minutes'
      where proven_at > now() - interval '1 second' and person_id is not distinct from $1`,
    [person],
  );
  return Cookie;
};
const SETTINGS = { kind: "settings", id: "general" } as const;

/** Changes one setting and drafts another. Returns the change's revision, and the id that restores an earlier draft. */
async function settingsElsewhere(Cookie: string) {
  await ask("settings", Cookie, { intent: "save", phone_number: `(212) 555-0${Date.now() % 1000}` });
  const [revision] = await site.query<{ id: string; operation: string }>(
    "select id, operation from revisions where kind = 'settings' order by at desc limit 1",
  );
  await site.query("delete from change_items");
  const draft = () =>
    saveDraft(databases.owner, SETTINGS, { posted: { site_title: `Renamed ${Date.now()}` } });
  await draft();
  const discarded = await discardDrafts(databases.owner, [SETTINGS]);
  await draft();
  return { ...revision!, discarded };
}

/** Returns a request for each way to write settings or sign-in data. */
async function sensitiveWrites(Cookie: string): Promise<[path: string, fields: Record<string, string>][]> {
  const { id, operation, discarded } = await settingsElsewhere(Cookie);
  const drafts = draftName(SETTINGS);
  return [
    ...["save", "remove", "password", "save-email", "test-mail", "end-session", "invite", "person-role"].map(
      (intent): [string, Record<string, string>] => ["settings", { intent }],
    ),
    ["settings", { intent: "save", google_analytics_id: "G-1" }],
    ["settings/brand", { intent: "save", google_analytics_id: "G-1" }],
    ...["invite", "person-role", "person-disable", "revoke-invitation"].map(
      (intent): [string, Record<string, string>] => ["people", { intent }],
    ),
    ...["rotate", "delete", "test", "again", "since"].map((intent): [string, Record<string, string>] => [
      "webhooks",
      { intent, id: crypto.randomUUID() },
    ]),
    ["undo", { operation }],
    [`activity/record?kind=settings&id=general`, { intent: "restore", id }],
    ["content/replace", { find: "212", replace: "1", hit: "settings|general|phone_number|x|0" }],
    ["changes", { intent: "schedule", drafts, at: "2050-01-01T10:00", until: "" }],
    ["changes", { intent: "unschedule", drafts }],
    ["changes", { intent: "share", drafts }],
    ["changes", { intent: "resolve", drafts, field: "site_title", keeps: "live", live: "" }],
    ["changes", { intent: "drop", drafts }],
    ["changes", { intent: "restore", id: discarded }],
    ["changes", { intent: "publish", drafts }],
    ["edit-page/save", { kind: "settings", id: "general", field: "x", path: "[]", base: "", value: "" }],
  ];
}
const EXPORTS = [
  "enquiries.csv",
  "subscribers.csv",
  "sources.csv",
  "redirects.csv",
  "person.json?email=someone%40example.com",
];
const FACTORS = ["factor-start", "factor-confirm", "factor-codes", "factor-remove", "passkey-options"].map(
  (intent): [string, Record<string, string>] => ["account", { intent, name: "x", code: "123456" }],
);

/** Sending enquiries elsewhere always requires a proof, like a new factor. */
const WEBHOOKS = [
  { intent: "add" },
  { intent: "update", id: crypto.randomUUID(), url: "https://x.org/" },
].map((fields): [string, Record<string, string>] => ["webhooks", fields as Record<string, string>]);

test("10 minutes after sign-in, sensitive changes and exports require a proof of identity", async () => {
  const owner = await addPerson(site.query, "owner");
  for (const person of [owner, null]) {
    const fresh = await session(person, 9);
    const old = await session(person, 11);
    const all = [...(await sensitiveWrites(fresh)), ...FACTORS, ...WEBHOOKS];
    // With the site's password, one request to each route is enough.
    const tried = person ? all : new Map(all.map((write) => [write[0], write])).values();
    for (const [path, fields] of tried) {
      const asked = await ask(path, old, fields);
      expect([path, fields, asked.status]).toEqual([path, fields, 401]);
      expect(await asked.text()).toContain("Confirm it");
      expect([path, fields, (await ask(path, fresh, fields)).status]).not.toEqual([path, fields, 401]);
    }
    for (const path of EXPORTS) {
      const asked = await download(path, old);
      const to = new URLSearchParams({ to: `${PANEL}/${path}` });
      expect([path, asked.headers.get("Location")]).toEqual([path, `${PANEL}/confirm?${to}`]);
      expect([path, (await download(path, fresh)).status]).toEqual([path, 200]);
    }
    for (const [path, fields] of [
      ["industries", { intent: "add", name: `Dentists ${person}`, description: "" }],
      ["account", undefined],
      ["settings", undefined],
      ["people", undefined],
    ] as const)
      expect([path, (await ask(path, old, fields)).status]).toEqual([path, 200]);
  }
});

test("without a second factor or people, only adding a factor or a webhook requires a proof", async () => {
  const old = await session(null, 60);
  for (const [path, fields] of await sensitiveWrites(old))
    expect([path, fields, (await ask(path, old, fields)).status]).not.toEqual([path, fields, 401]);
  for (const path of EXPORTS) expect([path, (await download(path, old)).status]).toEqual([path, 200]);
  for (const [path, fields] of [...FACTORS, ...WEBHOOKS])
    expect([fields, (await ask(path, old, fields)).status]).toEqual([fields, 401]);
  // An invitation counts as a person even before it's accepted.
  const fields = { intent: "invite", name: "Ada", email: "ada@example.com", role: "editor" };
  expect((await ask("settings", old, fields)).status).toBe(200);
  expect((await ask("settings", old, fields)).status).toBe(401);
});

test("the password counts as proof only for the session in which it's entered", async () => {
  const editor = await addPerson(site.query, "editor");
  const [Cookie, other] = [await session(editor, 11), await session(editor, 11)];
  const to = (await download("redirects.csv?search=x", Cookie)).headers.get("Location")!;
  const page = to.replace(`${PANEL}/`, "");
  expect(await (await ask(page, Cookie)).text()).toContain('data-form="confirm"');
  for (const proof of ["", "wrong", ADMIN_PASSWORD]) {
    const wrong = await ask(page, Cookie, { proof });
    expect([proof, wrong.status]).toEqual([proof, 401]);
    expect(await wrong.text()).toContain("Wrong password");
  }
  const right = await ask(page, Cookie, { proof: PASSWORD });
  expect(right.status).toBe(200);
  expect(await right.text()).toContain(`href="${PANEL}/redirects.csv?search=x"`);
  expect((await download("redirects.csv", Cookie)).status).toBe(200);
  expect((await download("redirects.csv", other)).status).toBe(302);
});

test("a six-digit password isn't treated as an authenticator code", async () => {
  const Cookie = await session(await addPerson(site.query, "owner", "owner", "123456"), 11);
  expect((await ask("confirm", Cookie, { proof: "654321" })).status).toBe(401);
  expect((await ask("confirm", Cookie, { proof: "123456" })).status).toBe(200);
});

test("a script on a public page can't try passwords in the owner's session", async () => {
  const Cookie = await session(await addPerson(site.query, "owner"), 11);
  /** Posts like a browser's form or script. `fetch` can't set the mode. */
  const post = async (fields: Record<string, string>, mode: string) => {
    const headers = {
      ...{ Cookie, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": mode },
      "Content-Type": "application/x-www-form-urlencoded",
    };
    const request = http.request(`${site.url}${PANEL}/confirm`, { method: "POST", headers, agent: false });
    request.end(String(new URLSearchParams(fields)));
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  for (const mode of ["cors", "navigate"]) expect(await post({ proof: PASSWORD }, mode)).toBe(403);
  const read = await fetch(`${site.url}${PANEL}/confirm`, {
    headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
  });
  expect([read.status, (await read.text()).includes('name="key"')]).toEqual([403, false]);
  const passkey = await fetch(`${site.url}${PANEL}/passkey`, {
    method: "POST",
    headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ intent: "options" }),
  });
  expect([403, 404]).toContain(passkey.status);
  const guessed = await Promise.all(
    ["wrong", ADMIN_PASSWORD].map(async (password) => {
      const response = await fetch(`${site.url}${PANEL}`, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({ password }),
      });
      return [response.status, response.headers.get("Location"), response.headers.get("Set-Cookie")];
    }),
  );
  expect(guessed).toEqual([302, 302].map((status) => [status, `${PANEL}/dashboard`, null]));
  expect((await ask("settings", Cookie, { intent: "save" })).status).toBe(401);
  // The page's own form contains a key, which works without scripts.
  const key = /name="key" value="([\w-]+)"/.exec(await (await ask("confirm", Cookie)).text())?.[1] ?? "";
  expect(await post({ proof: PASSWORD, key }, "navigate")).toBe(200);
  expect((await ask("settings", Cookie, { intent: "save" })).status).not.toBe(401);
});

test("wrong proofs count as wrong passwords", async () => {
  const Cookie = await session(await addPerson(site.query, "owner"), 11);
  for (const _ of Array(10)) expect((await ask("confirm", Cookie, { proof: "wrong" })).status).toBe(401);
  const closed = await ask("confirm", Cookie, { proof: PASSWORD });
  expect([closed.status, Number(closed.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect((await ask("settings", Cookie, { intent: "save" })).status).toBe(401);
  for (const fields of [undefined, { proof: PASSWORD }]) {
    const out = await ask("confirm", "", fields);
    expect([out.status, out.headers.get("Location")]).toEqual([302, PANEL]);
  }
  const fresh = await session(null, 0);
  for (const to of [
    "https://evil.example",
    "//evil.example",
    `${PANEL}/../about`,
    "\\\\evil",
    "javascript:x",
    "http://[evil",
  ]) {
    const html = await (await ask(`confirm?${new URLSearchParams({ to })}`, fresh)).text();
    expect([to, html.includes(`href="${PANEL}"`), html.includes("evil")]).toEqual([to, true, false]);
  }
});
