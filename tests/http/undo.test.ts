// Undo and Redo of every action that offers them.
import { expect, test } from "vitest";
import { namesOfDrafts } from "../support/draft-names.ts";
import { addImage } from "../support/images.ts";
import { PANEL } from "../support/owner.ts";
import { decode } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, read, save, undo } = await openPanelSite();

/** Adds a row and returns its ID. */
async function add(table: string, values: Record<string, unknown>): Promise<string> {
  const names = Object.keys(values);
  const [row] = await query<{ id: string }>(
    `insert into ${table} (${names}) values (${names.map((_, i) => `$${i + 1}`)}) returning id`,
    Object.values(values),
  );
  return row!.id;
}

// Each test restores these records, so all tests can share them.
const industry = await add("industries", { name: "Law" });
await query("update industries set description = 'Second version' where id = $1", [industry]);
const trashed = await add("industries", { name: "Trashed", deleted_at: new Date() });
const sample = await add("industries", { name: "Sample", is_sample: true });
const study = await add("case_studies", {
  ...{ title: "Grew", slug: "grew", client: "Tin & Wood", industry: "Law", industry_id: industry },
});
// Undo doesn't clear `was_published`, so the case study is published once before the tests.
await query("update case_studies set published = false");
const post = await add("blog_posts", { title: "Post", slug: "post", content: "<p>Words of ours.</p>" });
const redirect = await add("redirects", { from_path: "/old", to_path: "/contact" });
const image = "undoundoundo";
await addImage(query, { id: image });
const text = { page_name: "home", section_name: "audit", content_key: "title" };
const stored = await add("website_content", { ...text, content_value: "A title of ours" });
const own = await add("website_content", { ...text, content_key: "own_text", content_value: "Ours" });
// Undoing a page's first SEO save leaves a row behind, so the row is there first.
await query("insert into page_seo (page_name, meta_title) values ('team', 'A title of ours')");
await query(
  "insert into website_settings (setting_key, setting_value) values ('youtube_url', 'https://example.com/ours')",
);

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
        ([table, ignored]) =>
          `select '${table} ' || (to_jsonb(one) - '{version,updated_at${ignored}}'::text[])::text as row
           from ${table} one where to_jsonb(one) ->> 'deleted_at' is null`,
      )
      .join(" union all "),
  );
  return rows.map(({ row }) => row).sort();
}

/** Saves a record's form, with the stored version and fields except those in `form`. */
async function update(tab: string, table: string, id: string, form: Record<string, string>) {
  const [row] = await query<Record<string, unknown>>(`select * from ${table} where id = $1`, [id]);
  const fields = Object.entries(row!).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
  );
  return save(tab, { ...Object.fromEntries(fields), intent: "update", ...form });
}

const newText = { ...text, content_type: "text", content_value: "New" };

