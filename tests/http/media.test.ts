// The URLs `/media/…` (CONTRACT).
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { variantPath } from "../../app/features/media/media.ts";
import { openOldSites } from "../support/old-sites.ts";
import { PANEL } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const elsewhere = await openOldSites(
  await sharp({ create: { width: 90, height: 60, channels: 3, background: "#35a" } })
    .png()
    .toBuffer(),
);
const site = await openPanelSite({ WEB_CONCURRENCY: "2", AUDIT: "on", AUDIT_TEST_NET: elsewhere.net });
const GPS = {
  IFD0: { Copyright: "SECRETWORDS" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
};

async function draw(width: number, height: number) {
  const noise = { raw: { width: 8, height: 8, channels: 3 } } as const;
  return sharp(randomBytes(8 * 8 * 3), noise)
    .resize(width, height)
    .withExif(GPS)
    .jpeg()
    .toBuffer();
}

async function send(bytes: Buffer, query = "name=a.jpg"): Promise<string> {
  const address = `${site.url}${PANEL}/media/upload?${query}`;
  const response = await fetch(address, {
    method: "PUT",
    body: new Uint8Array(bytes),
    headers: site.session,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { image: { id: string } }).image.id;
}

type File = {
  sha256: string;
  state: string;
  reason: string;
  variants: { key: string; format: string; w: number }[];
};
const filesOf = (id: string) =>
  site.query<File>(
    "select sha256, state, reason, variants from media_files where media_id = $1 order by created_at",
    [id],
  );
const isDone = async (id: string) => (await filesOf(id)).every(({ state }) => state !== "new");
const get = (address: string, init?: RequestInit) =>
  fetch(site.url + address, { redirect: "manual", ...init });

const photo = await draw(700, 500);
const id = await send(photo);
await vi.waitUntil(() => isDone(id), PATIENCE);
const [file] = await filesOf(id);
const paths = file!.variants.map(({ key }) => variantPath({ id, sha256: file!.sha256 }, key));

test("every variant can be cached forever and contains no camera data", async () => {
  expect(paths.length).toBe(7);
  for (const one of paths) {
    const response = await get(one);
    expect([one, response.status]).toEqual([one, 200]);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, exif } = await sharp(bytes).metadata();
    const types: Record<string, string> = { webp: "image/webp", heif: "image/avif", jpeg: "image/jpeg" };
    expect(response.headers.get("Content-Type")).toBe(types[format!]);
    expect(exif).toBeUndefined();
    expect(bytes.includes("SECRETWORDS")).toBe(false);
  }
});

test("a variant supports HEAD and ETags, and answers Range requests with the whole file", async () => {
  const [one = ""] = paths;
  const whole = await get(one);
  const length = whole.headers.get("Content-Length");
  const head = await get(one, { method: "HEAD" });
  expect([head.status, head.headers.get("Content-Length"), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    length,
    0,
  ]);
  const tag = whole.headers.get("ETag")!;
  expect((await get(one, { headers: { "If-None-Match": `"x", W/${tag}` } })).status).toBe(304);
  const part = await get(one, { headers: { Range: "bytes=5-1,9999999-" } });
  expect([part.status, part.headers.get("Content-Length")]).toEqual([200, length]);
  expect((await get(one, { method: "POST", body: "x" })).status).toBe(405);
});

test("an image's own URL redirects to a WebP, and caches must revalidate the redirect", async () => {
  for (const address of [`/media/${id}`, `/media/${id}?from=mail`]) {
    const response = await get(address);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([302, "no-cache"]);
    expect(response.headers.get("Location")).toBe(variantPath({ id, sha256: file!.sha256 }, "640.webp"));
  }
});

test("originals and other stored files have no URL", async () => {
  const { sha256 } = file!;
  const tried = [
    ...[
      "/media/",
      "/media/x",
      `/media/${id}/`,
      `/media/${id}/${sha256}`,
      `/media/${id}/${sha256.slice(0, 8)}`,
    ],
    ...[
      `/media/originals/${sha256.slice(0, 2)}/${sha256}`,
      "/media/../data/admin-password",
      "/media/%2e%2e/x",
    ],
    ...[
      `/media/${id}/../../originals`,
      "/media/aaaaaaaaaaaa",
      "/media/aaaaaaaaaaaa/00000000-480.webp",
      "/media/%00",
    ],
    `/uploads/originals/${sha256.slice(0, 2)}/${sha256}`,
  ];
  for (const address of tried) {
    const response = await get(address);
    expect([address, response.status]).toEqual([address, 404]);
  }
});

test("a size that doesn't exist redirects to the nearest one", async () => {
  const hash8 = file!.sha256.slice(0, 8);
  const response = await get(`/media/${id}/${hash8}-1920.avif`);
  expect(response.status).toBe(302);
  expect(response.headers.get("Location")).toBe(variantPath({ id, sha256: file!.sha256 }, "640.avif"));
});

test("every process serves a replaced image at the next request", async () => {
  expect(await send(await draw(330, 100), `replace=${id}`)).toBe(id);
  await expect.poll(() => isDone(id), PATIENCE).toBe(true);
  const now = (await filesOf(id))[1]!;
  for (let i = 0; i < 12; i++) {
    const { headers } = await get(`/media/${id}`, { headers: { Connection: "close" } });
    expect(headers.get("Location")).toBe(variantPath({ id, sha256: now.sha256 }, "320.webp"));
  }
  expect((await get(paths[0]!)).status).toBe(200);
  await site.query("delete from media_files where media_id = $1 and sha256 = $2", [id, file!.sha256]);
  const moved = () =>
    get(`/media/${id}/${file!.sha256.slice(0, 8)}-333.webp`, { headers: { Connection: "close" } });
  await expect.poll(async () => (await moved()).status, PATIENCE).toBe(301);
  expect((await moved()).headers.get("Location")).toBe(variantPath({ id, sha256: now.sha256 }, "320.webp"));
});

test("a lost variant is regenerated, and its URL redirects until then", async () => {
  const other = await send(await draw(700, 100));
  await expect.poll(() => isDone(other), PATIENCE).toBe(true);
  const [lost] = await filesOf(other);
  const pathOf = (name: string) => variantPath({ id: other, sha256: lost!.sha256 }, `/${name}`);
  const keyOf = (name: string) => lost!.variants.find(({ key }) => key.endsWith(`/${name}`))!.key;
  const onDisk = (name: string) => path.join(site.dataDir, "uploads", keyOf(name));
  for (const name of ["640.avif", "480.avif"]) fs.rmSync(onDisk(name));
  const instead = await get(pathOf("640.avif"));
  expect([instead.status, instead.headers.get("Cache-Control")]).toEqual([302, "no-cache"]);
  expect(instead.headers.get("Location")).toBe(pathOf("320.avif"));
  const again = async () => (await get(pathOf("640.avif"))).status;
  await expect.poll(again, PATIENCE).toBe(200);
  expect(fs.existsSync(onDisk("640.avif"))).toBe(true);
  await expect.poll(() => isDone(other), PATIENCE).toBe(true);

  // If the original is lost too, the remaining variants are kept.
  fs.rmSync(path.join(site.dataDir, "uploads", "originals", lost!.sha256.slice(0, 2), lost!.sha256));
  fs.rmSync(onDisk("480.webp"));
  expect((await get(pathOf("480.webp"))).headers.get("Location")).toBe(pathOf("640.webp"));
  await expect.poll(() => site.stdout() + site.stderr(), PATIENCE).toContain("so is its original");
  expect(await filesOf(other)).toMatchObject([{ state: "ready" }]);
});

test("after an image is replaced or restored, no process serves an old page", async () => {
  const own = await send(await draw(400, 300));
  await expect.poll(() => isDone(own), PATIENCE).toBe(true);
  await site.query(
    "insert into blog_posts (title, slug, excerpt, content, featured_image, category) values ('P', 'p', 'E', '<p>C</p>', $1, 'News')",
    [`/media/${own}`],
  );
  /** Requests the page on eight connections, to reach different processes, and returns the image's versions. */
  const shown = async () => {
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await get("/blog/p", { headers: { Connection: "close" } })).text(),
      ),
    );
    return [...new Set(pages.map((page) => /\/media\/[a-z2-7]{12}\/([0-9a-f]{8})-/.exec(page)?.[1]))];
  };
  const first = (await filesOf(own))[0]!.sha256.slice(0, 8);
  await expect.poll(shown, PATIENCE).toEqual([first]);
  await send(await draw(410, 300), `replace=${own}`);
  await expect.poll(() => isDone(own), PATIENCE).toBe(true);
  const second = (await filesOf(own))[1]!.sha256.slice(0, 8);
  await expect.poll(shown, PATIENCE).toEqual([second]);
  expect((await site.save("media", { intent: "undo-replace", id: own })).status).toBe(200);
  expect(await shown()).toEqual([first]);
});

