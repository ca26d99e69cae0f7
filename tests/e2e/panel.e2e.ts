import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import {
  acceptDialogs,
  fieldOf,
  openDashboard,
  openPanel,
  save,
  tab,
  toast,
  undoOf,
  unique,
} from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.40" } });

async function openNewCaseStudy(page: Page) {
  await tab(page, "Cases").click();
  await page.getByRole("button", { name: "Add Case Study" }).click();
  await expect(page.getByRole("dialog", { name: "Add case study" })).toBeVisible();
  return page.locator('form[data-form="case-study"]');
}

test("the sign-in page handles Show password and Enter, and Logout signs out", async ({ page }) => {
  await page.goto(PANEL);
  const password = page.locator('form[data-form="admin-login"] [name="password"]');
  await password.fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await password.press("Enter");
  await expect(page).toHaveURL(`${PANEL}/dashboard`);
  await expect(toast(page, "Login Successful")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(toast(page, "Login Successful")).toBeHidden();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(PANEL);
  await expect(toast(page, "Logged Out")).toBeVisible();
});

test("SPEC 2's seven tabs come first and open by keyboard; on a phone, the bar fades where there are more", async ({
  page,
}) => {
  await openDashboard(page);
  await expect(page.getByRole("tab")).toHaveText([
    "Dashboard",
    "Pages",
    "Content",
    "Cases",
    "Industries",
    "Blog",
    "Settings",
    // Tabs that the spec doesn't list come last (CONTRACT).
    /^Enquiries/,
    "Redirects",
    "Media",
    "Import",
    "People",
    "Changes",
    "Activity",
  ]);
  await tab(page, "Dashboard").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await expect(tab(page, "Cases")).toBeFocused();
  await expect(tab(page, "Cases")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Cases" })).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page.getByRole("tabpanel", { name: "Dashboard" })).toBeVisible();

  await page.setViewportSize({ width: 375, height: 800 });
  const row = page.getByRole("tablist", { name: "Control panel" });
  const edges = () =>
    row.evaluate((element) => {
      const style = getComputedStyle(element);
      return ["--tabs-left", "--tabs-right"].map((name) => Number(style.getPropertyValue(name)));
    });
  await expect.poll(edges).toEqual([1, 0]);
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect.poll(edges).toEqual([0, 1]);
  // All of them are in one menu as well.
  await page.getByRole("button", { name: "All tabs" }).click();
  await expect(page.getByRole("menuitem")).toHaveCount(await page.getByRole("tab").count());
  await page.getByRole("menuitem", { name: "Media" }).click();
  await expect(page.getByRole("tabpanel", { name: "Media" })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(edges).toEqual([1, 1]);
});

test("a case study's form reports missing fields, and builds the slug and key results while you type", async ({
  page,
}) => {
  await openPanel(page, "/case-studies");
  const form = await openNewCaseStudy(page);
  const field = (name: string) => form.locator(`[name="${name}"]`);
  // The required fields in SPEC 5.
  const marked = form.locator("label", { has: page.locator(".req") });
  await expect(marked).toHaveText([/^Title/, /^Client/, /^Industry/, /^Duration/]);
  await expect(form.getByRole("switch", { name: "Published" })).toBeChecked();
  await field("client").fill("Tin & Wood");
  await save(page);
  await expect(toast(page, "Please fill in all required fields (Title, Client, Industry)")).toBeVisible();
  await expect(field("title")).toBeFocused();
  await expect(field("title")).toHaveAccessibleDescription("Enter a title.");
  await expect(field("industry_id")).toHaveAccessibleDescription(/Choose an industry\./);
  await expect(field("client")).toHaveValue("Tin & Wood");

  const title = unique("Doubling the Orders of a Toy Shop");
  await field("title").fill(title);
  await expect(field("slug")).toHaveValue(title.toLowerCase().replaceAll(" ", "-"));
  await field("industry_id").selectOption({ index: 1 });
  await form.getByRole("textbox", { name: "The Challenge" }).fill("Nobody found the shop.");
  await field("solution").fill("<p>We made it <strong>findable</strong>.</p>");
  await expect(form.getByRole("textbox", { name: "Our Solution" })).toHaveText("We made it findable.");
  await form.getByRole("button", { name: "Add result" }).click();
  await expect(form.getByLabel("Result label")).toBeFocused();
  await form.getByLabel("Result label").fill("organicCTR");
  await form.getByLabel("Result value").fill("+120%");
  await expect(field("results")).toHaveValue('{\n  "organicCTR": "+120%"\n}');
  await save(page);
  await expect(toast(page, "Case study added successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeFocused();
  expect(
    await query("select challenge, solution, results from case_studies where title = $1", [title]),
  ).toEqual([
    {
      challenge: "<p>Nobody found the shop.</p>",
      solution: "<p>We made it <strong>findable</strong>.</p>",
      results: { organicCTR: "+120%" },
    },
  ]);

  page.once("dialog", (dialog) => dialog.dismiss());
  const remove = page.getByRole("button", { name: `Delete ${title}` });
  await remove.click();
  await expect(remove).toBeVisible();
  const asked = acceptDialogs(page);
  await remove.click();
  await expect(toast(page, "Case study deleted successfully")).toBeVisible();
  expect(asked.join()).toContain(title);
  await expect(remove).toBeHidden();
  // F6 moves focus to the toast, which stays open while focused.
  await page.keyboard.press("F6");
  await expect(undoOf(page, "Case study deleted successfully")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove).toBeVisible();
});

test("a failed save keeps everything typed, whatever the cause", async ({ page, context }) => {
  await openPanel(page, "/case-studies");
  const form = await openNewCaseStudy(page);
  await form.locator('[name="title"]').fill(unique("Kept"));
  await form.locator('[name="client"]').fill("Ada");
  await form.locator('[name="industry_id"]').selectOption({ index: 1 });
  await form.locator('[name="challenge"]').fill("<p>Long words</p>");
  await form.locator('[name="results"]').fill('{\n  "Leads": [41]\n}');
  await save(page);
  await expect(form.getByText(/^Line 2: “Leads” must be text/)).toBeVisible();
  await form.locator('[name="results"]').fill('{ "Leads": 41 }');

  await context.setOffline(true);
  await save(page);
  await expect(page.getByText("You're offline. What you typed is still here.")).toBeVisible();
  await context.setOffline(false);

  await context.clearCookies();
  await save(page);
  const login = page.getByRole("dialog", { name: "Log in again" });
  await expect(login.getByLabel("Password")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(login).toBeHidden();
  await expect(page.getByText(/^You're logged out\. Save again to log in/)).toBeVisible();
  await expect(form.getByRole("textbox", { name: "The Challenge" })).toHaveText("Long words");
  await save(page);
  await login.getByLabel("Password").fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Case study added successfully")).toBeVisible();
});

test("if two editors' saves conflict, the later one is rejected, but can overwrite the earlier one", async ({
  page,
}) => {
  const name = unique("Shared");
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    "insert into industries (name) values ($1) returning id",
    [name],
  );
  await openPanel(page, `/industries?edit=${id}`);
  const field = fieldOf(page, "industry", "description");
  await field.fill("Mine");
  const form = { intent: "update", id, version: "1", name, description: "Theirs" };
  expect((await page.request.post(`${PANEL}/industries`, { form })).status()).toBe(200);

  await save(page);
  await expect(page.getByRole("alert")).toContainText(
    /Someone else saved this industry after you opened it, so your changes weren't saved\. They changed Description \(\w+ \d+, [\d:]+ [AP]M\)\./,
  );
  await expect(field).toHaveValue("Mine");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Overwrite it" }).click();
  await save(page);
  await expect(toast(page, "Industry updated successfully")).toBeVisible();
  expect(await query("select description from industries where id = $1", [id])).toEqual([
    { description: "Mine" },
  ]);
});

test("the list's search and filters are in the URL, so Back undoes them", async ({ page }) => {
  await openPanel(page, "/case-studies");
  const rows = page.getByRole("row");
  const all = await rows.count();
  const client = await page.locator("tbody small").first().innerText();
  await page.getByRole("searchbox").fill(client.split(" · ")[0] ?? "");
  await expect(page).toHaveURL(/search=/);
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.getByLabel("Status filter").selectOption("Draft");
  await expect(page).toHaveURL(/status=draft/);
  await page.goBack();
  await expect(page.getByLabel("Status filter")).toHaveValue("");
  await page.getByRole("searchbox").fill("no such case study");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("button", { name: "Show all case studies" }).click();
  await expect.poll(() => rows.count()).toBe(all);
});

for (const [path, showAll] of [
  ["/case-studies", "Show all case studies"],
  ["/enquiries", "Show all enquiries"],
] as const)
  test(`${path}: what's typed while a search loads stays, and isn't searched for after “Show all”`, async ({
    page,
  }) => {
    await openPanel(page, path);
    const rows = page.getByRole("row");
    const all = await rows.count();
    const box = page.getByRole("searchbox");
    const held = Promise.withResolvers<void>();
    const first = page.waitForRequest(/search=no\+such(&|$)/);
    await page.route(/search=no\+such(&|$)/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await box.fill("no such");
    await first;
    await box.pressSequentially(" thing");
    held.resolve();
    await expect(page).toHaveURL(/search=no\+such\+thing/);
    await expect(box).toHaveValue("no such thing");
    await expect(page.getByText("No matches")).toBeVisible();

    // Typed and cleared before the search begins.
    await box.evaluate((input: HTMLInputElement, showAll) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
      set!.call(input, "nothing at all");
      input.dispatchEvent(new Event("input", { bubbles: true }));
      [...document.querySelectorAll("button")].find((one) => one.innerText === showAll)!.click();
    }, showAll);
    await expect(box).toHaveValue("");
    await expect.poll(() => rows.count()).toBe(all);
  });

test("however you leave a form, it asks first, but only if something changed", async ({ page }) => {
  await openPanel(page, "/case-studies");
  const form = await openNewCaseStudy(page);
  const title = form.locator('[name="title"]');
  await expect(title).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeFocused();
  await page.getByRole("button", { name: "Add Case Study" }).press("Enter");
  await expect(title).toBeFocused();
  await page.goBack();
  await expect(title).toBeHidden();

  await page.getByRole("button", { name: "Add Case Study" }).click();
  await title.fill("Half written");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    () => page.getByRole("button", { name: "Cancel" }).click(),
    async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search everything" }).fill("go to dashboard");
      await page.keyboard.press("Enter");
    },
    () => page.close({ runBeforeUnload: true }),
  ]) {
    const asked = page.waitForEvent("dialog");
    const left = leave();
    const dialog = await asked;
    expect(["confirm", "beforeunload"]).toContain(dialog.type());
    await dialog.dismiss();
    await left;
    await expect(title).toHaveValue("Half written");
  }
  page.once("dialog", (dialog) => dialog.accept());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a repeated error shows one toast, which a success removes; dismissing that returns focus", async ({
  page,
}) => {
  await openPanel(page, "/industries?add=1");
  const name = fieldOf(page, "industry", "name");
  await name.fill("   ");
  for (let times = 0; times < 2; times++) {
    await save(page);
    await expect(toast(page, "Industry name is required")).toHaveCount(1);
    await expect(name).toBeFocused();
  }
  const setHidden = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await name.fill(unique("Millers"));
  // In a background tab, a toast waits until you return.
  await setHidden(true);
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(toast(page, "Industry added successfully")).toBeHidden();
  await setHidden(false);
  await expect(toast(page, "Industry added successfully")).toBeVisible();
  await expect(toast(page, "Industry name is required")).toBeHidden();

  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.press("F6");
  await expect(undoOf(page, "Industry added successfully")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Industry added successfully")).toBeHidden();
  await expect(search).toBeFocused();
});

test("the theme follows the system until one is chosen, is then remembered and applied from the first paint, and doesn't fade with reduced motion", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openDashboard(page);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveAttribute("data-theme", "light");
  const ground = page.getByRole("banner").locator(".mark__ground");
  await expect(ground).toHaveCSS("fill", "rgb(10, 15, 30)");
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  // The logo's dark background would blend in with the dark header.
  await expect(ground).not.toHaveCSS("fill", "rgb(10, 15, 30)");
  await tab(page, "Cases").click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  await expect(html).toHaveAttribute("data-theme", "dark");
  const source = await (await page.request.get(`${PANEL}/dashboard`)).text();
  expect(source).toMatch(/<html[^>]* data-theme="dark"/);

  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = await html.evaluate((html) => {
    html.dataset.theme = "light";
    html.getBoundingClientRect();
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  });
  expect(moving).toBe(0);
});

test("axe finds no violations in the sign-in page, tabs and dialogs", async ({ page }) => {
  await page.goto(PANEL);
  await expectNoFaultsInLooks(page, "login");
  await page.getByLabel("Password").fill("open sesame");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Invalid Password")).toBeVisible();
  await expectNoFaultsInLooks(page, "login refused");
  await openPanel(page, "/case-studies");
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  await expectNoFaultsInLooks(page, "list");
  const form = await openNewCaseStudy(page);
  await expect(form.getByRole("textbox", { name: "The Challenge" })).toBeVisible();
  await expectNoFaultsInLooks(page, "dialog");
  await save(page);
  await expect(form.getByText("Enter a title.")).toBeVisible();
  await expectNoFaultsInLooks(page, "dialog with messages");
  await page.getByRole("button", { name: "Cancel" }).click();
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFaultsInLooks(page, "industry dialog");
});
