import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import {
  deleteSetting,
  listStoredSettings,
  readSettings,
  type Stamps,
  saveSettings,
} from "./queries.server.ts";
import { website_settings } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();

test("without settings, defaults apply, and there is no phone, email or profile of another business", async () => {
  expect(await readSettings(visitor)).toEqual({
    site_title: "SEO Pro Zone",
    brand_color: "#2442e8",
    marker_color: "#e2f54b",
    time_zone: "America/New_York",
    blog_date_display: "today",
    confirmation_mail: "off",
    instant_audit: "on",
    google_analytics_code_at_once: "off",
    google_tag_manager_code_at_once: "off",
    google_tag_manager_custom_html: "off",
    tracking_safe_mode: "off",
  });
});

test("stored values override the defaults; blank values count as not set", async () => {
  await owner.insert(website_settings).values([
    { setting_key: "site_title", setting_value: "   " },
    { setting_key: "phone_number", setting_value: " (212) 555-0142 " },
    { setting_key: "time_zone", setting_value: "America/Chicago" },
  ]);
  expect(await readSettings(visitor)).toMatchObject({
    site_title: "SEO Pro Zone",
    phone_number: "(212) 555-0142",
    time_zone: "America/Chicago",
  });
});

test("other rows in the table, such as the site's own keys, aren't read with the settings", async () => {
  await owner.insert(website_settings).values({ setting_key: "own_secret", setting_value: "0123abcd" });
  expect(await readSettings(visitor)).not.toHaveProperty("own_secret");
  await owner.delete(website_settings).where(eq(website_settings.setting_key, "own_secret"));
});

test("SPEC 5: 'only non-empty trimmed values are saved'; an empty field leaves the stored value alone", async () => {
  await saveSettings(owner, { site_title: " Ours ", phone_number: "", meta_keywords: "   " });
  expect((await listStoredSettings(owner)).stored).toMatchObject({
    site_title: "Ours",
    phone_number: " (212) 555-0142 ",
  });
  expect((await listStoredSettings(owner)).stored).not.toHaveProperty("meta_keywords");
});

test("a choice left at its default isn't stored with the rest of its card, but an explicit choice is", async () => {
  const choices = async () => {
    const { blog_date_display, instant_audit } = (await listStoredSettings(owner)).stored;
    return { blog_date_display, instant_audit };
  };
  await saveSettings(owner, { site_title: "Ours", blog_date_display: "today", instant_audit: "on" });
  expect(await choices()).toEqual({});
  await saveSettings(owner, { blog_date_display: "published", instant_audit: "off" });
  await saveSettings(owner, { blog_date_display: "today", instant_audit: "on" });
  expect(await choices()).toEqual({ blog_date_display: "today", instant_audit: "on" });
});

test("a removed value goes back to its default", async () => {
  await deleteSetting(owner, "time_zone");
  expect(await readSettings(visitor)).toMatchObject({ time_zone: "America/New_York" });
  expect((await listStoredSettings(owner)).stored).not.toHaveProperty("time_zone");
});

/** Returns the stamps of a card's keys, as if it were opened now. */
async function openCard(...keys: string[]): Promise<Stamps> {
  const { stamps } = await listStoredSettings(owner);
  return Object.fromEntries(keys.map((key) => [key, stamps[key] ?? ""]));
}

test("two editors of one card: 'the later save is told what changed and by when', and nothing is overwritten", async () => {
  await saveSettings(owner, { facebook_url: "https://f.example/1" });
  const late = await openCard("facebook_url", "youtube_url");
  await saveSettings(
    owner,
    { facebook_url: "https://f.example/2" },
    await openCard("facebook_url", "youtube_url"),
  );
  const now = await openCard("facebook_url", "youtube_url");
  await expect(saveSettings(owner, { youtube_url: "https://y.example" }, late)).rejects.toMatchObject({
    message: expect.stringMatching(
      /your changes weren't saved: Facebook \(changed .*(AM|PM)\)\. What you typed/,
    ),
    newerVersion: JSON.stringify(now),
  });
  expect((await listStoredSettings(owner)).stored).toMatchObject({ facebook_url: "https://f.example/2" });
  expect((await listStoredSettings(owner)).stored).not.toHaveProperty("youtube_url");
  // After the conflict notice, the owner chose to overwrite the newer value.
  await saveSettings(owner, { facebook_url: "https://f.example/3" }, await openCard("facebook_url"));
  expect((await listStoredSettings(owner)).stored).toMatchObject({ facebook_url: "https://f.example/3" });
});

test("a value removed, or removed and stored again, in the meantime conflicts; keys on other cards don't", async () => {
  const late = await openCard("facebook_url");
  await deleteSetting(owner, "facebook_url");
  const refused = { message: expect.stringContaining("Facebook (removed)") };
  await expect(saveSettings(owner, { facebook_url: "https://f.example/4" }, late)).rejects.toMatchObject(
    refused,
  );
  await expect(deleteSetting(owner, "facebook_url", late)).rejects.toMatchObject(refused);
  await saveSettings(owner, { facebook_url: "https://f.example/5" });
  await expect(saveSettings(owner, { facebook_url: "https://f.example/6" }, late)).rejects.toMatchObject({
    message: expect.stringContaining("Facebook (changed"),
  });
  await saveSettings(owner, { youtube_url: "https://y.example" }, await openCard("youtube_url"));
});

test("of several saves at the same moment, the first succeeds and the others get a conflict", async () => {
  // Opens the database connections in advance.
  const [both] = await Promise.all(Array.from({ length: 8 }, () => openCard("linkedin_url")));
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
      saveSettings(owner, { linkedin_url: `https://l.example/${n}` }, both),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", ...Array(7).fill("rejected")]);
});

test("a value sent along unchanged keeps its stamp, so another card sees no conflict", async () => {
  const before = await openCard("linkedin_url");
  const { stored } = await listStoredSettings(owner);
  await saveSettings(owner, { linkedin_url: stored.linkedin_url, phone_number: "1" });
  expect(await openCard("linkedin_url")).toEqual(before);
});

test("a switch is stored as `on` and its row is deleted when it is off", async () => {
  await saveSettings(owner, { tracking_safe_mode: true });
  expect(await readSettings(visitor)).toMatchObject({ tracking_safe_mode: "on" });
  await saveSettings(owner, { phone_number: "2" });
  expect(await readSettings(visitor)).toMatchObject({ tracking_safe_mode: "on" });
  await saveSettings(owner, { tracking_safe_mode: false });
  expect(await readSettings(visitor)).toMatchObject({ tracking_safe_mode: "off" });
});

test("the description replaces {site} with the current site title", async () => {
  await saveSettings(owner, { site_title: "Maple Search", site_description: "{site} is an agency." });
  expect(await readSettings(visitor)).toMatchObject({ site_description: "Maple Search is an agency." });
  expect((await listStoredSettings(owner)).stored.site_description).toBe("{site} is an agency.");
});
