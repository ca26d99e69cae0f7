import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { fieldOf, openPanel, save, toast, unique } from "../support/panel.ts";

test.use({
  extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.49" },
});

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Content", exact: true });
const value = (page: Page) => fieldOf(page, "website-content", "content_value");

test.describe("focus when a form opens", () => {
  test("typing right after an HTML text opens goes into its editor", async ({ page }) => {
    await openPanel(page, "/content?search=about%20mission%20body");
    for (const visit of ["the first time", "and again"]) {
      await test.step(visit, async () => {
        await page.getByRole("button", { name: "Edit about mission body" }).click();
        const before = await value(page).inputValue();
        expect(before).toMatch(/^<p>Search/);
        await expect(page.getByRole("dialog").getByRole("textbox", { name: "Value" })).toBeFocused();
        await page.keyboard.type("Mine ");
        await expect(value(page)).toHaveValue(before.replace("<p>", "<p>Mine "));
        page.once("dialog", (dialog) => dialog.accept());
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
      });
    }
  });

  test("the field named in the URL gets focus, even if it has its own editor", async ({ page }) => {
    const [post] = await query<{ id: string }>("select id from blog_posts where deleted_at is null limit 1");
    await openPanel(page, `/blog?edit=${post!.id}#content`);
    await expect(page.getByRole("textbox", { name: "Content", exact: true })).toBeFocused();
    await page.goto(`${PANEL}/content?edit=home:hero:points#content_value`);
    await expect(page.getByRole("textbox", { name: "Points 1" })).toBeFocused();
    await page.keyboard.type("Mine ");
    expect(JSON.parse(await value(page).inputValue())[0]).toContain("Mine ");
  });

  test("if a required text is missing, its editor gets focus, and 'All posts' asks before discarding", async ({
    page,
  }) => {
    await openPanel(page, "/blog?add=1");
    await fieldOf(page, "blog-post", "title").fill(unique("A title"));
    await expect(page.getByRole("textbox", { name: "Content" })).toBeVisible();
    await save(page);
    await expect(toast(page, "Please fill in title and content")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Content" })).toBeFocused();
    await page.keyboard.type("Words");
    await expect(fieldOf(page, "blog-post", "content")).toHaveValue("<p>Words</p>");
    const dismissed = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
    await page.getByRole("button", { name: "All posts" }).click();
    await dismissed;
    await expect(fieldOf(page, "blog-post", "content")).toHaveValue("<p>Words</p>");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "All posts" }).click();
    await expect(page.getByRole("heading", { name: "Blog posts" })).toBeFocused();
  });
});

