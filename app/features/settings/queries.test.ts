import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { deleteSetting, listStoredSettings, readSettings, saveSettings } from "./queries.server.ts";
import { website_settings } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();

test("defaults hold where nothing is set, and there is no phone, mail or profile of somebody else", async () => {
  expect(await readSettings(visitor)).toEqual({
    site_title: "SEO Pro Zone",
    time_zone: "America/New_York",
    blog_date_display: "today",
    confirmation_mail: "off",
    tracking_safe_mode: "off",
  });
});

test("what is set holds; blanks count as not set", async () => {
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

test("SPEC 5: 'only non-empty trimmed values are saved'; what is stored stays where a field is left empty", async () => {
  await saveSettings(owner, { site_title: " Ours ", phone_number: "", meta_keywords: "   " });
  expect((await listStoredSettings(owner)).stored).toMatchObject({
    site_title: "Ours",
    phone_number: " (212) 555-0142 ",
  });
  expect((await listStoredSettings(owner)).stored).not.toHaveProperty("meta_keywords");
});

test("a removed value is gone and the default holds again", async () => {
  await deleteSetting(owner, "time_zone");
  expect(await readSettings(visitor)).toMatchObject({ time_zone: "America/New_York" });
  expect((await listStoredSettings(owner)).stored).not.toHaveProperty("time_zone");
});
