// The control panel in a browser test.
import { expect, type Page } from "@playwright/test";
import { ADMIN_PASSWORD } from "./e2e.ts";

/** The address of the login, and the start of every other address of the panel. */
export const PANEL = "/admin-control-panel-seoprozone";

/**
 * Logs in and opens an address of the panel, ready to be used. The login's own page is for the tests of it; here the
 * same form is posted.
 * @param address below the panel's, e.g. "/blog"
 */
export async function openPanel(page: Page, address: string) {
  const login = await page.request.post(PANEL, { form: { password: ADMIN_PASSWORD }, maxRedirects: 0 });
  expect(login.status()).toBe(302);
  await page.goto(PANEL + address);
  await page.locator(".adm[data-ready]").waitFor();
}
