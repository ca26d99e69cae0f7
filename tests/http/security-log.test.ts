import { describe, expect, test } from "vitest";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { readPage } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";
const site = await openPanelSite({ TRUST_PROXY: "1", SEED: "demo" });
const { query, request, save, session } = site;
type Row = { event: string; network: string; browser: string; session: string | null; details: unknown };
const events = () =>
  query<Row>("select event, network, browser, session, details from audit_log order by happened_at, id");
/** Returns the events recorded while `something` runs. */
async function recordedBy(something: () => Promise<unknown>) {
  const before = (await events()).length;
  await something();
  return (await events()).slice(before);
}
const eventsOf = async (something: () => Promise<unknown>) =>
  (await recordedBy(something)).map(({ event, details }) => [event, details]);
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { "X-Forwarded-For": "203.0.113.77", "User-Agent": FIREFOX, ...headers },
    redirect: "manual",
  });

describe("sign-ins", () => {
  test("sign-ins and sign-outs are recorded with browser, truncated network and session", async () => {
    const rows = await recordedBy(async () => {
      await post(PANEL, { password: "open sesame" });
      const login = await post(PANEL, { password: ADMIN_PASSWORD });
      const Cookie = login.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
      await post(PANEL, { intent: "logout" }, { Cookie });
    });
    const where = { browser: "Firefox on Linux", network: "203.0.113.0/24" };
    expect(rows).toEqual([
      { event: "login.wrong", details: {}, session: null, ...where },
      {
        event: "login.right",
        details: { isKnown: false },
        session: expect.stringMatching(/^[0-9a-f]{8}$/),
        ...where,
      },
      { event: "logout", details: {}, session: rows[1]!.session, ...where },
    ]);
    expect(JSON.stringify(rows)).not.toContain("203.0.113.77");
    expect(site.stderr()).toContain(
      '"event":"login.right","browser":"Firefox on Linux","network":"203.0.113.0/24"',
    );
    expect(site.stderr()).not.toContain("open sesame");
  });

  test("sign-outs without a session and sign-ins with an empty password aren't recorded", async () => {
    expect(await eventsOf(() => post(PANEL, { intent: "logout" }))).toEqual([]);
    expect(await eventsOf(() => post(PANEL, { password: "" }))).toEqual([]);
  });
});