test("page checks report a link to an image only if the image is missing", async () => {
  const links = [`/media/${id}`, "/media/aaaaaaaaaaaa"].map((to) => `<a href="${to}">x</a>`).join(" ");
  await site.query(
    "insert into blog_posts (title, slug, excerpt, content, category) values ('L', 'links', 'E', $1, 'News')",
    [`<p>${links}</p>`],
  );
  const checked = await site.read(`${PANEL}/page-checks?path=/blog/links`);
  expect(checked).toContain("Broken links: /media/aaaaaaaaaaaa.");
  expect(checked).not.toContain(`/media/${id}`);
});

test("a deleted image's URL returns a 404 immediately", async () => {
  const other = await send(await draw(50, 40));
  await expect.poll(() => isDone(other), PATIENCE).toBe(true);
  expect((await get(`/media/${other}`)).status).toBe(302);
  await site.query("update media set deleted_at = now() where id = $1", [other]);
  expect((await get(`/media/${other}`)).status).toBe(404);
});

test("a rejected image is stored with the reason, and its URL redirects to the placeholder", async () => {
  const cut = (await draw(900, 900)).subarray(0, 700);
  const refused = await send(cut);
  await expect.poll(() => isDone(refused), PATIENCE).toBe(true);
  expect(await filesOf(refused)).toMatchObject([
    { state: "refused", reason: expect.stringContaining("damaged") },
  ]);
  expect((await get(`/media/${refused}`)).headers.get("Location")).toBe("/placeholder.svg");
});

