import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { decode, readPage } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

/** Opens a site that still has its generated password, unless `env` sets one. */
async function open(env: Record<string, string> = {}) {
  const site = await openTestSite(env, { isNew: true });
  const passwordFile = path.join(site.dataDir, "admin-password");
  const firstPassword = env.ADMIN_PASSWORD ?? fs.readFileSync(passwordFile, "utf8").trim();
  const post = (address: string, form: Record<string, string>, cookie?: string) =>
    fetch(site.url + address, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: cookie ? { Cookie: cookie } : {},
      redirect: "manual",
    });
  const logIn = async (password = firstPassword) => {
    const cookies = (await post(PANEL, { password })).headers.getSetCookie();
    return cookies.find((cookie) => cookie.startsWith("panel_session="))?.split(";")[0];
  };
  const settings = (form: Record<string, string>, cookie: string | undefined) =>
    post(`${PANEL}/settings`, form, cookie);
  const tab = (cookie: string | undefined, page = "") =>
    readPage(`${site.url}${PANEL}/settings${page}`, { headers: { Cookie: cookie ?? "" } });
  const stored = () =>
    site.query<{ setting_key: string; setting_value: string; setting_type: string }>(
      "select setting_key, setting_value, setting_type from website_settings order by setting_key",
    );
  return { site, passwordFile, firstPassword, logIn, post, settings, tab, stored };
}

/** Written out here, because the app's own list is under test. */
const PAGES = {
  // SPEC 2's three cards.
  "": ["general", "social", "tracking"],
  "/brand": ["logo", "brand"],
  "/email": ["mail"],
  "/enquiries": ["enquiries", "webhooks"],
  "/security": ["password", "sessions", "security-log"],
  "/advanced": ["advanced"],
};

const { site, passwordFile, firstPassword, logIn, post, settings, tab, stored } = await open();
const cookie = await logIn();
const save = (form: Record<string, string>) => settings({ intent: "save", ...form }, cookie);
/** Saves as the panel's scripts do. The response is the action's result without a page. */
const saveQuietly = (form: Record<string, string>) =>
  post(`${PANEL}/settings.data`, { intent: "save", ...form }, cookie);
const storedValue = async (key: string) =>
  (await stored()).find(({ setting_key }) => setting_key === key)?.setting_value;

