import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { keysOfCard, SETTINGS_CARDS, type SettingsCardId } from "./cards.ts";
import {
  findSettingsCard,
  listStoredSettings,
  readSettings,
  saveSettings,
  writeSettings,
} from "./queries.server.ts";
import { settingKey } from "./rules.ts";
import { website_settings } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();

test("without stored settings, defaults apply", async () => {
  expect(await readSettings(visitor)).toEqual({
    site_title: "SEO Pro Zone",
    brand_color: "#2442e8",
    marker_color: "#e2f54b",
    look: "marker",
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

test("stored values override defaults unless they're blank", async () => {
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

test("rows that aren't settings are ignored", async () => {
  await owner.insert(website_settings).values({ setting_key: "own_secret", setting_value: "0123abcd" });
  expect(await readSettings(visitor)).not.toHaveProperty("own_secret");
  await owner.delete(website_settings).where(eq(website_settings.setting_key, "own_secret"));
});

test("a choice left at its default isn't stored", async () => {
  const choices = async () => {
    const { blog_date_display, instant_audit } = await listStoredSettings(owner);
    return { blog_date_display, instant_audit };
  };
  await saveSettings(owner, { site_title: "Ours", blog_date_display: "today", instant_audit: "on" });
  expect(await choices()).toEqual({});
  await saveSettings(owner, { blog_date_display: "published", instant_audit: "off" });
  await saveSettings(owner, { blog_date_display: "today", instant_audit: "on" });
  expect(await choices()).toEqual({ blog_date_display: "today", instant_audit: "on" });
});

test("a removed setting goes back to its default", async () => {
  await writeSettings(owner, { time_zone: null });
  expect(await readSettings(visitor)).toMatchObject({ time_zone: "America/New_York" });
  expect(await listStoredSettings(owner)).not.toHaveProperty("time_zone");
});

const open = (card: SettingsCardId) => findSettingsCard(owner, card);

test("a save is rejected if another editor saved the card first", async () => {
  await saveSettings(owner, { facebook_url: "https://f.example/1" });
  const late = await open("social");
  await saveSettings(owner, { facebook_url: "https://f.example/2" }, late);
  const now = await open("social");
  const outcome = saveSettings(owner, { youtube_url: "https://y.example" }, late);
  await expect(outcome).rejects.toMatchObject({ what: "saved these settings", newerVersion: now.version });
  expect(await listStoredSettings(owner)).toMatchObject({ facebook_url: "https://f.example/2" });
  expect(await listStoredSettings(owner)).not.toHaveProperty("youtube_url");
  await saveSettings(owner, { facebook_url: "https://f.example/3" }, now);
  expect(await listStoredSettings(owner)).toMatchObject({ facebook_url: "https://f.example/3" });
});

test("only changes on the same card conflict", async () => {
  const late = await open("social");
  await writeSettings(owner, { facebook_url: null }, late);
  const again = saveSettings(owner, { facebook_url: "https://f.example/4" }, late);
  await expect(again).rejects.toThrow("Someone else saved these settings");
  const [now] = [await open("social"), await saveSettings(owner, { phone_number: "1" })];
  await saveSettings(owner, { youtube_url: "https://y.example" }, now);
});

test("only one of several concurrent saves succeeds", async () => {
  // Opens the database connections in advance.
  const [card] = await Promise.all(Array.from({ length: 8 }, () => open("social")));
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
      saveSettings(owner, { linkedin_url: `https://l.example/${n}` }, card),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", ...Array(7).fill("rejected")]);
});

test("each setting is on exactly one card", () => {
  expect(SETTINGS_CARDS.flatMap((card) => keysOfCard(card)).sort()).toEqual(settingKey.options.toSorted());
});

test("{site} in the description is replaced with the current site title", async () => {
  await saveSettings(owner, { site_title: "Maple Search", site_description: "{site} is an agency." });
  expect(await readSettings(visitor)).toMatchObject({ site_description: "Maple Search is an agency." });
  expect((await listStoredSettings(owner)).site_description).toBe("{site} is an agency.");
  await saveSettings(owner, { site_title: "Ca$$h & $& Search" });
  expect(await readSettings(visitor)).toMatchObject({ site_description: "Ca$$h & $& Search is an agency." });
});
