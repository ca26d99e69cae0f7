import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { addImage } from "../support/images.ts";
import { PANEL } from "../support/owner.ts";
import {
  acceptDialogs,
  fieldOf,
  holdToast,
  openPanel,
  save,
  toast,
  undoOf,
  unique,
} from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.82" } });

const aRecord = (name: string) => {
  const title = unique(name);
  return { id: randomUUID(), title, slug: title.toLowerCase().replaceAll(" ", "-") };
};

// Undo restores these records, so all tests can share them.
const industry = aRecord("Undone industry");
const trashed = aRecord("Trashed industry");
const sample = aRecord("Sample industry");
const study = aRecord("Undone study");
const post = aRecord("Undone post");
const redirect = aRecord("Undone redirect");
const image = { id: "undoundoundo", title: unique("Undone image") };

test.beforeAll(async () => {
  await removeRecords();
  await query("insert into industries (id, name) values ($1, $2)", [industry.id, industry.title]);
  await query("update industries set description = 'Second version' where id = $1", [industry.id]);
  await query("insert into industries (id, name, deleted_at) values ($1, $2, now())", [
    trashed.id,
    trashed.title,
  ]);
  await query("insert into industries (id, name, is_sample) values ($1, $2, true)", [
    sample.id,
    sample.title,
  ]);
  await query(
    `insert into case_studies (id, title, slug, client, industry, industry_id)
     values ($1, $2, $3, 'Tin & Wood', $4, $5)`,
    [study.id, study.title, study.slug, industry.title, industry.id],
  );
  // Undo doesn't clear `was_published`, so the case study is published once before the tests.
  await query("update case_studies set published = false where id = $1", [study.id]);
  await query("insert into blog_posts (id, title, slug, content) values ($1, $2, $3, $4)", [
    post.id,
    post.title,
    post.slug,
    `<p>Words of ${post.slug}.</p>`,
  ]);
  await query("insert into redirects (id, from_path, to_path) values ($1, $2, '/contact')", [
    redirect.id,
    `/${redirect.slug}`,
  ]);
  await addImage(query, { id: image.id });
  await query("update media set name = $2 where id = $1", [image.id, image.title]);
  await query(
    `insert into website_content (page_name, section_name, content_key, content_value)
     values ('home', 'audit', 'title', 'A title of ours'), ('home', 'audit', 'own_text', 'A text of ours')`,
  );
  // Undoing a page's first SEO save leaves a row behind, so add the row first.
  await query("insert into page_seo (page_name, meta_title) values ('team', 'A title of ours')");
  await query(
    `insert into website_settings (setting_key, setting_value)
     values ('youtube_url', 'https://example.com/ours')`,
  );
});

test.afterAll(removeRecords);

async function removeRecords() {
  await query("delete from change_sets");
  await query("delete from website_settings where setting_key = 'youtube_url'");
  await query("delete from page_seo where page_name = 'team'");
  await query("delete from website_content where page_name = 'home' and section_name = 'audit'");
  await query("delete from media where id = $1", [image.id]);
  await query("delete from redirects where id = $1", [redirect.id]);
  await query("delete from blog_posts where id = $1", [post.id]);
  await query("delete from case_studies where industry_id = $1", [industry.id]);
  await query("delete from industries where id = any($1)", [[industry.id, trashed.id, sample.id]]);
}

/** The tables to compare, with columns to ignore. Undo restores dates only to the millisecond. */
const TABLES = {
  ...{ website_content: "", page_seo: "", website_settings: "", industries: "", case_studies: "" },
  ...{ blog_posts: "", media: "", media_uses: "", redirects: ",created_at" },
};

/** Returns all rows of these tables except deleted ones. */
async function readState(): Promise<string[]> {
  const rows = await query<{ row: string }>(
    Object.entries(TABLES)
      .map(
        ([table, counted]) =>
          `select '${table} ' || (to_jsonb(one) - '{version,updated_at${counted}}'::text[])::text as row
           from ${table} one where to_jsonb(one) ->> 'deleted_at' is null`,
      )
      .join(" union all "),
  );
  return rows.map(({ row }) => row).sort();
}

type Act = (page: Page) => Promise<void>;

const fill =
  (form: string, fields: Record<string, string>): Act =>
  async (page) => {
    for (const [name, value] of Object.entries(fields)) await fieldOf(page, form, name).fill(value);
    await save(page);
  };

const click =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole("button", { name, exact: true }).last().click();

const choose =
  (name: string, button: string): Act =>
  async (page) => {
    await page.getByLabel(`Select ${name}`).check();
    await page.locator(".picks").getByRole("button", { name: button, exact: true }).click();
  };

const publishDraft: Act = async (page) => {
  await fieldOf(page, "blog-post", "excerpt").fill("From a draft");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast(page, "Draft saved")).toBeVisible();
  await page.goto(`${PANEL}/changes`);
  await page.getByRole("button", { name: "Publish now" }).click();
};

const TEXT = "home:audit:title";
const searchOf = ({ title }: { title: string }) => `?search=${encodeURIComponent(title)}`;

