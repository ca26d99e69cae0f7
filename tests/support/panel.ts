// The control panel in a browser test.
import { expect, type Page } from "@playwright/test";
import { E2E_URL } from "./e2e.ts";
import { query } from "./e2e-database.ts";
import { PANEL, SESSION_COOKIE } from "./owner.ts";
import { addSession } from "./session.ts";

/** Logs the page's browser in. The login's own page is for the tests of it. */
export async function logIn(page: Page) {
  const value = await addSession(query);
  await page
    .context()
    .addCookies([{ name: SESSION_COOKIE, value, url: E2E_URL, httpOnly: true, sameSite: "Lax" }]);
}

/**
 * Logs in and opens an address of the panel, ready to be used.
 * @param address below the panel's, e.g. "/blog"
 */
export async function openPanel(page: Page, address: string) {
  await logIn(page);
  await page.goto(PANEL + address);
  await page.locator(".adm[data-ready]").waitFor();
}

/** `openPanel` of the dashboard, from where the tabs lead on. */
export async function openDashboard(page: Page) {
  await openPanel(page, "/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

/** The panel as one sees it: its theme from the next page on, and how wide the window is, in pixels. */
export async function setLook(page: Page, theme: "light" | "dark", width: number) {
  await page.context().addCookies([{ name: "panel_theme", value: theme, url: E2E_URL + PANEL }]);
  await page.setViewportSize({ width, height: 800 });
}

/** A tab, by its word. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

/** A field of one of the panel's forms, by its names in the HTML. */
export const fieldOf = (page: Page, form: string, name: string) =>
  page.locator(`form[data-form="${form}"] [name="${name}"]`);

/** Presses the form's button. */
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

/** A toast, by its title or its text. */
export const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });

/** The Undo button of a toast: several toasts may have one. */
export const undoOf = (page: Page, text: string) =>
  page
    .getByRole("region", { name: "Notifications" })
    .getByRole("listitem")
    .filter({ hasText: text })
    .getByRole("button", { name: "Undo" });

/** Holds the toast that can be undone, by its focus: it waits for what a test does first. */
export const holdToast = (page: Page, text: string) => undoOf(page, text).focus();

/** Presses OK in every dialog of the browser. @returns what they asked, as they come */
export function acceptDialogs(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return dialog.accept();
  });
  return asked;
}

/** A name that no other test and no sample uses. */
export const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** Adds an industry by its tab's form, and stays on the tab. */
export async function addIndustry(page: Page, name: string) {
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await fieldOf(page, "industry", "name").fill(name);
  await save(page);
  await expect(toast(page, "Industry added successfully").last()).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
}
