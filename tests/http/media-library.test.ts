import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { libraryImage } from "../../app/features/media/kind.ts";
import { stampsOf } from "../../app/platform/database/changes.server.ts";
import { addImage as addReadyImage } from "../support/images.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();
const { clear, query, request, read } = site;
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
  const answer = await request(`${PANEL}/media/images?${search}`);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

beforeEach(async () => {
  await clear("blog_posts", "change_sets");
  await query("truncate media cascade");
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
    (await request(`${PANEL}/media/images`, { id, ...form })).text();
  expect(await describe({ alt: " " })).toContain("Add alt text, or mark the image as decorative.");
  expect(JSON.parse(await describe({ alt: " A desk " }))).toMatchObject({ image: { alt: "A desk" } });
  expect(JSON.parse(await describe({ alt: "A desk", is_decorative: "on" }))).toMatchObject({
    image: { alt: "", isDecorative: true },
  });
  await query("update media set deleted_at = now()");
  expect(await describe({ alt: "A desk" })).toContain("was deleted");
  expect((await request(`${PANEL}/media/images`, { id: "../etc", alt: "A" })).status).toBe(400);
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
  const opened = stampsOf(fields, libraryImage.labels);
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
      ...{ focal_x: "0.5", focal_y: "0.5", switches: "is_decorative", draft: "on", ...more },
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
    const opened = stampsOf({ ...fields, focal_x: 0.5, focal_y: 0.5 }, libraryImage.labels);
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
  const form = { intent: "update", id, version: "1", name: "photo.jpg", alt: "A desk", draft: "on" };
  expect((await save({ ...form, focal_x: "0.2", focal_y: "0.5" })).status).toBe(200);
  const tab = await read(`${PANEL}/changes`);
  expect(wordsOf(tab)).toContain("Focal point from the left");
  expect(wordsOf(tab)).toMatch(/50% ?20%/);
  expect(wordsOf(tab)).toContain("Visitors see it on /blog/seen /blog/shown");

  const drafts = draftName({ kind: "media", id });
  const preview = async (more: string) => {
    const answer = await request(`${PANEL}/preview?drafts=${drafts}${more}`);
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
  const checks = await (await request(`${PANEL}/changes/checks?drafts=${drafts}`)).json();
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
  { intent: "undo-replace", id: "aaaaaaaaaaaa", focal_x: "7" },
  { intent: "nothing", ids: "aaaaaaaaaaaa" },
])("requests the tab never sends are rejected: %j", async (form) => {
  expect((await save(form)).status).toBe(400);
});

// `PUT media/upload`, before any processing.
const UPLOAD = `${PANEL}/media/upload`;
const uploads = path.join(site.dataDir, "uploads");

const draw = () =>
  sharp(randomBytes(60 * 40 * 3), { raw: { width: 60, height: 40, channels: 3 } })
    .png()
    .toBuffer();
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
/** Returns the uploads' temporary files. */
const inTmp = () =>
  fs.existsSync(path.join(uploads, "tmp"))
    ? fs.readdirSync(path.join(uploads, "tmp")).filter((name) => !name.startsWith("variants-"))
    : [];

async function put(query: string, body: Buffer, headers: Record<string, string> = { ...site.session }) {
  const response = await fetch(`${site.url}${UPLOAD}?${query}`, {
    method: "PUT",
    body: new Uint8Array(body),
    headers,
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}
type Answer = { error?: string; isKnown?: boolean; image?: { id: string; name: string; state: string } };

test("an uploaded image is stored as a row and a file named by its hash", async () => {
  const bytes = await draw();
  const { status, answer } = await put("name=Our%20desk.png", bytes);
  expect(status).toBe(201);
  expect(answer.image).toMatchObject({ name: "Our desk", alt: "", uses: 0, bytes: bytes.length });
  const hash = hashOf(bytes);
  expect(fs.readFileSync(path.join(uploads, "originals", hash.slice(0, 2), hash))).toEqual(bytes);
  expect(inTmp()).toEqual([]);
});

test("uploading the same file again returns the existing image unless a second copy is requested", async () => {
  const bytes = await draw();
  const first = await put("name=a.png", bytes);
  const known = await site.read(`${PANEL}/media/known?sha256=${hashOf(bytes)}`);
  expect(JSON.parse(known).image.id).toBe(first.answer.image?.id);
  const again = await put("name=b.png", bytes);
  expect(again).toMatchObject({
    status: 200,
    answer: { isKnown: true, image: { id: first.answer.image?.id } },
  });
  const second = await put("name=b.png&keep=second", bytes);
  expect(second.status).toBe(201);
  expect(second.answer.image?.id).not.toBe(first.answer.image?.id);
});

test.each([
  ["../../etc/passwd.png", "passwd"],
  ["C:\\fakepath\\IMG_1.JPG", "IMG_1"],
  ["", "Image"],
  ["..", ".."],
  ["\u202egnp.exe", "gnp"],
  [`x${"😀".repeat(150)}.png`, `x${"😀".repeat(99)}`],
])("the file name %j becomes %j, never a path", async (given, name) => {
  const { answer } = await put(`name=${encodeURIComponent(given)}`, await draw());
  expect(answer.image?.name).toBe(name);
});

test("unauthorized and oversized uploads are rejected before their body arrives", async () => {
  const refused = async (headers: Record<string, string>) => {
    // The request's body never ends.
    const request = http.request(`${site.url}${UPLOAD}?name=a.png`, {
      method: "PUT",
      headers: { "Content-Length": "1000000", ...headers },
    });
    request.on("error", () => {});
    request.write("x");
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    request.destroy();
    return response.statusCode;
  };
  expect(await refused({})).toBe(401);
  expect(await refused({ ...site.session, Origin: "https://elsewhere.test" })).toBe(403);
  expect(await refused({ ...site.session, "Sec-Fetch-Site": "same-origin" })).toBe(403);
  expect(await refused({ ...site.session, "Content-Length": String(26 * 1024 * 1024) })).toBe(413);
});

const heic = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), randomBytes(5000)]);
test.each([
  ["an empty file", Buffer.alloc(0), "empty"],
  ["text", Buffer.from("hello".repeat(2000)), "isn't a supported image"],
  ["a program", Buffer.concat([Buffer.from("MZ"), randomBytes(9000)]), "isn't a supported image"],
  [
    "an HTML page with an image's file name",
    Buffer.from("<html><script>alert(1)</script><svg></svg>"),
    "isn't a supported image",
  ],
  ["a HEIC photo", heic, "Save it as JPEG"],
])("%s is rejected with a message that says what to do", async (_, body, words) => {
  const { status, answer } = await put("name=photo.jpg", body);
  expect(status).toBe(415);
  expect(answer.error).toContain(words);
  expect(inTmp()).toEqual([]);
});