/** Each action's URL, its steps and the title of the toast with Undo. */
const ACTIONS: Record<string, [at: string, act: Act, done: string]> = {
  "adding a text": [
    "/content?add=home+audit",
    fill("website-content", { content_key: "added_text", content_value: "New" }),
    "Content added successfully",
  ],
  "saving a text": [
    `/content?edit=${TEXT}`,
    fill("website-content", { content_value: "New" }),
    "Content updated successfully",
  ],
  "saving a text on the Pages tab": [
    `/pages?edit=${TEXT}`,
    fill("website-content", { content_value: "New" }),
    "Content updated successfully",
  ],
  "resetting a text": [
    "/content?search=home+audit+title",
    click("Delete home audit title, reset to default"),
    "Content deleted successfully",
  ],
  "deleting a custom text": [
    "/content?search=own_text",
    click("Delete home audit own_text"),
    "Content deleted successfully",
  ],
  "saving a page's SEO": [
    "/pages?name=team&seo=1",
    fill("page-seo", { meta_title: "New", meta_description: "New too" }),
    "SEO settings updated successfully",
  ],
  "saving settings": [
    "/settings",
    async (page) => {
      const social = page.getByRole("region", { name: "Social media" });
      await social.getByLabel("YouTube", { exact: true }).fill("https://example.com/new");
      await social.getByRole("button", { name: "Save Settings" }).click();
    },
    "Settings saved successfully",
  ],
  "removing a setting": ["/settings", click("Remove YouTube"), "Setting removed"],
  "adding an industry": [
    "/industries?add=1",
    fill("industry", { name: unique("Added industry") }),
    "Industry added successfully",
  ],
  "saving an industry": [
    `/industries?edit=${industry.id}`,
    fill("industry", { name: unique("Renamed industry"), description: "New" }),
    "Industry updated successfully",
  ],
  "deleting an industry": [
    `/industries${searchOf(sample)}`,
    click(`Delete ${sample.title}`),
    "Industry deleted successfully",
  ],
  "restoring a deleted industry": [
    `/deleted${searchOf(trashed)}&kind=industries`,
    click(`Restore ${trashed.title}`),
    "Industry restored",
  ],
  "restoring an earlier version": [
    `/activity/record?kind=industries&id=${industry.id}`,
    click(/^Restore this version/),
    "Earlier version restored",
  ],
  "saving a case study": [
    `/case-studies?edit=${study.id}`,
    fill("case-study", { title: "New", client: "New", result: "+1" }),
    "Case study updated successfully",
  ],
  "duplicating a case study": [
    `/case-studies${searchOf(study)}`,
    click(`Duplicate ${study.title}`),
    "Duplicated the case study",
  ],
  "publishing selected case studies": [
    `/case-studies${searchOf(study)}`,
    choose(study.title, "Publish"),
    "Published",
  ],
  "deleting a case study": [
    `/case-studies${searchOf(study)}`,
    click(`Delete ${study.title}`),
    "Case study deleted successfully",
  ],
  "adding a post": [
    "/blog?add=1",
    fill("blog-post", { title: unique("Added post"), content: "<p>New.</p>" }),
    "Blog post added successfully",
  ],
  "saving a post": [
    `/blog?edit=${post.id}`,
    fill("blog-post", { title: "New", slug: `${post.slug}-new`, content: "<p>New.</p>" }),
    "Blog post updated successfully",
  ],
  "unpublishing selected posts": [`/blog${searchOf(post)}`, choose(post.title, "Unpublish"), "Unpublished"],
  "deleting selected posts": [`/blog${searchOf(post)}`, choose(post.title, "Delete"), "Deleted"],
  "deleting a post": [
    `/blog${searchOf(post)}`,
    click(`Delete ${post.title}`),
    "Blog post deleted successfully",
  ],
  "publishing a draft of a post": [`/blog?edit=${post.id}`, publishDraft, "Changes published"],
  "find and replace": [
    `/content/replace?find=${post.slug}&replace=others`,
    async (page) => {
      await click("Replace 1 match")(page);
      await expect(page.getByRole("heading", { name: "All replaced" })).toBeVisible();
    },
    "Replaced",
  ],
  "adding a redirect": [
    "/redirects?add=1",
    fill("redirect", { from_path: `/${redirect.slug}-added`, to_path: "/about" }),
    "Redirect added successfully",
  ],
  "saving a redirect": [
    `/redirects?edit=${redirect.id}`,
    fill("redirect", { to_path: "/about" }),
    "Redirect updated successfully",
  ],
  "deleting a redirect": [
    `/redirects?search=${redirect.slug}`,
    click(`Delete /${redirect.slug}`),
    "Redirect deleted successfully",
  ],
  "saving an image": [`/media?edit=${image.id}`, fill("media", { alt: "New", credit: "Ada" }), "Image saved"],
  "deleting an image": [`/media?edit=${image.id}`, click("Delete"), "Image deleted"],
  "marking selected images as decorative": [
    `/media${searchOf(image)}`,
    choose(image.title, "Mark as decorative"),
    "Marked as decorative",
  ],
  "removing sample content": ["/dashboard", click("Remove sample content"), "Sample content removed"],
};

for (const [what, [at, act, done]] of Object.entries(ACTIONS))
  test(`Undo after ${what} restores everything and offers Redo`, async ({ page }) => {
    acceptDialogs(page);
    const before = await readState();
    await openPanel(page, at);
    await act(page);
    await holdToast(page, done);
    await expect(toast(page, done)).toBeVisible();
    expect(await readState()).not.toEqual(before);
    await undoOf(page, done).click();
    const undone = page.getByRole("listitem").filter({ has: page.getByText("Undone", { exact: true }) });
    await expect(undone.locator("p")).toHaveText(/^(“.+”|\d+ items\.)$/);
    await expect(undone.getByRole("button", { name: "Redo" })).toBeVisible();
    expect(await readState()).toEqual(before);
  });