test.describe("a form's background requests never replace the form", () => {
  const endLogin = (page: Page) => page.context().clearCookies({ name: "panel_session" });
  async function logInAgain(page: Page) {
    const login = page.getByRole("dialog", { name: "Log in again" });
    await login.getByLabel("Password").fill(ADMIN_PASSWORD);
    await login.getByRole("button", { name: "Log in" }).click();
    await expect(login).toBeHidden();
  }

  test("the link field works again after signing in again", async ({ page }) => {
    await openPanel(page, "/blog?add=1");
    const title = unique("Typed before the link");
    await fieldOf(page, "blog-post", "title").fill(title);
    await editorOf(page).fill("Words");
    await endLogin(page);
    const link = page.getByRole("button", { name: "Link", exact: true });
    await link.click();
    await logInAgain(page);
    await expect(page.getByRole("list", { name: "Pages on this site" }).getByRole("button")).not.toHaveCount(
      0,
    );

    await endLogin(page);
    await link.click();
    await link.click();
    await page.getByRole("dialog", { name: "Log in again" }).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText(/^Your session has ended\. You can still enter a URL/)).toBeVisible();
    // The search is still running when the button is clicked.
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/link-targets*", (route) => held.then(() => route.continue()), { times: 1 });
    const searched = page.waitForRequest("**/link-targets*");
    await page.getByLabel("Link URL").fill("contact");
    await searched;
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "Log in again" }).click();
    answer();
    await logInAgain(page);
    await expect(page.getByText(/^Your session has ended/)).toBeHidden();

    await page.route("**/link-targets*", (route) => route.abort());
    await page.getByLabel("Link URL").fill("example.com");
    await expect(page.getByText(/^We couldn't load this site's pages/)).toBeVisible();
    await page.getByRole("button", { name: "Set link" }).click();
    await expect(fieldOf(page, "blog-post", "content")).toHaveValue(/https:\/\/example\.com/);
    await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);
  });

  test('"Check this page" keeps what\'s typed if the request fails', async ({ page }) => {
    const [post] = await query<{ id: string }>(
      "select id from blog_posts where published and deleted_at is null limit 1",
    );
    await openPanel(page, `/blog?edit=${post!.id}`);
    const title = unique("Typed before the check");
    await fieldOf(page, "blog-post", "title").fill(title);
    await endLogin(page);
    await page.getByRole("button", { name: "Check this page" }).click();
    await logInAgain(page);
    await expect(page.getByText(/(issues?|No issues) on/)).toBeVisible();
    await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);

    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Check this page" }).click();
    await expect(page.getByText("The site didn't respond.")).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/(issues?|No issues) on/)).toBeVisible();
    await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);
  });

  test("if the editor or the image picker can't be loaded, the form says so and stays, and a click retries", async ({
    page,
  }) => {
    await page.route("**/assets/editor-*.js*", (route) => route.abort());
    await page.route("**/assets/image-picker-*.js*", (route) => route.abort());
    await openPanel(page, "/content?edit=about:mission:body");
    await expect(page.getByText(/^The editor couldn't be loaded/)).toBeVisible();
    await expect(value(page)).toBeFocused();

    await page.goto(`${PANEL}/blog`);
    await page.getByRole("button", { name: "Add Blog Post" }).click();
    const title = unique("Typed without the editor");
    await fieldOf(page, "blog-post", "title").fill(title);
    const content = editorOf(page);
    await expect(content).toHaveAccessibleDescription(/^The editor couldn't be loaded\. Edit the HTML, or /);
    await content.fill("<p>By hand</p>");
    const again = page.getByRole("button", { name: "Reload the editor" });
    await again.click();
    await expect(toast(page, "The editor couldn't be loaded")).toBeVisible();
    await expect(content).toHaveValue("<p>By hand</p>");
    await page.unroute("**/assets/editor-*.js*");
    await again.click();
    await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
    await expect(content).toHaveText("By hand");
    await expect(content).toBeFocused();
    await expect(fieldOf(page, "blog-post", "content")).toHaveValue("<p>By hand</p>");
    await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);

    const choose = page.getByRole("button", { name: "Choose image for Featured image" });
    await choose.click();
    await expect(toast(page, "This part of the panel couldn't be loaded")).toBeVisible();
    await page.unroute("**/assets/image-picker-*.js*");
    await choose.click();
    await expect(page.getByRole("dialog", { name: "Choose an image" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(fieldOf(page, "blog-post", "title")).toHaveValue(title);
  });
});

test("discarding an autosave after the session ended doesn't affect another open form", async ({ page }) => {
  const forgotten = Promise.withResolvers<void>();
  const isGivenUp = Promise.withResolvers<void>();
  await page.route("**/autosaves", async (route) => {
    if (!route.request().postData()?.includes("intent=forget")) return route.continue();
    isGivenUp.resolve();
    await forgotten.promise;
    await route.continue();
  });
  await openPanel(page, "/blog?add=1");
  const title = fieldOf(page, "blog-post", "title");
  await title.fill(unique("Given up"));
  await expect(page.getByText(/^Autosaved at/)).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Cancel" }).click();
  await isGivenUp.promise;
  await page.getByRole("button", { name: "Add Blog Post" }).click();
  await expect(title).toBeVisible();
  const next = unique("The next one");
  await title.fill(next);
  await page.context().clearCookies({ name: "panel_session" });
  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith("/autosaves") && (response.request().postData() ?? "").includes("forget"),
  );
  const readAgain: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(".data")) readAgain.push(request.url());
  });
  forgotten.resolve();
  expect((await answer).status()).toBe(401);
  await editorOf(page).fill("Words");
  await save(page);
  await expect(page.getByRole("dialog", { name: "Log in again" })).toBeVisible();
  await expect(title).toHaveValue(next);
  // Another request for the page would redirect to the sign-in page.
  expect(readAgain).toEqual([]);
});

