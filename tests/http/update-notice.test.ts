// The dashboard's notice of a newer version.
import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, read, save } = await openPanelSite({
  UPDATE_FEED_URL: "https://updates.agency.com/updates.json",
  UPDATE_FEED_KEY: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
});
const words = async () => wordsOf(await read(`${PANEL}/dashboard`));

test("the owner turns notices on and off, and only a security fix for the running version is an alarm", async () => {
  const feed = (security: object[]) => JSON.stringify({ sequence: 1, latest: "999.0.0", security });
  await query("insert into website_settings (setting_key, setting_value) values ('update_feed', $1)", [
    feed([]),
  ]);
  expect(await words()).toContain("Update notices");
  expect(await words()).not.toContain("999.0.0");

  const on = await save("dashboard", { intent: "tick-step", step: "updates" });
  expect(on.text).toContain("Update notices turned on");
  expect(await words()).toContain("Updates Version 999.0.0 is available.");
  expect(await words()).not.toContain("security update");

  const affected = [{ from: "0.0.0", fixed: "999.0.0" }];
  await query("update website_settings set setting_value = $1 where setting_key = 'update_feed'", [
    feed(affected),
  ]);
  expect(await words()).toContain("There's a security update.");

  await save("dashboard", { intent: "untick-step", step: "updates" });
  expect(await words()).not.toContain("999.0.0");
});