describe("what the owner does", () => {
  test("changes to tracking code are recorded with its length, but without the code itself", async () => {
    const code = "<script>let secret = 1</script>";
    expect(await eventsOf(() => save("settings", { intent: "save", google_analytics_code: code }))).toEqual([
      ["settings.changed", { changes: [{ key: "google_analytics_code", before: 0, after: code.length }] }],
    ]);
    expect(await eventsOf(() => save("settings", { intent: "save", google_analytics_code: code }))).toEqual(
      [],
    );
    expect(await eventsOf(() => save("settings", { intent: "save", site_title: "Rank & Co" }))).toEqual([]);
    const safeMode = { intent: "save", switches: "tracking_safe_mode", tracking_safe_mode: "on" };
    expect(await eventsOf(() => save("settings", safeMode))).toEqual([
      ["settings.changed", { changes: [{ key: "tracking_safe_mode", before: false, after: true }] }],
    ]);
    await save("settings", { intent: "save", switches: "tracking_safe_mode" });
    expect(
      await eventsOf(() => save("settings", { intent: "remove", key: "google_analytics_code" })),
    ).toEqual([
      ["settings.changed", { changes: [{ key: "google_analytics_code", before: code.length, after: 0 }] }],
    ]);
    expect(await eventsOf(() => save("settings", { intent: "remove", key: "site_title" }))).toEqual([]);
    expect(site.stderr()).not.toContain("secret = 1");
  });

  test.each([
    ["enquiries.csv", "enquiries"],
    ["subscribers.csv", "subscribers"],
    ["sources.csv", "sources"],
    ["redirects.csv", "redirects"],
    ["person.json?email=ann@example.com", "person"],
  ])("an export is recorded: %s", async (path, what) => {
    expect(await eventsOf(() => site.download(`${PANEL}/${path}`))).toEqual([["export.made", { what }]]);
    expect(JSON.stringify(await events())).not.toContain("ann@");
  });

  test("changes to webhooks are recorded with their name, but without the URL", async () => {
    const form = {
      name: "My tool",
      url: "https://hook.site.test/key",
      format: "standard",
      events: "audit.finished",
    };
    const on = (fields: Record<string, string>) => eventsOf(() => save("webhooks", fields));
    expect(await on({ intent: "add", ...form })).toEqual([["webhook.added", { name: "My tool" }]]);
    const [{ id } = { id: "" }] = await query<{ id: string }>("select id from webhook_endpoints");
    const changed = { intent: "update", id, version: "1", ...form, name: "Other" };
    expect(await on({ ...changed, url: "" })).toEqual([["webhook.changed", { name: "Other", isUrl: false }]]);
    expect(await on({ ...changed, version: "2" })).toEqual([
      ["webhook.changed", { name: "Other", isUrl: true }],
    ]);
    expect(await on({ intent: "rotate", id })).toEqual([["webhook.rotated", { name: "Other" }]]);
    expect(await on({ intent: "test", id })).toEqual([]);
    expect(await on({ intent: "delete", id })).toEqual([["webhook.deleted", { name: "Other" }]]);
    expect(await on({ intent: "delete", id })).toEqual([]);
  });

  test("deleting or restoring people's data is recorded without their identity", async () => {
    const [one] = await query<{ id: string }>(
      `insert into enquiries (id, form_type, name, email, message)
       values (gen_random_uuid(), 'contact', 'Ann', 'ann@example.com', 'Hello') returning id`,
    );
    expect(await eventsOf(() => save("enquiries", { intent: "delete", ids: one!.id }))).toEqual([
      ["enquiries.deleted", { count: 1 }],
    ]);
    const [kept] = await query<{ id: string }>("select id from kept_for_undo");
    expect(await eventsOf(() => save("enquiries", { intent: "restore", id: kept!.id }))).toEqual([
      ["enquiries.restored", { count: 1 }],
    ]);
    expect(await eventsOf(() => save("enquiries/person", { email: "ann@example.com" }))).toEqual([
      ["person.deleted", { enquiries: 1, notes: 0, messages: 0, mails: 0, subscriptions: 0, audits: 0 }],
    ]);
    const [subscriber] = await query<{ id: string }>(
      "insert into subscribers (email, token) values ('ann@example.com', 'a token') returning id",
    );
    expect(
      await eventsOf(() => save("enquiries/subscribers", { intent: "delete", id: subscriber!.id })),
    ).toEqual([["subscriber.deleted", {}]]);
    expect(JSON.stringify(await events())).not.toContain("ann@");
  });

  test("deleted and restored records are recorded by name", async () => {
    const [post] = await query<{ id: string; title: string }>("select id, title from blog_posts limit 1");
    const { id, title } = post!;
    const of = { kind: "blog-posts", name: title };
    expect(await eventsOf(() => save("blog", { intent: "delete", id }))).toEqual([["record.deleted", of]]);
    expect(await eventsOf(() => save("deleted", { intent: "restore", kind: "blog-posts", id }))).toEqual([
      ["record.restored", of],
    ]);
    const deleted = await save("blog", { intent: "delete", id });
    expect(await eventsOf(() => site.undo(deleted))).toEqual([["undone", { count: 1, name: title }]]);
  });

  test("other destructive actions are recorded, such as clearing the 404 log", async () => {
    expect(await eventsOf(() => save("dashboard", { intent: "remove-samples" }))).toEqual([
      ["samples.removed", {}],
    ]);
    const form = new FormData();
    form.set("intent", "import");
    form.set("file", new File(["From,To\n/old-one,/services\n/old-two,/contact\n/bad,\n"], "redirects.csv"));
    const [event] = await eventsOf(() => request(`${PANEL}/redirects.data`, form));
    expect(event).toEqual(["redirects.imported", { count: expect.any(Number) }]);
    expect(await eventsOf(() => save("redirects", { intent: "clear-all" }))).toEqual([
      ["missing.cleared", {}],
    ]);
  });

  test("rejected actions aren't recorded", async () => {
    expect(await eventsOf(() => save("enquiries/person", { email: "not an email address" }))).toEqual([]);
    expect(await eventsOf(() => save("enquiries/person", { email: "unknown@example.com" }))).toEqual([]);
    expect(
      await eventsOf(() => save("settings", { intent: "save", google_analytics_id: "nonsense" })),
    ).toEqual([]);
    expect(await eventsOf(() => fetch(`${site.url}${PANEL}/enquiries.csv`, { redirect: "manual" }))).toEqual(
      [],
    );
  });

  test("the panel keeps working if the log can't be written", async () => {
    await site.without("audit_log", async () => {
      expect((await site.download(`${PANEL}/enquiries.csv`)).status).toBe(200);
      expect((await post(PANEL, { password: ADMIN_PASSWORD })).status).toBe(302);
      expect((await post(PANEL, { password: "wrong" })).status).toBe(401);
      expect((await save("settings", { intent: "save", contact_email: "reach@rank.co" })).status).toBe(200);
    });
  });
});

describe("the log on the Settings tab", () => {
  const tab = (search = "") =>
    readPage(`${site.url}${PANEL}/settings/security${search}`, { headers: session });
  const log = async (search?: string) => (await tab(search)).words.replace(/^.* Security log /, "");

  test("the tab shows events in plain words, newest first", async () => {
    await post(PANEL, { password: ADMIN_PASSWORD });
    const words = await log();
    expect(words).toContain("Firefox on Linux 203.0.113.0/24");
    expect(words).toMatch(/Logged in.*Cleared the 404 log.*Imported 2 redirects.*Removed the sample content/);
  });

  test("long logs are paginated", async () => {
    await query(
      `insert into audit_log (event, details, last_at)
       select 'export.made', '{"what":"enquiries"}', now() - i * interval '1 day' from generate_series(1, 60) i`,
    );
    const words = await log("?page=7");
    expect(words).toMatch(/61 to 70 of \d+/);
    expect(words).not.toContain("Firefox on Linux");
    expect(words).toContain("Exported the enquiries The server");
  });

  test("an unknown event from another version is shown by its name", async () => {
    await query("insert into audit_log (event) values ('something.new')");
    expect((await tab()).words).toContain("something.new");
  });

  test("sessions are listed, and ending one is recorded", async () => {
    const login = await post(PANEL, { password: ADMIN_PASSWORD });
    expect(login.status).toBe(302);
    const { html, words } = await tab();
    expect(words).toMatch(/End the session since \w+ \d+, \d+:\d+ [AP]M, Firefox on Linux/);
    const [other] = await query<{ id_hash: string }>(
      "select id_hash from admin_sessions where browser = 'Firefox on Linux' order by created_at desc limit 1",
    );
    expect(html).toContain("This browser");
    expect(
      await eventsOf(() => save("settings", { intent: "end-session", session: other!.id_hash })),
    ).toEqual([["session.ended", { browser: "Firefox on Linux", network: "203.0.113.0/24" }]]);
    expect(await query("select from admin_sessions where id_hash = $1", [other!.id_hash])).toEqual([]);
  });
});