/** Each action, and the title of the toast with Undo. */
const ACTIONS: Record<string, [done: string, act: () => ReturnType<typeof save>]> = {
  "adding a text": [
    "Content added successfully",
    () => save("content", { ...newText, intent: "add", content_key: "added_text" }),
  ],
  "saving a text": [
    "Content updated successfully",
    () => update("content", "website_content", stored, { content_value: "New" }),
  ],
  "saving a text on the Pages tab": [
    "Content updated successfully",
    () => update("pages", "website_content", stored, { content_value: "New" }),
  ],
  "resetting a text": [
    "Content deleted successfully",
    () => save("content", { intent: "delete", id: stored }),
  ],
  "deleting a custom text": [
    "Content deleted successfully",
    () => save("content", { intent: "delete", id: own }),
  ],
  "saving a page's SEO": [
    "SEO settings updated successfully",
    async () => {
      const [{ version } = { version: 0 }] = await query<{ version: number }>("select version from page_seo");
      const form = { meta_title: "New", meta_description: "New too", is_indexable: "on" };
      return save("pages", { intent: "seo", name: "team", version: String(version), ...form });
    },
  ],
  "saving settings": [
    "Settings saved successfully",
    () => save("settings", { intent: "save", youtube_url: "https://example.com/new" }),
  ],
  "removing a setting": [
    "Settings saved successfully",
    () => save("settings", { intent: "save", youtube_url: "", remove: "youtube_url" }),
  ],
  "adding an industry": [
    "Industry added successfully",
    () => save("industries", { intent: "add", name: "Added" }),
  ],
  "saving an industry": [
    "Industry updated successfully",
    () => update("industries", "industries", industry, { name: "Renamed", description: "New" }),
  ],
  "deleting an industry": [
    "Industry deleted successfully",
    () => save("industries", { intent: "delete", id: sample }),
  ],
  "restoring a deleted industry": [
    "Industry restored",
    () => save("deleted", { intent: "restore", kind: "industries", id: trashed }),
  ],
  "restoring an earlier version": [
    "Earlier version restored",
    async () => {
      const [first] = await query<{ id: string }>(
        "select id from revisions where kind = 'industries' and record_key = $1 order by at, id limit 1",
        [industry],
      );
      return save(`activity/record?kind=industries&id=${industry}`, { intent: "restore", id: first!.id });
    },
  ],
  "saving a case study": [
    "Case study updated successfully",
    () => update("case-studies", "case_studies", study, { title: "New", client: "New", result: "+1" }),
  ],
  "duplicating a case study": [
    "Duplicated the case study",
    () => save("case-studies", { intent: "duplicate", ids: study }),
  ],
  "publishing selected case studies": [
    "Published",
    () => save("case-studies", { intent: "publish", ids: study }),
  ],
  "deleting a case study": [
    "Case study deleted successfully",
    () => save("case-studies", { intent: "delete", id: study }),
  ],
  "adding a post": [
    "Blog post added successfully",
    () => save("blog", { intent: "add", title: "Added", slug: "added", content: "<p>New.</p>" }),
  ],
  "saving a post": [
    "Blog post updated successfully",
    () => update("blog", "blog_posts", post, { title: "New", slug: "new", content: "<p>New.</p>" }),
  ],
  "unpublishing selected posts": ["Unpublished", () => save("blog", { intent: "unpublish", ids: post })],
  "deleting selected posts": ["Deleted", () => save("blog", { intent: "delete-several", ids: post })],
  "deleting a post": ["Blog post deleted successfully", () => save("blog", { intent: "delete", id: post })],
  "publishing a draft of a post": [
    "Changes published",
    async () => {
      await update("blog", "blog_posts", post, { excerpt: "From a draft", draft: "on" });
      return save("changes", { intent: "publish", drafts: await namesOfDrafts(query) });
    },
  ],
  "find and replace": [
    "Replaced",
    async () => {
      const html = await read(`${PANEL}/content/replace?find=ours&replace=others`);
      const [, hit = ""] = /<input[^>]* name="hit"[^>]* value="([^"]*)"/.exec(html) ?? [];
      return save("content/replace", { find: "ours", replace: "others", hit: decode(hit) });
    },
  ],
  "adding a redirect": [
    "Redirect added successfully",
    () => save("redirects", { intent: "add", from_path: "/added", to_path: "/about", answer: "301" }),
  ],
  "saving a redirect": [
    "Redirect updated successfully",
    () => update("redirects", "redirects", redirect, { to_path: "/about" }),
  ],
  "deleting a redirect": [
    "Redirect deleted successfully",
    () => save("redirects", { intent: "delete", id: redirect }),
  ],
  "saving an image": ["Image saved", () => update("media", "media", image, { alt: "New", credit: "Ada" })],
  "deleting an image": [
    "Image deleted",
    () => save("media", { intent: "delete", ids: image, confirmed: "on" }),
  ],
  "marking selected images as decorative": [
    "Marked as decorative",
    () => save("media", { intent: "decorate", ids: image }),
  ],
  "removing sample content": [
    "Sample content removed",
    () => save("dashboard", { intent: "remove-samples" }),
  ],
};

test.each(Object.entries(ACTIONS))("%s can be undone and redone", async (_, [done, act]) => {
  const before = await readState();
  const reply = await act();
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(done)]);
  const after = await readState();
  expect(after).not.toEqual(before);
  const undone = await undo(reply);
  expect([undone.status, undone.text]).toEqual([200, expect.stringContaining("Undone")]);
  expect(await readState()).toEqual(before);
  const redone = await undo(undone, { redo: "on" });
  expect(redone.status).toBe(200);
  expect(await readState()).toEqual(after);
  expect((await undo(redone)).status).toBe(200);
  expect(await readState()).toEqual(before);
});
