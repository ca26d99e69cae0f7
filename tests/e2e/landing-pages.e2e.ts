import { expect, type Page } from "@playwright/test";
import { modelOf } from "../../app/features/landing-pages/models.ts";
import { SECTION_TYPES } from "../../app/features/landing-pages/sections.ts";
import { expectNoFaults, expectNoFaultsInLooks } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { openPanel, save, toast } from "../support/panel.ts";

const openTab = (page: Page) => openPanel(page, "/pages/added");
const sectionsOf = (page: Page) => page.locator(".lsec__open b").allTextContents();

test("a city page can be built from a template and published", async ({ page }) => {
  const city = `Testville ${Math.random().toString(36).slice(2, 8)}`;
  await openTab(page);
  await page.getByRole("button", { name: "Add page" }).click();
  await page.getByRole("textbox", { name: /^City/ }).fill(city);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Title *")).toHaveValue(`Local SEO in ${city}`);
  const start = [
    "Hero",
    "Outside proof",
    "Image and text",
    "Reasons",
    "Case studies",
    "Testimonials",
    "Steps",
    "People",
    "Questions and answers",
    "Form",
  ];
  expect(await sectionsOf(page)).toEqual(start);

  // Inserted below any section, without a mouse; closing the choice returns to its button.
  const insert = page.getByRole("button", { name: "Insert below Hero 1" });
  const choice = page.getByRole("region", { name: "Choose a section" });
  await insert.press("Enter");
  await expect(choice).toBeFocused();
  await choice.getByRole("button", { name: "Close" }).press("Enter");
  await expect(insert).toBeFocused();
  await insert.press("Enter");
  await choice.getByRole("button", { name: "Numbers" }).press("Enter");
  expect((await sectionsOf(page)).slice(0, 3)).toEqual(["Hero", "Numbers", "Outside proof"]);
  await expect(page.locator(".lsec__open").nth(1)).toBeFocused();
  await page.getByRole("button", { name: "Remove Numbers 2" }).click();
  expect(await sectionsOf(page)).toEqual(start);

  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("button", { name: "Call to action" }).click();
  await expect(page.getByLabel("Button label")).toHaveValue("Get a free consultation");
  await page.getByRole("button", { name: "Move up Call to action 11" }).press("Enter");
  await expect(page.getByRole("button", { name: "Move up Call to action 10" })).toBeFocused();
  await page.getByRole("button", { name: "Duplicate Call to action 10" }).click();
  await page.getByRole("button", { name: "Hide Call to action 11" }).click();
  // Dragging needs both sections in view.
  await page.evaluate(() => scrollTo(0, 0));
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.locator(".lsec__grip").nth(4).hover();
  await page.mouse.down();
  const { x, y } = (await page.locator(".lsec__item").nth(2).boundingBox())!;
  await page.mouse.move(x + 99, y + 9, { steps: 5 });
  await page.mouse.up();
  const changed = [
    "Hero",
    "Outside proof",
    "Case studies",
    "Image and text",
    "Reasons",
    "Testimonials",
    "Steps",
    "People",
    "Questions and answers",
  ];
  await expect.poll(() => sectionsOf(page)).toEqual([...changed, "Call to action", "Call to action", "Form"]);

  await page.locator(".lsec__open").nth(2).click();
  const section = page.locator(".lsec__form");
  await section.getByLabel("Show").selectOption("Hand-picked");
  await section.getByLabel("Case study 1").selectOption({ index: 2 });
  await expect(section.getByLabel("Case study 2")).toBeVisible();
  await page.getByRole("button", { name: /^People/ }).click();
  await section.getByLabel("Show").selectOption("Hand-picked");
  await section.getByLabel("Person 1").selectOption("Priya Lindqvist, Local SEO Lead");
  await expect(section.getByLabel("Person 2")).toBeVisible();
  await expectNoFaultsInLooks(page, "a new page's form");
  // New pages start unpublished.
  await page.getByRole("switch", { name: "Published" }).click();
  await save(page);
  await expect(toast(page, "Page added successfully")).toBeVisible();

  const path = `/services/local-seo/${city.toLowerCase().replace(" ", "-")}`;
  const html = await (await page.request.get(path)).text();
  // One of the two calls to action is hidden.
  expect(html.match(/<h2[^>]*>Ready to be found\?/g)).toHaveLength(1);
  expect(html.match(/<article class="[^"]*\bcase\b/g)).toHaveLength(1);
  expect(html).toMatch(/<ul class="lp__people">(?:(?!<\/ul>).)*Priya Lindqvist/s);
  expect(html).not.toContain("Kwame Delacroix");

  // Beside the form, there's no button that jumps to it.
  const jump = page.locator(".hero").getByRole("link", { name: "Get a free consultation" });
  await page.goto(path);
  for (const [width, isShown] of [
    [375, true],
    [1000, true],
    [1280, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(jump).toBeVisible({ visible: isShown });
  }
  await page.setViewportSize({ width: 375, height: 800 });
  await jump.click();
  await expect(page.locator("#hero-form")).toBeInViewport();
});

test("importing a file adds many pages at once, after a preview of one; closing the list asks first", async ({
  page,
  context,
}) => {
  const mark = Math.random().toString(36).slice(2, 8);
  await query("insert into landing_pages (title, slug, sections, published) values ($1, $2, $3, false)", [
    `SEO in {city} ${mark}`,
    `template-${mark}`,
    JSON.stringify([{ ...modelOf("hero"), title: "SEO in {city}" }]),
  ]);
  await openTab(page);
  await page.getByRole("button", { name: "Add many" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Page to copy").selectOption(`SEO in {city} ${mark}`);
  const buffer = Buffer.from("city\nSmith & Sons Town\nHoboken\n");
  await dialog
    .getByLabel("Or choose a file")
    .setInputFiles({ name: "cities.csv", mimeType: "text/csv", buffer });
  await expect(dialog.getByLabel("List (CSV)")).toHaveValue(/Hoboken/);
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click(),
  ]) {
    const asked = page.waitForEvent("dialog");
    const closed = close();
    await (await asked).dismiss();
    await closed;
    await expect(dialog.getByLabel("List (CSV)")).toHaveValue(/Hoboken/);
  }
  await dialog.getByRole("button", { name: "Preview", exact: true }).click();
  const opening = context.waitForEvent("page");
  await dialog.getByRole("button", { name: `Preview SEO in Smith & Sons Town ${mark}` }).click();
  const preview = await opening;
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("SEO in Smith & Sons Town");
  await preview.close();
  expect(await query("select from landing_pages where title like $1", [`%${mark}`])).toHaveLength(1);
  await dialog.getByRole("button", { name: "Create drafts" }).click();
  await expect(toast(page, "2 drafts added")).toBeVisible();
  expect(await query("select from landing_pages where title like $1", [`%${mark}`])).toHaveLength(3);
  await page.getByRole("link", { name: "Review and publish" }).click();
  await expect(page.getByRole("checkbox", { name: "2 selected" })).toBeChecked();
});

test("without a template, Add many says what it needs and starts one", async ({ page }) => {
  const templates = await query<{ id: string }>(
    "update landing_pages set deleted_at = now() where title like '%{%' and deleted_at is null returning id",
  );
  await openPanel(page, "/pages");
  await page.getByRole("link", { name: "Add many" }).click();
  await expect(page.getByRole("dialog")).toContainText("You need a template first");
  await expectNoFaults(page, "the dialog without a template");
  await page.getByRole("button", { name: "Add a template for cities" }).click();
  await expect(page.getByLabel("Title *")).toHaveValue("Local SEO in {city}");
  await query("update landing_pages set deleted_at = null where id = any($1)", [
    templates.map(({ id }) => id),
  ]);
});

test("a page with every section and very long words fits the smallest screen", async ({ page }) => {
  const word = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
  const isFixed = (key: string) => /^(type|url|image|icon|side|from|form|industry|.*href)$/.test(key);
  const long = (part: unknown, key = ""): unknown => {
    if (typeof part === "string") return isFixed(key) ? part : /^(body|answer)$/.test(key) ? html : word;
    if (Array.isArray(part)) return part.map((item) => long(item, key));
    if (!part || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, long(inner, name)]));
  };
  const html = `<p>${word}</p><table><tr>${`<td>${word}</td>`.repeat(3)}</tr></table><pre>${word}${word}</pre>`;
  const all = SECTION_TYPES.map((type) => ({ ...(long(modelOf(type)) as object), type, is_hidden: false }));
  const video = { ...modelOf("video"), title: word, url: "https://youtu.be/dQw4w9WgXcQ" };
  const sections = [...all, video].map((one) => (one.type === "hero" ? { ...one, form: "quick" } : one));
  const path = `/long-${Math.random().toString(36).slice(2, 8)}`;
  await query("insert into landing_pages (title, slug, sections) values ($1, $2, $3)", [
    ...[word, path.slice(1)],
    JSON.stringify(sections),
  ]);
  const named = { name: word, source: word, rating: word, reviews: word, href: "/about", image: "" };
  await query(
    `insert into website_content (page_name, section_name, content_key, content_value, content_type)
     select 'home', 'proof', key, $1, 'json' from unnest(array['ratings', 'logos', 'press', 'certifications']) as key`,
    [JSON.stringify([named, { ...named, href: "" }])],
  );
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(path);
  await query("delete from website_content where page_name = 'home' and section_name = 'proof'");
  await expect(page.getByRole("list", { name: "Certified by" })).toContainText(word);
  for (const size of ["100%", "200%"]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
    await expectNoFaults(page, size);
  }
});
