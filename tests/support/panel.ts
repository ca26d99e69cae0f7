import { expect, type Page } from "@playwright/test";
import { E2E_URL } from "./e2e.ts";
import { query } from "./e2e-database.ts";
import { PANEL, SESSION_COOKIE } from "./owner.ts";
import { addSession } from "./session.ts";

/** Signs in the page's browser without using the sign-in page. */
export async function logIn(page: Page) {
  const value = await addSession(query);
  await page
    .context()
    .addCookies([{ name: SESSION_COOKIE, value, url: E2E_URL, httpOnly: true, sameSite: "Lax" }]);
}

/**
 * Signs in and opens a page of the panel, ready to use.
 * @param address the path below the panel's, such as "/blog"
 */
export async function openPanel(page: Page, address: string) {
  await logIn(page);
  await page.goto(PANEL + address);
  await page.locator(".adm[data-ready]").waitFor();
}

/** Signs in and opens the dashboard. */
export async function openDashboard(page: Page) {
  await openPanel(page, "/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

/** Sets the panel's theme from the next page on, and the window's width in pixels. */
export async function setLook(page: Page, theme: "light" | "dark", width: number) {
  await page.context().addCookies([{ name: "panel_theme", value: theme, url: E2E_URL + PANEL }]);
  await page.setViewportSize({ width, height: 800 });
}

/** Finds a tab by its label. */
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

/** Finds a panel form's field. */
export const fieldOf = (page: Page, form: string, name: string) =>
  page.locator(`form[data-form="${form}"] [name="${name}"]`);

/** Finds the button that saves a form, named after what visitors will see of it. */
export const saveButton = (page: Page) =>
  page.getByRole("button", { name: /^(Save|Publish|Update|Unpublish)$/ });

export const save = (page: Page) => saveButton(page).click();

/** Chooses an item of the form's menu. */
export async function choose(page: Page, item: string) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Finds a toast by its title or text. */
export const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });

/** Finds the Undo button of the toast with this text, because several toasts may have one. */
export const undoOf = (page: Page, text: string) =>
  page
    .getByRole("region", { name: "Notifications" })
    .getByRole("listitem")
    .filter({ hasText: text })
    .getByRole("button", { name: "Undo" });

/**
 * Accepts every browser dialog.
 * @returns an array to which each dialog's message is added
 */
export function acceptDialogs(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return dialog.accept();
  });
  return asked;
}

/** Returns a name that no other test or sample uses. */
export const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** Adds an industry through its form and stays on the tab. */
export async function addIndustry(page: Page, name: string) {
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await fieldOf(page, "industry", "name").fill(name);
  await save(page);
  await expect(toast(page, "Industry added successfully").last()).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
}
