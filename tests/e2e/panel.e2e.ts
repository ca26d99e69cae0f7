import { expect, type Page } from "@playwright/test";
import { expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import {
  addIndustry,
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

test("the sign-in page handles wrong passwords, Show password and Enter, and Logout signs out", async ({
  page,
}) => {
  await page.goto(PANEL);
  const password = page.locator('form[data-form="admin-login"] [name="password"]');
  await password.fill("open sesame");
  await page.getByRole("button", { name: "Login to Admin Panel" }).click();
  await expect(toast(page, "Invalid Password")).toBeVisible();
  await expect(toast(page, "Please enter the correct admin password.")).toBeVisible();

  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("open sesame");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");

  await password.fill(ADMIN_PASSWORD);
  await password.press("Enter");
  await expect(page).toHaveURL(`${PANEL}/dashboard`);
  await expect(toast(page, "Login Successful")).toBeVisible();
  await expect(toast(page, "Welcome to the admin panel!")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(toast(page, "Login Successful")).toBeHidden();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(PANEL);
  await expect(toast(page, "Logged Out")).toBeVisible();
  await expect(toast(page, "You have been logged out successfully.")).toBeVisible();
  await page.goto(`${PANEL}/dashboard`);
  await expect(page).toHaveURL(PANEL);
});

test("SPEC 2's seven tabs come first and can be opened by keyboard", async ({ page }) => {
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
  for (const counter of ["Website content items", "Total blog posts", "Published posts", "Draft posts"])
    await expect(page.getByText(counter)).toBeVisible();
});

test("industries and case studies are added, shown on the site, unpublished, deleted and restored", async ({
  page,
}) => {
  await openDashboard(page);
  const industry = unique("E-commerce Plus");
  const title = unique("Doubling the Orders of a Toy Shop");
  const slug = title.toLowerCase().replaceAll(" ", "-");
  await addIndustry(page, industry);

  const form = await openNewCaseStudy(page);
  await expect(form.getByRole("switch", { name: "Published" })).toBeChecked();
  await form.locator('[name="title"]').fill(title);
  await expect(form.locator('[name="slug"]')).toHaveValue(slug);
  await form.locator('[name="client"]').fill("Tin & Wood");
  await form.locator('[name="industry_id"]').selectOption({ label: industry });
  await form.locator('[name="result"]').fill("2.1x orders");
  await form.getByRole("textbox", { name: "The Challenge" }).fill("Nobody found the shop.");
  await form.locator('[name="solution"]').fill("<p>We made it <strong>findable</strong>.</p>");
  await expect(form.getByRole("textbox", { name: "Our Solution" })).toHaveText("We made it findable.");
  await form.getByRole("button", { name: "Add result" }).click();
  await expect(form.getByLabel("Result label")).toBeFocused();
  await form.getByLabel("Result label").fill("organicCTR");
  await form.getByLabel("Result value").fill("+120%");
  await expect(form.locator('[name="results"]')).toHaveValue('{\n  "organicCTR": "+120%"\n}');
  await save(page);
  await expect(toast(page, "Case study added successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Case Study" })).toBeFocused();

  await page.goto("/");
  await page.getByRole("link", { name: title }).first().click();
  await expect(page).toHaveURL(`/case-studies/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Nobody found the shop.")).toBeVisible();
  await expect(page.locator("strong", { hasText: "findable" })).toBeVisible();
  await expect(page.getByRole("complementary").getByText("Organic CTR")).toBeVisible();
  await expect(page.getByText("6 months").first()).toBeVisible();

  await page.goto(`/case-studies?industry=${industry.toLowerCase().replaceAll(" ", "-")}`);
  await expect(page.getByRole("heading", { name: `${industry} Case Studies` })).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
  await page.goto("/case-studies?industry=e-commerce");
  await expect(page.getByRole("heading", { level: 1, name: "E-commerce Case Studies" })).toBeVisible();
  await expect(page.getByText(title)).toBeHidden();

  await page.goto(`${PANEL}/case-studies`);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await page.getByRole("switch", { name: "Published" }).uncheck();
  await save(page);
  await expect(toast(page, "Case study updated successfully")).toBeVisible();
  expect((await page.request.get(`/case-studies/${slug}`)).status()).toBe(404);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await expect(page.getByRole("switch", { name: "Published" })).not.toBeChecked();
  await page.getByRole("switch", { name: "Published" }).check();
  await save(page);
  await expect(toast(page, "Case study updated successfully").last()).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();

  const questions: string[] = [];
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await expect(page.getByRole("button", { name: `Delete ${title}` })).toBeVisible();
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    return dialog.accept();
  });
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await expect(toast(page, "Case study deleted successfully")).toBeVisible();
  // F6 moves focus to the toast, which stays open while focused.
  await page.keyboard.press("F6");
  await expect(undoOf(page, "Case study deleted successfully")).toBeFocused();
  expect(questions.join()).toContain(title);
  await expect(page.getByRole("button", { name: `Delete ${title}` })).toBeHidden();
  expect((await page.request.get(`/case-studies/${slug}`)).status()).toBe(410);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Delete ${title}` })).toBeVisible();
  expect((await page.request.get(`/case-studies/${slug}`)).status()).toBe(200);
});