test("an upload over 25 MB is rejected, even without a declared length", async () => {
  const png = await draw();
  const request = http.request(`${site.url}${UPLOAD}?name=a.png`, {
    method: "PUT",
    headers: { ...site.session, "Transfer-Encoding": "chunked" },
  });
  request.on("error", () => {});
  request.write(png);
  for (let i = 0; i < 27; i++) request.write(Buffer.alloc(1024 * 1024));
  request.end();
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  expect(response.statusCode).toBe(413);
  expect(JSON.parse(Buffer.concat(await response.toArray()).toString()).error).toContain("25 MB");
  expect(inTmp()).toEqual([]);
});

test("an aborted upload leaves no file and no row", async () => {
  const count = async () => (await site.query<{ n: number }>("select count(*)::int as n from media"))[0]?.n;
  const before = await count();
  const request = http.request(`${site.url}${UPLOAD}?name=a.png`, {
    method: "PUT",
    headers: { ...site.session, "Content-Length": "1000000" },
  });
  request.on("error", () => {});
  request.write(await draw());
  await expect.poll(() => inTmp().length, PATIENCE).toBe(1);
  request.destroy();
  await expect.poll(() => inTmp().length, PATIENCE).toBe(0);
  expect(await count()).toBe(before);
});

test("an upload for a deleted image is rejected", async () => {
  const { status, answer } = await put("replace=aaaaaaaaaaaa", await draw());
  expect(status).toBe(409);
  expect(answer.error).toContain("deleted");
});
