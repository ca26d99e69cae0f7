// The toasts' buttons. `tests/http/undo.test.ts` undoes and redoes every action.
import { expect } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { acceptDialogs, fieldOf, openPanel, save, undoOf, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.82" } });

test("Undo and Redo are offered in the list after a delete, and in the open form after a save", async ({
  page,
}) => {
  acceptDialogs(page);
  const name = unique("Undone industry");
  await query("insert into industries (name) values ($1)", [name]);
  await openPanel(page, `/industries?search=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(row).toHaveCount(0);
  await undoOf(page, "Industry deleted successfully").click();
  await expect(row).toHaveCount(1);
  const undone = page.getByRole("listitem").filter({ has: page.getByText("Undone", { exact: true }) });
  await expect(undone.locator("p")).toHaveText(`“${name}”`);
  await undone.getByRole("button", { name: "Redo" }).click();
  await expect(row).toHaveCount(0);
  await undoOf(page, "Redone").click();
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  await fieldOf(page, "industry", "description").fill("New");
  await save(page);
  await undoOf(page, "Industry updated successfully").click();
  await expect
    .poll(() => query("select description from industries where name = $1", [name]))
    .toEqual([{ description: "" }]);
  await query("delete from industries where name = $1", [name]);
});
