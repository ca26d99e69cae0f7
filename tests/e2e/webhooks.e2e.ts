import { expect } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { acceptDialogs, fieldOf, openPanel, save, toast, unique } from "../support/panel.ts";

test("a webhook is added, shows its secret once, is tested, and deleted", async ({ page }) => {
  const name = unique("Tool");
  const row = page.getByRole("row").filter({ hasText: name });
  const button = (label: string) => row.getByRole("button", { name: `${label} ${name}` });
  await acceptDialogs(page);
  await openPanel(page, "/webhooks");
  await page.getByRole("button", { name: "Add Webhook" }).click();
  await fieldOf(page, "webhook", "name").fill(name);
  await fieldOf(page, "webhook", "url").fill("http://hooks.site.test/hidden");
  await save(page);
  const url = fieldOf(page, "webhook", "url");
  await expect(url).toHaveAccessibleDescription(/Enter a URL that starts with https:\/\//);
  await expect(url).toBeFocused();
  await expectNoFaultsInLooks(page, "A webhook's form with an error");
  await url.fill("https://hooks.site.test/hidden");
  await page.getByLabel("New enquiry").uncheck();
  await page.getByLabel("Website audit finished").check();
  await save(page);
  await expect(toast(page, "Webhook added")).toBeVisible();
  const secret = page.getByLabel("Signing secret");
  await expect(secret).toHaveValue(/^whsec_/);
  const first = await secret.inputValue();
  await button("Replace secret").click();
  await expect(toast(page, "Secret replaced")).toBeVisible();
  await expect(secret).not.toHaveValue(first);

  await button("Log").click();
  await page.getByRole("button", { name: "Send test" }).click();
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  // The log reloads until the result is there.
  await expect(deliveries.getByText("There's no such host.")).toBeVisible();
  await expect(deliveries.getByText("Failed")).toBeVisible();
  await expectNoFaultsInLooks(page, "A webhook's log");

  await page.reload();
  await expect(row).toBeVisible();
  await expect(secret).toBeHidden();
  await button("Edit").click();
  await expect(url).toHaveValue("");
  await expect(url).toHaveAttribute("placeholder", "Saved: https://hooks.site.test/…");
  await page.getByRole("button", { name: "Cancel" }).click();
  await button("Delete").click();
  await expect(toast(page, "Webhook deleted")).toBeVisible();
  await expect(row).toBeHidden();
});