test("a missing required field shows the spec's toast and an inline message", async ({ page }) => {
  await openDashboard(page);
  const form = await openNewCaseStudy(page);
  // The required fields in SPEC 5.
  const marked = form.locator("label", { has: page.locator(".req") });
  await expect(marked).toHaveText([/^Title/, /^Client/, /^Industry/, /^Duration/]);
  await form.locator('[name="client"]').fill("Tin & Wood");
  await save(page);
  await expect(toast(page, "Please fill in all required fields (Title, Client, Industry)")).toBeVisible();
  await expect(form.locator('[name="title"]')).toBeFocused();
  await expect(form.locator('[name="title"]')).toHaveAccessibleDescription("Enter a title.");
  await expect(form.locator('[name="industry_id"]')).toHaveAccessibleDescription(/Choose an industry\./);
  await expect(form.locator('[name="client"]')).toHaveValue("Tin & Wood");

  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Cancel" }).click();
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await page.locator('[name="name"]').fill("   ");
  await save(page);
  await expect(toast(page, "Industry name is required")).toBeVisible();
});

test("a failed save keeps everything typed, whatever the cause", async ({ page, context }) => {
  await openDashboard(page);
  const title = unique("Kept");
  const form = await openNewCaseStudy(page);
  const taken = await page.locator("a.badge--up").first().getAttribute("href");
  await form.locator('[name="title"]').fill(title);
  await form.locator('[name="slug"]').fill(taken?.split("/").at(-1) ?? "");
  await form.locator('[name="client"]').fill("Ada");
  await form.locator('[name="industry_id"]').selectOption({ index: 1 });
  await form.locator('[name="challenge"]').fill("<p>Long words</p>");
  await save(page);
  await expect(toast(page, "Failed to save case study")).toBeVisible();
  await expect(form.getByText(/is taken by another case study/)).toBeVisible();

  await form.locator('[name="slug"]').fill("");
  await form.locator('[name="title"]').fill(`${title} again`);
  await expect(form.locator('[name="slug"]')).toHaveValue(/^kept-.*-again$/);
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
  context,
}) => {
  await openDashboard(page);
  const name = unique("Shared");
  await addIndustry(page, name);
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const field = fieldOf(page, "industry", "description");
  await field.fill("Mine");

  const other = await context.newPage();
  await other.goto(`${PANEL}/industries`);
  await other.getByRole("button", { name: `Edit ${name}` }).click();
  await other.locator('[name="description"]').fill("Theirs");
  await save(other);
  await expect(other.getByRole("dialog")).toBeHidden();
  await other.close();

  await save(page);
  await expect(page.getByRole("alert")).toContainText(
    /Someone else saved this industry after you opened it, so your changes weren't saved\. They changed Description \(\w+ \d+, [\d:]+ [AP]M\)\./,
  );
  await expect(field).toHaveValue("Mine");
  await page.getByRole("button", { name: "Overwrite it" }).click();
  await save(page);
  await expect(toast(page, "Industry updated successfully")).toBeVisible();
  await expect(page.getByRole("row", { name })).toContainText("Mine");
});

test("renaming an industry updates its case studies", async ({ page }) => {
  await openDashboard(page);
  const name = unique("Hospitality");
  const title = unique("Full Tables");
  await addIndustry(page, name);
  const form = await openNewCaseStudy(page);
  await form.locator('[name="title"]').fill(title);
  await form.locator('[name="client"]').fill("Ada");
  await form.locator('[name="industry_id"]').selectOption({ label: name });
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();

  await tab(page, "Industries").click();
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(toast(page, "Failed to delete industry")).toBeVisible();
  await expect(page.getByText(`1 case study uses ${name}: “${title}”.`)).toBeVisible();

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await page.locator('[name="name"]').fill(`${name} & Travel`);
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("link", { name: `case studies in ${name} & Travel` }).click();
  await expect(page.getByRole("row", { name: title })).toContainText(`${name} & Travel`);
});

