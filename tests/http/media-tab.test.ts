import { beforeEach, describe, expect, test } from "vitest";
import { MEDIA_LABELS } from "../../app/features/media/labels.ts";
import { stampsOf } from "../../app/platform/database/changes.server.ts";
import { addImage as addReadyImage } from "../support/images.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, read, ...site } = await openPanelSite();
const save = (form: Record<string, string>) => site.save("media", form);

async function addImage(id: string, name: string, alt = "") {
  await query(
    `with image as (insert into media (id, name, alt, file_id) values ($1, $2, $3, gen_random_uuid()) returning id, file_id)
     insert into media_files (id, media_id, sha256, bytes, original_key, state) select file_id, id, md5(id), 9, 'x', 'refused' from image`,
    [id, name, alt],
  );
  return id;
}
const addPost = async (title: string, content: string, published: boolean) => {
  const sql = "insert into blog_posts (title, slug, content, published) values ($1, $2, $3, $4) returning id";
  return (await query<{ id: string }>(sql, [title, title.toLowerCase(), content, published]))[0]!.id;
};
const isDeleted = async (id: string) =>
  (await query<{ deleted_at: Date | null }>("select deleted_at from media where id = $1", [id]))[0]
    ?.deleted_at !== null;
const images = async (search: string) => {
  const answer = await request(`${PANEL}/media/pictures?${search}`);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

beforeEach(async () => {
  await query("truncate media cascade");
  await query("delete from blog_posts");
  await query("delete from change_sets");
});

test("the tab lists images and shows where an image is used", async () => {
  const id = await addImage("aaaaaaaaaaaa", "Desk.jpg", "A desk");
  expect(await read(`${PANEL}/media`)).toMatch(/type="file"[^>]* multiple/);
  expect(await read(`${PANEL}/media`)).toContain("Unused");
  const post = await addPost("Draft", `<p><img src="/media/${id}" alt=""></p>`, false);
  await query("update blog_posts set featured_image = $1", [`/media/${id}`]);
  expect(await read(`${PANEL}/media`)).toContain("Used in 2 places");
  const answer = await request(`${PANEL}/media.data?edit=${id}`);
  const opened = await answer.text();
  for (const said of ["Featured image", "Content", `blog?edit=${post}`, "draft"])
    expect(opened).toContain(said);
});

test("the picker finds images by name, alt text and ID", async () => {
  await addImage("aaaaaaaaaaaa", "Desk.jpg");
  await addImage("bbbbbbbbbbbb", "b.jpg", "A desk from above");
  await addImage("cccccccccccc", "c.jpg");
  expect((await images("q=desk")).body).toMatchObject({ matching: 2, page: 1, pages: 1 });
  expect((await images("id=cccccccccccc")).body).toMatchObject({ image: { name: "c.jpg" } });
  expect((await images("id=dddddddddddd")).body).toEqual({ image: null });
  expect((await images("page=x&filter=y&q=")).body).toMatchObject({ matching: 3 });
});

test("before an image is inserted, it needs alt text or must be marked as decorative", async () => {
  const id = await addImage("aaaaaaaaaaaa", "Desk.jpg");
  const describe = async (form: Record<string, string>) =>
    (await request(`${PANEL}/media/pictures`, { id, ...form })).text();
  expect(await describe({ alt: " " })).toContain("Add alt text, or mark the image as decorative.");
  expect(JSON.parse(await describe({ alt: " A desk " }))).toMatchObject({ image: { alt: "A desk" } });
  expect(JSON.parse(await describe({ alt: "A desk", is_decorative: "on" }))).toMatchObject({
    image: { alt: "", isDecorative: true },
  });
  await query("update media set deleted_at = now()");
  expect(await describe({ alt: "A desk" })).toContain("was deleted");
  expect((await request(`${PANEL}/media/pictures`, { id: "../etc", alt: "A" })).status).toBe(400);
});

test("an image in use is deleted after one confirmation, and can be restored", async () => {
  const [shown, free] = [await addImage("aaaaaaaaaaaa", "Shown"), await addImage("bbbbbbbbbbbb", "Free")];
  await addPost("Seen", `<p><img src="/media/${shown}" alt=""></p>`, true);
  await addPost("Unseen", `<p><img src="/media/${free}" alt=""></p>`, false);
  const refused = await save({ intent: "delete", ids: `${shown},${free}` });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Seen (Content)");
  expect(refused.text).not.toContain("Unseen");
  expect([await isDeleted(shown), await isDeleted(free)]).toEqual([false, false]);

  expect((await save({ intent: "delete", ids: free })).text).toContain("Delete this image?");
  expect((await save({ intent: "delete", ids: free, confirmed: "on" })).text).toContain("Image deleted");
  const deleted = await save({ intent: "delete", ids: shown, confirmed: "on" });
  expect(deleted.text).toContain("Image deleted");
  expect([await isDeleted(shown), await isDeleted(free)]).toEqual([true, true]);
  expect((await site.undo(deleted)).text).toContain("Undone");
  expect(await isDeleted(shown)).toBe(false);
  expect(await read(`${PANEL}/deleted?kind=media`)).toContain("Free");
  expect((await site.save("deleted", { intent: "restore", kind: "media", id: free })).status).toBe(200);
  expect(await isDeleted(free)).toBe(false);
});

test("a conflict message names the changed fields", async () => {
  const id = await addImage("aaaaaaaaaaaa", "Desk.jpg");
  const form = { id, version: "1", name: "Desk", alt: "A desk", credit: "", focal_x: "0.2", focal_y: "1" };
  expect((await save({ intent: "update", ...form })).text).toContain("Image saved");
  const late = await save({ intent: "update", ...form, name: "Table" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Name")]);
  expect((await save({ intent: "update", ...form, version: "2", name: " " })).status).toBe(400);
  expect((await save({ intent: "update", ...form, version: "2", focal_x: "7" })).status).toBe(400);

  const bare = await addImage("bbbbbbbbbbbb", "Bare.jpg");
  expect((await save({ intent: "decorate", ids: `${id},${bare}` })).text).toContain("1 image.");
  const marked = await query("select id from media where is_decorative");
  expect(marked).toEqual([{ id: bare }]);
});

test("replacing an image's file doesn't cause a conflict in an open form", async () => {
  const id = await addImage("aaaaaaaaaaaa", "Desk.jpg");
  const fields = { alt: "", is_decorative: false, name: "Desk.jpg", credit: "", focal_x: 0.5, focal_y: 0.5 };
  const opened = stampsOf(fields, MEDIA_LABELS);
  // Simulates the job that generates the new file's variants.
  await query("update media set file_id = file_id");
  const form = { id, version: "1", opened, name: "Desk", alt: "A desk", focal_x: "0.5", focal_y: "0.5" };
  expect((await save({ intent: "update", ...form })).text).toContain("Image saved");
  expect((await save({ intent: "update", ...form, name: "Table" })).status).toBe(409);
});

describe("a draft", () => {
  const words = async (path: string) => wordsOf(await read(`${PANEL}/${path}`));
  const waiting = () => query("select record_id, fields from change_items where waits");
  const form = (id: string, more: Record<string, string>) =>
    save({
      ...{ intent: "update", id, version: "1", name: "Desk.jpg", alt: "A desk", credit: "" },
      ...{ focal_x: "0.5", focal_y: "0.5", switches: "is_decorative", keep: "on", ...more },
    });

  test("an image's draft leaves the published version alone", async () => {
    const id = await addImage("aaaaaaaaaaaa", "Desk.jpg", "A desk");
    const kept = await form(id, { alt: "A table" });
    expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("Draft saved")]);
    expect(await query("select alt, version from media")).toEqual([{ alt: "A desk", version: 1 }]);
    expect(await words("media")).toContain("Pending changes");
    // The form is a dialog, which isn't in the server's HTML, so check the form's data.
    const opened = async (more = "") => (await request(`${PANEL}/media.data?edit=${id}${more}`)).text();
    expect(await opened()).toContain('"isShown",false');
    expect(await opened()).not.toContain("A table");
    expect(await opened("&draft=1")).toContain('"isShown",true');
    expect(await opened("&draft=1")).toContain("A table");
    expect(await read(`${PANEL}/changes`)).toContain(`${PANEL}/media?edit=${id}&amp;draft=1`);
    const [item] = await query<{ version: number }>("select version from change_items");
    const draft_version = String(item?.version);
    await form(id, { alt: "A chair", draft_version });
    expect(JSON.stringify(await waiting())).toContain("A chair");
    expect((await form(id, { alt: "A stool", draft_version })).text).toContain("another window");
  });

  test("replacing a file doesn't block saving a draft, but another save does", async () => {
    const id = await addImage("aaaaaaaaaaaa", "Desk.jpg", "A desk");
    const fields = { alt: "A desk", is_decorative: false, name: "Desk.jpg", credit: "" };
    const opened = stampsOf({ ...fields, focal_x: 0.5, focal_y: 0.5 }, MEDIA_LABELS);
    await query("update media set file_id = file_id");
    expect((await form(id, { opened, is_decorative: "on" })).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
    await query("update media set credit = 'Ann'");
    const late = await form(id, { opened, name: "Table" });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("Credit")]);
    expect((await form(id, { name: " " })).status).toBe(400);
  });
});