test.describe("a field with an error keeps what was typed", () => {
  test("an invalid number such as '12abc' in a list is reported and not saved", async ({ page }) => {
    await openPanel(page, "/content?edit=home:audit:sample_items");
    const score = page.getByRole("textbox", { name: "Score" }).first();
    const items = async () => JSON.parse(await value(page).inputValue());
    await score.fill("12abc");
    await score.blur();
    await expect(score).toHaveValue("12abc");
    await expect(score).toHaveAccessibleDescription("Enter a number, such as 61.");
    await save(page);
    await expect(toast(page, "Failed to update content")).toBeVisible();
    await expect(score).toBeFocused();
    await expect(score).toHaveAccessibleDescription("Enter a number, such as 61.");
    await score.fill("-1.50");
    await score.blur();
    await expect(score).toHaveAccessibleDescription("");
    expect((await items())[0].score).toBe(-1.5);
  });

  test("unedited key results keep their types, and a label that changes their order is reported", async ({
    page,
  }) => {
    const [study] = await query<{ id: string; results: object }>(
      "select id, results from case_studies where deleted_at is null limit 1",
    );
    const stored = { Rating: "4.90", Leads: 41, Text: "41", Room: "007", Calls: "+12%" };
    await query("update case_studies set results = $2 where id = $1", [study!.id, JSON.stringify(stored)]);
    await openPanel(page, `/case-studies?edit=${study!.id}`);
    const field = fieldOf(page, "case-study", "results");
    const results = async () => Object.entries(JSON.parse(await field.inputValue()));
    const values = page.getByRole("textbox", { name: "Result value" });
    await values.last().fill("0.50");
    expect(await results()).toEqual(Object.entries({ ...stored, Calls: "0.50" }));
    await values.last().fill("0.5");
    expect(await results()).toEqual(Object.entries({ ...stored, Calls: 0.5 }));

    await page.getByRole("button", { name: "Add result" }).click();
    await page.getByRole("textbox", { name: "Result label" }).last().fill("2024");
    await values.last().fill("+8%");
    await expect(page.getByText(/^“2024” comes first because it's a whole number/)).toBeVisible();
    await page.getByRole("textbox", { name: "Result label" }).last().fill("In 2024");
    await expect(page.getByText(/comes first/)).toBeHidden();
    await save(page);
    await expect(toast(page, "Case study updated successfully")).toBeVisible();
    const [saved] = await query<{ text: string }>(
      "select results::text as text from case_studies where id = $1",
      [study!.id],
    );
    expect(Object.entries(JSON.parse(saved!.text))).toEqual(
      Object.entries({ ...stored, Calls: 0.5, "In 2024": "+8%" }),
    );
    await query("update case_studies set results = $2 where id = $1", [
      study!.id,
      JSON.stringify(study!.results),
    ]);
  });
});

test("in a post's form, Update stays visible and covers no focused field on a phone or desktop", async ({
  page,
}) => {
  const [post] = await query<{ id: string }>(
    "select id from blog_posts where published and deleted_at is null limit 1",
  );
  await openPanel(page, `/blog?edit=${post!.id}`);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
    const button = page.getByRole("button", { name: "Update", exact: true });
    const image = fieldOf(page, "blog-post", "featured_image");
    await image.focus();
    await page.keyboard.press("End");
    await expect(image).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click({ trial: true });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await fieldOf(page, "blog-post", "title").focus();
    const title = fieldOf(page, "blog-post", "title");
    const below = async () => {
      const bar = await page.locator(".ahead--form").boundingBox();
      return (await title.boundingBox())!.y - bar!.y - bar!.height;
    };
    // The browser scrolls in the next frame.
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    const field = await title.boundingBox();
    const tools = await page.getByRole("toolbar", { name: "Formatting" }).boundingBox();
    expect(tools!.x + tools!.width).toBeLessThanOrEqual(field!.x + field!.width);

    if (width === 1280) {
      const tops = await page
        .getByRole("toolbar", { name: "Formatting" })
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
    }
  }
});