describe("settings", () => {
  test("the response to a save contains the new version, so saving again needs no reload", async () => {
    const card = (await tab(cookie)).html.split("<form").find((form) => form.includes('value="general"'));
    const opened = decode(/name="opened" value="([^"]*)"/.exec(card ?? "")![1]!);
    const versionIn = (reply: string) => /"version","(\d+)"/.exec(reply)?.[1] ?? "";
    const saveOver = (site_title: string, version?: string) =>
      saveQuietly({ site_title, id: "general", ...(version ? { version } : {}) });
    const first = versionIn(await (await saveOver("One")).text());
    const second = await saveOver("Two", first);
    expect(second.status).toBe(200);
    const newest = versionIn(await second.text());
    expect(newest).not.toBe(first);
    expect((await saveOver("Three", first)).status).toBe(409);
    // A page from before an update posts the version in this format.
    const outdated = await saveQuietly({ site_title: "Three", version: '{"site_title":"1-1"}' });
    expect([outdated.status, await outdated.text()]).toEqual([400, expect.stringContaining("out of date")]);
    expect(await storedValue("site_title")).toBe("Two");
    const remove = { intent: "save", remove: "site_title", id: "general", opened };
    expect((await settings({ ...remove, version: first }, cookie)).status).toBe(409);
    expect((await settings({ ...remove, version: newest }, cookie)).status).toBe(200);
  });

  test("a stored save is reported as saved even if the reload fails", async () => {
    await site.query("alter table outgoing_mails rename to outgoing_mails_away");
    const saved = await saveQuietly({ contact_email: "after@maple.example" }).finally(() =>
      site.query("alter table outgoing_mails_away rename to outgoing_mails"),
    );
    expect([saved.status, await storedValue("contact_email")]).toEqual([200, "after@maple.example"]);
    expect(await saved.text()).toContain("Settings saved successfully");
    const [logged] = await site.query<{ details: string }>(
      "select details::text from audit_log where event = 'settings.changed' order by last_at desc limit 1",
    );
    expect(logged?.details).toContain("contact_email");
    await settings({ intent: "save", remove: "contact_email" }, cookie);
  });

  test("only trimmed, non-empty values are saved (SPEC 5, 7)", async () => {
    await save({ site_title: "  Rank & Co  ", phone_number: "(212) 555-0199" });
    await save({ site_title: "   ", phone_number: "" });
    expect(await stored()).toEqual([
      { setting_key: "phone_number", setting_value: "(212) 555-0199", setting_type: "text" },
      { setting_key: "site_title", setting_value: "Rank & Co", setting_type: "text" },
    ]);
  });

  test("a notice says that emptying a field doesn't remove its stored value", async () => {
    const KEPT = "Empty fields keep their saved value.";
    const isTold = async (form: Record<string, string>) =>
      (await (await saveQuietly(form)).text()).includes(KEPT);
    expect(await isTold({ phone_number: " ", meta_keywords: "" })).toBe(true);
    expect(await isTold({ phone_number: "(212) 555-0199", meta_keywords: "" })).toBe(false);
  });

  // The second is what tabs from before an update post.
  const removals: Record<string, string>[] = [
    { intent: "save", youtube_url: "", remove: "facebook_url youtube_url", facebook_url: "" },
    { intent: "remove", key: "youtube_url", id: "social" },
  ];
  for (const remove of removals)
    test(`an emptied field is removed from the site if the post names it: ${remove.intent} (decision 0035.9)`, async () => {
      await save({ youtube_url: "https://www.youtube.com/@rank", facebook_url: "https://facebook.com/rank" });
      await save({ youtube_url: "", facebook_url: "" });
      expect((await readPage(site.url)).html).toContain("https://www.youtube.com/@rank");
      expect((await settings(remove, cookie)).status).toBe(200);
      expect(await storedValue("youtube_url")).toBeUndefined();
      expect((await readPage(site.url)).html).not.toContain("https://www.youtube.com/@rank");
      expect(await storedValue("facebook_url")).toBe(
        "key" in remove ? "https://facebook.com/rank" : undefined,
      );
    });

  test("a posted value wins over its removal, and one post saves and removes settings of a page's cards", async () => {
    await save({ site_title: "Rank", youtube_url: "https://www.youtube.com/@rank" });
    const posted = { site_title: "Rank & Co", linkedin_url: "https://linkedin.com/rank", youtube_url: " " };
    expect((await save({ ...posted, remove: "site_title youtube_url" })).status).toBe(200);
    expect(await Promise.all(["site_title", "linkedin_url", "youtube_url"].map(storedValue))).toEqual([
      "Rank & Co",
      "https://linkedin.com/rank",
      undefined,
    ]);
  });

  test.each(Object.entries(PAGES))(
    "the page %s has its cards, and one form with one Save",
    async (page, cards) => {
      const { html, status } = await tab(cookie, page);
      expect(status).toBe(200);
      for (const card of cards) expect(html).toMatch(new RegExp(`<section [^>]*id="${card}"`));
      const saves = [...html.matchAll(/<form[^>]* data-form="(settings|email-settings)"/g)];
      expect(saves).toHaveLength(page === "/security" ? 0 : 1);
      expect(html.match(/<button type="submit"[^>]*>Save( Settings and publish)?</g) ?? []).toHaveLength(
        saves.length,
      );
      expect(html).not.toContain(">Remove<");
    },
  );

  test("an unknown page of the tab returns a 404", async () => {
    expect((await tab(cookie, "/people")).status).toBe(404);
    expect((await tab(cookie, "/business")).status).toBe(200);
  });

  test("if the database fails, the panel says that a setting wasn't removed", async () => {
    const remove = { intent: "save", remove: "phone_number" };
    const response = await site.without("website_settings", () =>
      post(`${PANEL}/settings.data`, remove, cookie),
    );
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining("Failed to save settings"),
    ]);
  });

  test("a card with one invalid value is rejected as a whole", async () => {
    const before = await stored();
    const response = await save({ google_analytics_id: "<script>", google_tag_manager: "GTM-ABC123" });
    expect(response.status).toBe(400);
    expect((await settings({ intent: "remove", key: "version" }, cookie)).status).toBe(400);
    expect((await settings({ intent: "save", remove: "version" }, cookie)).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  test("an invalid value is named in the toast", async () => {
    const response = await save({ id: "social", linkedin_url: "our page" });
    expect(response.status).toBe(400);
    const html = decode(await response.text());
    expect(html).toContain("Failed to save settings: The LinkedIn URL must start with https:// or http://.");
  });

  test("a pasted <meta> tag is reduced to its token, and a time zone is stored by name", async () => {
    await save({ google_search_console: '<meta name="google-site-verification" content="token-of-ours" />' });
    expect(await storedValue("google_search_console")).toBe("token-of-ours");
    for (const timezone of ["New York", "new york (america)"]) {
      await save({ time_zone: timezone });
      expect(await storedValue("time_zone")).toBe("America/New_York");
      await settings({ intent: "save", remove: "time_zone" }, cookie);
    }
    const { html } = await tab(cookie);
    expect(html).toMatch(/<option value="America\/New_York" label="New York \(America\), GMT-0[45]:00"/);
    expect(html).toContain("Used for all dates on the site");
    await settings({ intent: "save", remove: "google_search_console" }, cookie);
  });

  test("the confirmation email setting is 'on' or not stored", async () => {
    await save({ switches: "confirmation_mail", confirmation_mail: "on" });
    expect(await storedValue("confirmation_mail")).toBe("on");
    await save({ facebook_url: "https://facebook.com/rank" });
    expect(await storedValue("confirmation_mail")).toBe("on");
    await save({ switches: "confirmation_mail" });
    expect(await storedValue("confirmation_mail")).toBeUndefined();
  });
});

describe("the password", () => {
  const change = (current_password: string, new_password: string) =>
    settings({ intent: "password", current_password, new_password }, cookie);

  test("a password change requires the current password and at least 12 characters", async () => {
    expect((await change("Wrong password", "a new password that is long")).status).toBe(400);
    expect((await change(firstPassword, "eleven chrs")).status).toBe(400);
    expect(await logIn()).toBeDefined();
  });

  test("a password change ends all other sessions and revokes all preview links", async () => {
    const other = await logIn();
    await site.query(
      `with added as (insert into change_sets (state) values ('open') returning id)
       insert into preview_links (token_hash, change_set_id, expires_at)
         select 'hash', id, now() + interval '1 day' from added`,
    );
    expect((await change(firstPassword, "twelve chars")).status).toBe(200);
    expect(await site.query("select from preview_links")).toEqual([]);
    expect((await tab(other)).status).toBe(302);
    expect((await tab(cookie)).status).toBe(200);
    expect(await logIn()).toBeUndefined();
    expect(await logIn("twelve chars")).toBeDefined();
    expect(fs.existsSync(passwordFile)).toBe(false);
  });

  test("the password can't be changed if ADMIN_PASSWORD is set (CONTRACT)", async () => {
    const fixed = await open({ ADMIN_PASSWORD: "set by the environment" });
    const session = await fixed.logIn();
    expect((await fixed.tab(session, "/security")).words).toContain("by the variable ADMIN_PASSWORD");
    const response = await fixed.settings(
      {
        intent: "password",
        current_password: "set by the environment",
        new_password: "another password here",
      },
      session,
    );
    expect(response.status).toBe(400);
    expect(await fixed.logIn()).toBeDefined();
  });
});