test("the list's search and filters are in the URL", async ({ page }) => {
  await openDashboard(page);
  await tab(page, "Cases").click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  const rows = page.getByRole("row");
  const all = await rows.count();
  const client = await page.locator("tbody small").first().innerText();
  await page.getByRole("searchbox").fill(client.split(" · ")[0] ?? "");
  await expect(page).toHaveURL(/search=/);
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.getByLabel("Status filter").selectOption("Draft");
  await expect(page).toHaveURL(/status=draft/);
  await page.reload();
  await expect(page.getByLabel("Status filter")).toHaveValue("draft");
  await page.goBack();
  await expect(page.getByLabel("Status filter")).toHaveValue("");
  await page.getByRole("searchbox").fill("no such case study");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("button", { name: "Show all case studies" }).click();
  await expect.poll(() => rows.count()).toBe(all);
});

test("a dialog traps focus, and Escape asks before discarding changes", async ({ page }) => {
  await openDashboard(page);
  const form = await openNewCaseStudy(page);
  await expect(form.locator('[name="title"]')).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Case Study" })).toBeFocused();

  await page.keyboard.press("Enter");
  await form.locator('[name="title"]').fill("Half written");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.keyboard.press("Escape");
  await expect(form.locator('[name="title"]')).toHaveValue("Half written");
  page.once("dialog", (dialog) => dialog.accept());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the rich-text editor works by keyboard and toolbar, and keeps unsupported HTML", async ({ page }) => {
  await openDashboard(page);
  const form = await openNewCaseStudy(page);
  const editor = form.getByRole("textbox", { name: "The Challenge" });
  const value = form.locator('[name="challenge"]');
  await editor.click();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Loud");
  await expect(value).toHaveValue("<p><strong>Loud</strong></p>");
  await page.keyboard.press("Control+a");
  const tools = form.getByRole("toolbar").first();
  await tools.getByRole("button", { name: "Link" }).click();
  await form.getByLabel("Link URL").fill("example.com");
  await page.keyboard.press("Enter");
  await expect(value).toHaveValue('<p><a href="https://example.com"><strong>Loud</strong></a></p>');
  await tools.getByRole("button", { name: "List", exact: true }).click();
  await expect(value).toHaveValue(/^<ul><li><p>/);

  const terms = "<dl><dt>CTR</dt><dd>Clicks by impressions</dd></dl>";
  await value.fill(terms);
  await expect(
    form.getByText("The editor can't show everything in this HTML, so you can only edit it as HTML."),
  ).toBeVisible();
  await expect(value).toHaveValue(terms);
});

test("dismissing a toast by keyboard returns focus to where it was", async ({ page }) => {
  await openDashboard(page);
  await addIndustry(page, unique("Bakers"));
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.press("F6");
  await expect(undoOf(page, "Industry added successfully")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Dismiss" }).last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(search).toBeFocused();
});

test("a repeated error shows one toast, which a success removes", async ({ page }) => {
  await openDashboard(page);
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await save(page);
  await expect(toast(page, "Industry name is required")).toBeVisible();
  await save(page);
  await expect(toast(page, "Industry name is required")).toHaveCount(1);
  const name = fieldOf(page, "industry", "name");
  await name.fill(unique("Millers"));
  await save(page);
  await expect(toast(page, "Industry added successfully")).toBeVisible();
  await expect(toast(page, "Industry name is required")).toBeHidden();
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page, "Industry added successfully")).toBeHidden();
  await expect(search).toBeFocused();
});

test("a toast in a background tab waits until you return", async ({ page }) => {
  await openDashboard(page);
  const setHidden = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await tab(page, "Industries").click();
  await page.getByRole("button", { name: "Add Industry" }).click();
  await fieldOf(page, "industry", "name").fill(unique("Sawyers"));
  await setHidden(true);
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(toast(page, "Industry added successfully")).toBeHidden();
  await setHidden(false);
  await expect(toast(page, "Industry added successfully")).toBeVisible();
});

test("light and dark themes are remembered and applied from the first paint", async ({ page }) => {
  await openDashboard(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const ground = page.getByRole("banner").locator(".mark__ground");
  await expect(ground).toHaveCSS("fill", "rgb(10, 15, 30)");
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // The logo's dark background would blend in with the dark header.
  await expect(ground).not.toHaveCSS("fill", "rgb(10, 15, 30)");
  await tab(page, "Cases").click();
  await expect(page.getByRole("heading", { name: "Case studies" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get(`${PANEL}/dashboard`)).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
});

test("with reduced motion, switching the theme changes all colors immediately", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openDashboard(page);
  const moving = await page.locator("html").evaluate((html) => {
    html.dataset.theme = "dark";
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

test("on a phone, the tab bar fades only on sides that have more tabs", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openPanel(page, "/dashboard");
  const row = page.getByRole("tablist", { name: "Control panel" });
  const edges = () =>
    row.evaluate((element) => {
      const style = getComputedStyle(element);
      return ["--tabs-left", "--tabs-right"].map((name) => Number(style.getPropertyValue(name)));
    });
  await expect.poll(edges).toEqual([1, 0]);
  await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect.poll(edges).toEqual([0, 1]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(edges).toEqual([1, 1]);
});
