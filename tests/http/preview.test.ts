import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { headingsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, read, request, url } = await openPanelSite();

/** Posts a form to the preview and opens the preview, as the button does. */
async function preview(kind: string, record: string, fields: Record<string, string> = {}) {
  const kept = await request(`${PANEL}/preview`, { kind, record, intent: "update", version: "1", ...fields });
  if (!kept.ok) return { status: kept.status, headers: kept.headers, text: "", words: "" };
  const { id } = (await kept.json()) as { id: string };
  const { status, headers, text } = await answerOf(request(`${PANEL}/preview?id=${id}`));
  return { status, headers, text, words: wordsOf(text) };
}

async function answerOf(asked: Promise<Response>) {
  const response = await asked;
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function addPost(published: boolean) {
  const slug = `post-${crypto.randomUUID()}`;
  const [post] = await query<{ id: string }>(
    "insert into blog_posts (title, slug, content, published) values ('Saved title', $1, '<p>Saved words.</p>', $2) returning id",
    [slug, published],
  );
  return { id: post!.id, slug };
}

test("a draft is shown on its page with the form's current content", async () => {
  const { id } = await addPost(false);
  const { status, headers, text, words } = await preview("blog-posts", id, {
    title: "Typed title",
    content: "<p>Typed words.<script>alert(1)</script></p>",
  });
  expect(status).toBe(200);
  expect(headingsOf(text, 1)).toEqual(["Typed title"]);
  expect(words).toContain("Typed words.");
  expect(words).not.toContain("Saved words.");
  expect(text).not.toContain("alert(1)");
  expect(words).toContain("Preview: only you can see this page, and nothing is saved.");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Robots-Tag")).toContain("noindex");
  expect(headers.get("Content-Security-Policy")).toContain("connect-src 'none'; form-action 'none'");
});

test("a draft without an image is previewed with its future cover", async () => {
  const { id, slug } = await addPost(false);
  const hidden = await read(`/placeholder.svg?for=${slug}`);
  const { text } = await preview("blog-posts", id, { slug: "fresh-slug", category: "SEO Strategy" });
  expect(text).not.toContain("/placeholder.svg");
  const [, cover = ""] = /<figure class="frame"><img src="data:image\/svg\+xml,([^"]*)"/.exec(text) ?? [];
  await query("update blog_posts set published = true, slug = 'fresh-slug' where id = $1", [id]);
  const published = await read("/placeholder.svg?for=fresh-slug");
  expect(decodeURIComponent(cover)).toBe(published);
  expect(published).not.toBe(hidden);
});

test("a preview changes nothing and is invisible to visitors", async () => {
  const { id, slug } = await addPost(true);
  // The form's stamp differs in each rendering.
  const readPage = async () => (await read(`/blog/${slug}`)).replace(/name="stamp" value="[^"]*"/g, "");
  const before = await readPage();
  const row = () => query("select row_to_json(p) as row from blog_posts p where id = $1", [id]);
  const [saved, revisions] = [await row(), await query("select count(*) from revisions")];
  const shown = await preview("blog-posts", id, { title: "Typed title", slug: "typed-slug" });
  expect(headingsOf(shown.text, 1)).toEqual(["Typed title"]);
  expect(await row()).toEqual(saved);
  expect(await query("select count(*) from revisions")).toEqual(revisions);
  expect(await query("select 1 from slug_history where slug = 'typed-slug'")).toEqual([]);
  expect(await readPage()).toBe(before);
  expect((await fetch(`${url}/blog/typed-slug`)).status).toBe(404);
});

test("concurrent previews, saves and visits don't affect each other", async () => {
  const { id, slug } = await addPost(true);
  const visit = async () => (await fetch(`${url}/blog/${slug}`)).text();
  const previews = Array.from({ length: 6 }, async (_, i) => {
    const { text } = await preview("blog-posts", id, { title: `Typed ${i}` });
    expect(headingsOf(text, 1)).toEqual([`Typed ${i}`]);
  });
  const saves = Array.from({ length: 6 }, (_, i) =>
    query("update blog_posts set excerpt = $2 where id = $1", [id, `Saved ${i}`]),
  );
  const visits = Array.from({ length: 30 }, visit);
  await Promise.all([...previews, ...saves]);
  for (const page of await Promise.all(visits)) expect(headingsOf(page, 1)).toEqual(["Saved title"]);
});

test("a text's preview shows the page that has the text", async () => {
  const typed = await preview("website-content", "about:hero:title", { content_value: "Typed headline" });
  expect(headingsOf(typed.text, 1)).toEqual(["Typed headline"]);
  const footer = await preview("website-content", "footer:about:text", {
    content_value: "Typed footer words",
  });
  expect(footer.words).toContain("Typed footer words");
  expect(await query("select 1 from website_content")).toEqual([]);
});

test("a case study's preview shows the chosen industry", async () => {
  const rows = await query<{ id: string }>(
    "insert into industries (name) values ('Shops'), ('Law') returning id",
  );
  const [study] = await query<{ id: string }>(
    "insert into case_studies (title, slug, client, industry, industry_id, challenge, solution, results, published) values ('Study', 'study', 'Client', 'Shops', $1, '', '', '{}', false) returning id",
    [rows[0]!.id],
  );
  const { status, words } = await preview("case-studies", study!.id, { industry_id: rows[1]!.id });
  expect([status, words]).toEqual([200, expect.stringContaining("Law")]);
});

test("a preview of an invalid form or a missing record explains the problem", async () => {
  const { id } = await addPost(false);
  const refused = await preview("blog-posts", id, { title: "" });
  expect(refused.status).toBe(400);
  expect(refused.words).toContain("This can't be previewed yet");
  expect((await preview("blog-posts", crypto.randomUUID())).status).toBe(400);
  expect((await preview("settings", "contact_email", { value: "never" })).status).toBe(400);
  expect((await preview("settings", "nothing", { value: "x" })).status).toBe(400);
  expect((await preview("nothing", "x")).status).toBe(400);
  const over = await answerOf(request(`${PANEL}/preview?id=${crypto.randomUUID()}`));
  expect([over.status, over.text]).toEqual([400, expect.stringContaining("This preview has expired.")]);
  expect((await request(`${PANEL}/preview?id=1`)).status).toBe(404);
});
