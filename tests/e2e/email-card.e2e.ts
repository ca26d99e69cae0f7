// The email settings appear only if SMTP_URL isn't set, so this test starts its own site.
import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { test } from "../support/browser-test.ts";
import { E2E_FOLDER } from "../support/e2e.ts";
import { readMails, startMailServer } from "../support/mail.ts";
import { openQueries } from "../support/open-queries.ts";
import { ADMIN_PASSWORD, PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { fieldOf, toast } from "../support/panel.ts";
import { addSession } from "../support/session.ts";
import { startSite } from "../support/site.ts";

const PASSWORD = "right p@ssw0rd";

test("an owner sets up email after the mail server rejects a wrong password", async ({ page }) => {
  const folder = path.join(E2E_FOLDER, "email-card");
  const mail = await startMailServer(path.join(folder, "mails"));
  mail.login = { username: "owner@agency.example", password: PASSWORD };
  const site = await startSite({ DATA_DIR: path.join(folder, "data"), ADMIN_PASSWORD, SEED: "none" });
  const { query, end } = openQueries(embeddedConnection(path.join(folder, "data")));
  try {
    const value = await addSession(query);
    await page.context().addCookies([{ name: SESSION_COOKIE, value, url: site.url }]);
    page.on("dialog", (dialog) => dialog.accept());
    // The Email card has a field of that name.
    await page.goto(`${site.url}${PANEL}/settings#password`);
    await page.locator(".adm[data-ready]").waitFor();
    await expect(page.getByRole("region", { name: "Password", exact: true })).toBeFocused();
    await page.goto(`${site.url}${PANEL}/settings/email`);
    await page.locator(".adm[data-ready]").waitFor();
    const card = page.getByRole("region", { name: "Email", exact: true });
    const field = (name: string) => fieldOf(page, "email-settings", name);
    const send = () => page.getByRole("button", { name: "Send a test" }).click();

    await card.getByLabel("Provider").selectOption("Resend");
    await expect(field("host")).toHaveValue("smtp.resend.com");
    await expect(field("port")).toHaveValue("465");
    await expect(field("security")).toHaveValue("tls");
    await expect(field("username")).toHaveValue("resend");

    await card.getByLabel("Provider").selectOption("Other");
    await field("host").fill("127.0.0.1");
    await field("port").fill(new URL(mail.url).port);
    await field("security").selectOption("None, for a local server");
    await field("username").fill("owner@agency.example");
    await field("recipients").fill("owner@agency.example");
    await field("password").fill("mistyped");
    await send();
    await expect(card.getByRole("status")).toContainText("rejected the username or password");
    await card.getByText("Mail server's reply").click();
    await expect(card.getByText("Username and password not accepted")).toBeVisible();
    await expect(card.getByRole("status")).not.toContainText("mistyped");

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("rejected the username or password");
    await expect(page.getByRole("alert")).toContainText("nothing was saved");

    await field("password").fill(PASSWORD);
    await expect(page.getByText(/^Autosaved at/)).toBeVisible();
    await page.reload({ waitUntil: "commit" });
    await page.locator(".adm[data-ready]").waitFor();
    await expect(page.getByText("You have unsaved changes from")).toContainText("“Email”");
    expect(await query("select fields ->> 'username' as username from autosaves")).toEqual([
      { username: "owner@agency.example" },
    ]);
    expect(await query("select 1 from autosaves where strpos(fields::text, $1) > 0", [PASSWORD])).toEqual([]);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(field("recipients")).toHaveValue("owner@agency.example");
    await expect(field("password")).toHaveValue("");

    await field("password").fill(PASSWORD);
    await send();
    await expect(card.getByRole("status")).toContainText("owner@agency.example");
    await expect.poll(async () => (await readMails(mail.folder)).length).toBe(1);

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "Email settings saved")).toBeVisible();
    await expect.poll(() => query("select 1 from autosaves")).toEqual([]);
  } finally {
    await end();
    await site.stop();
    await mail.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