const copy = (from: string, headers: Record<string, string> = site.session) =>
  fetch(`${site.url}${PANEL}/media/upload?${new URLSearchParams({ from })}`, { method: "PUT", headers });

test("another website's image is copied to the library once, and named after its file", async () => {
  const first = await copy("http://images.test/b.png");
  const { image } = (await first.json()) as { image: { id: string; name: string } };
  expect([first.status, image.name]).toEqual([201, "b"]);
  const again = await copy("http://wp.test/b.png");
  expect([again.status, ((await again.json()) as { image: { id: string } }).image.id]).toEqual([
    200,
    image.id,
  ]);
});

test.each([
  ["http://images.test/page.png", "isn't a supported image"],
  ["http://images.test/none.png", "returned 404"],
  ["http://images.test/inside.png", ""],
  ["http://inside.test/b.png", ""],
  ["http://127.0.0.1/b.png", ""],
  ["file:///etc/passwd", ""],
  ["not a URL", "isn't a URL"],
  ["", ""],
])("'%s' can't be copied", async (address, reason) => {
  const count = () => site.query<{ n: string }>("select count(*) n from media");
  const before = await count();
  const response = await copy(address);
  expect(response.status).toBe(422);
  expect(await response.text()).toContain(reason);
  expect(await count()).toEqual(before);
});

test("internal servers can't be told from those that don't exist", async () => {
  const [inside, nowhere] = await Promise.all(
    ["http://inside.test/b.png", "http://nowhere.test/b.png"].map(async (url) => (await copy(url)).text()),
  );
  expect(inside).toBe(nowhere);
});

test("visitors can't have images copied", async () => {
  expect((await copy("http://images.test/b.png", {})).status).toBe(401);
});