test("pages that show a drafted image are listed, previewed and checked", async () => {
  const id = "aaaaaaaaaaaa";
  await addReadyImage(query, { id, alt: "A desk" });
  const image = `<p><img src="/media/${id}" alt=""></p>`;
  for (const [title, isPublished] of [
    ["Seen", true],
    ["Shown", true],
    ["Unseen", false],
  ] as const)
    await addPost(title, image, isPublished);
  await query("update blog_posts set featured_image = $1 where published", [`/media/${id}`]);
  const form = { intent: "update", id, version: "1", name: "photo.jpg", alt: "A desk", keep: "on" };
  expect((await save({ ...form, focal_x: "0.2", focal_y: "0.5" })).status).toBe(200);
  const tab = await read(`${PANEL}/changes`);
  expect(wordsOf(tab)).toContain("Focal point from the left");
  expect(wordsOf(tab)).toMatch(/50% ?20%/);
  expect(wordsOf(tab)).toContain("Visitors see it on /blog/seen /blog/shown");

  const [set] = await query<{ id: string }>("select id from change_sets");
  const preview = async (more: string) => {
    const answer = await request(`${PANEL}/preview?set=${set!.id}&kind=media&record=${id}${more}`);
    return { status: answer.status, text: await answer.text() };
  };
  const position = /object-position:\s*20% 50%/;
  const first = await preview("");
  expect(first.text).toMatch(/<h1[^>]*>Seen/);
  expect(first.text).toMatch(position);
  const other = await preview("&page=%2Fblog%2Fshown");
  expect(other.text).toMatch(/<h1[^>]*>Shown/);
  expect((await preview("&page=%2Fabout")).text).toMatch(/<h1[^>]*>Seen/);
  expect(await read("/blog/seen")).not.toMatch(position);
  const checks = await (await request(`${PANEL}/changes/checks?set=${set!.id}`)).json();
  expect(checks).toMatchObject({ pages: [{ path: "/blog/seen" }, { path: "/blog/shown" }] });

  await query("update blog_posts set published = false");
  expect(wordsOf(await read(`${PANEL}/changes`))).toContain("Not shown on any public page.");
  expect((await preview("")).status).toBe(200);
  await query("delete from blog_posts");
  const none = await preview("");
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("No page uses this image yet.")]);
});

test.each<Record<string, string>>([
  { intent: "delete", ids: "" },
  { intent: "delete", ids: "a,b" },
  { intent: "update", id: "' or 1=1", version: "1" },
  { intent: "undo-replace" },
  { intent: "nothing", ids: "aaaaaaaaaaaa" },
])("requests the tab never sends are rejected: %j", async (form) => {
  expect((await save(form)).status).toBe(400);
});
