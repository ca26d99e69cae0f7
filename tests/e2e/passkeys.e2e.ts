// Browsers allow passkeys only over HTTPS, so a TLS proxy runs in front of the site.
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { expectNoFaults, expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { E2E_FOLDER } from "../support/e2e.ts";
import { openQueries } from "../support/open-queries.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { fieldOf, toast } from "../support/panel.ts";
import { freePort, startSite } from "../support/site.ts";

const CERTIFICATE = path.join(import.meta.dirname, "../support/audit-fixture.pem");
test.use({ ignoreHTTPSErrors: true });

async function openSecureSite() {
  const [port, inner] = [await freePort(), await freePort()];
  const pair = fs.readFileSync(CERTIFICATE, "utf8");
  const proxy = https.createServer({ key: pair, cert: pair }, (req, res) => {
    const headers = { ...req.headers, "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
    const { method, url: path } = req;
    const passed = http.request({ port: inner, host: "127.0.0.1", method, path, headers }, (reply) => {
      res.writeHead(reply.statusCode!, reply.rawHeaders);
      reply.pipe(res);
    });
    // Navigating away aborts requests.
    passed.on("error", () => res.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(port, resolve));
  const url = `https://localhost:${port}`;
  const data = path.join(E2E_FOLDER, "passkeys");
  const site = await startSite({
    ...{ PORT: String(inner), DATA_DIR: data, SITE_URL: url, TRUST_PROXY: "1", ADMIN_PASSWORD, SEED: "none" },
  });
  const { query, end } = openQueries(embeddedConnection(data));
  return {
    url,
    query,
    async close() {
      await end();
      proxy.closeAllConnections();
      proxy.close();
      await site.stop();
    },
  };
}

/** Adds a virtual authenticator that verifies its user. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    verify: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    simulate: (enabled: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
  };
}

/** Holds the first request to a URL until it's released. */
async function holdFirst(page: Page, url: string) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      held.resolve();
      await released.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const release = async () => {
    const response = page.waitForResponse(url);
    released.resolve();
    await (await response).finished();
  };
  return { isHeld: held.promise, release };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const ready = (page: Page) => page.locator(".adm[data-ready]").waitFor();

test("a passkey is added, signs in, confirms a save, and is removed", async ({ page, context }) => {
  const { url, query, close } = await openSecureSite();
  const faults: string[] = [];
  page.on("console", (said) => {
    if (/Content.Security.Policy/i.test(said.text())) faults.push(said.text());
  });
  page.on("dialog", (dialog) => dialog.accept());
  const later = () => query("update admin_sessions set proven_at = now() - interval '11 minutes'");
  try {
    const { simulate, verify } = await addAuthenticator(context, page);
    await page.goto(url + PANEL);
    await expect(button(page, "Use a passkey")).toHaveCount(0);
    await fieldOf(page, "admin-login", "password").fill(ADMIN_PASSWORD);
    await button(page, "Login to Admin Panel").click();
    await ready(page);

    // Adding a passkey asks for a proof first and keeps the typed name.
    await later();
    await page.goto(`${url}${PANEL}/account`);
    await ready(page);
    await fieldOf(page, "passkey", "name").fill("Laptop");
    await button(page, "Add a passkey").click();
    const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
    await confirm.getByLabel("Password").fill(ADMIN_PASSWORD);
    await button(page, "Confirm").click();
    await expect(toast(page, "Passkey added")).toBeVisible();
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await expect(page.getByRole("row", { name: /Laptop/ })).toContainText("Never");
    await expectNoFaultsInLooks(page, `account,`);

    // Turns the authenticator off, because it would respond to the field's passkey autofill immediately.
    await simulate(false);
    // The field's options arrive late, which must not end what the button started.
    const late = await holdFirst(page, "**/passkey");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(url + PANEL);
    await expect(fieldOf(page, "admin-login", "password")).toHaveAttribute("autocomplete", /webauthn/);
    await late.isHeld;
    const options = page.waitForResponse("**/passkey");
    await button(page, "Use a passkey").click();
    await (await options).finished();
    await late.release();
    await expect(button(page, "Use a passkey")).toBeDisabled();
    await verify(false);
    await simulate(true);
    await expect(page.getByRole("alert").filter({ hasText: "No passkey was used" })).toBeVisible();
    await verify(true);
    await button(page, "Use a passkey").click();
    await ready(page);

    // The proof has expired, so the save asks for another in a dialog.
    await page.goto(`${url}${PANEL}/settings`);
    await ready(page);
    await later();
    await fieldOf(page, "settings", "phone_number").fill("(212) 555-0188");
    await page
      .locator('form[data-form="settings"]')
      .filter({ has: page.locator('[name="phone_number"]') })
      .getByRole("button", { name: "Save Settings and publish", exact: true })
      .click();
    await expect(confirm).toBeVisible();
    await expectNoFaults(page, "confirm dialog");
    await confirm.getByRole("button", { name: "Use a passkey" }).click();
    await expect
      .poll(() =>
        query("select setting_value as value from website_settings where setting_key = 'phone_number'"),
      )
      .toEqual([{ value: "(212) 555-0188" }]);

    // The authenticator responds to the field's passkey autofill immediately.
    const offered = page.waitForResponse(
      (response) => response.request().postData()?.startsWith("intent=passkey") ?? false,
    );
    await page.getByRole("button", { name: "Logout" }).click();
    expect((await offered).status()).toBe(200);
    await ready(page);

    // The passkey is the second step after the password.
    await simulate(false);
    await page.getByRole("button", { name: "Logout" }).click();
    await fieldOf(page, "admin-login", "password").fill(ADMIN_PASSWORD);
    await button(page, "Login to Admin Panel").click();
    await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
    await expectNoFaults(page, "second step");
    await simulate(true);
    await button(page, "Use a passkey").click();
    await ready(page);

    await page.goto(`${url}${PANEL}/account`);
    await ready(page);
    await page.getByRole("button", { name: "Remove Laptop" }).click();
    await expect(toast(page, "Passkey removed")).toBeVisible();
    await expect(page.getByText("Off. You log in with your password alone.")).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await close();
  }
});
