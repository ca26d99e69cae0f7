// Processes images as the site does: in separate processes, from the database row to the variants.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { type ImageOutcome, makeImage } from "../../app/features/media/file-job.server.ts";
import { addImage, addReplacement } from "../../app/features/media/files.server.ts";
import { originalKey } from "../../app/features/media/keys.ts";
import { variantPath } from "../../app/features/media/media.ts";
import { findMedia } from "../../app/features/media/queries.owner.server.ts";
import { diskStore } from "../../app/features/media/store.disk.server.ts";
import { uploadsFolder } from "../../app/features/media/store.server.ts";
import { media, media_files } from "../../app/features/media/table.server.ts";
import { undoReplace } from "../../app/features/media/writes.owner.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import { openTestDatabases } from "../../tests/support/database.ts";
import { quietLog as log } from "../../tests/support/quiet-log.ts";
import { folderOfFile } from "../../tests/support/test-folder.ts";
import { guarded } from "../http/guarded-listener.ts";
import { ImageFiles } from "./image-files.ts";
import { processImageInChild } from "./parent.ts";

const { owner } = await openTestDatabases();
const dataDir = folderOfFile();
const folder = path.join(dataDir, "tmp");
fs.mkdirSync(folder);
const store = diskStore(dataDir);
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function stored(bytes: Buffer) {
  const file = path.join(folder, randomBytes(8).toString("hex"));
  fs.writeFileSync(file, bytes);
  const sha256 = hashOf(bytes);
  await store.put(originalKey(sha256), file, "");
  return { sha256, bytes: bytes.length };
}

const make = (fileId: string, { work = processImageInChild, attempt = 2, isStart = false } = {}) =>
  makeImage(owner, fileId, { store, folder, work, log, attempt, isStart });

async function addOnly(bytes: Buffer) {
  const id = await addImage(owner, "An image", await stored(bytes));
  const [row] = await owner.select().from(media).where(eq(media.id, id));
  return { id, file_id: row!.file_id };
}

async function addAndMake(bytes: Buffer) {
  const { id, file_id } = await addOnly(bytes);
  await make(file_id);
  return { id, fileId: file_id, ...(await fileOf(file_id)) };
}

async function fileOf(fileId: string) {
  const [file] = await owner.select().from(media_files).where(eq(media_files.id, fileId));
  const names = file!.variants.map(({ key }) => key.split("/").at(-1)!);
  const bytesOf = (name: string) =>
    fs.readFileSync(path.join(dataDir, file!.variants.find(({ key }) => key.endsWith(`/${name}`))!.key));
  return { file: file!, names, bytesOf };
}

/** Returns an image with some detail. */
const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } }).composite([
    { input: { create: { width: 10, height: 10, channels: 3, background: "#ff0000" } }, left: 0, top: 0 },
  ]);

test("a photo gets AVIF and WebP variants, none with its location or camera", async () => {
  const secrets = ["PHONEMAKER", "OWNERNAME", "2026:05:04 03:02:01", "XMPSECRET"];
  const given = await photograph(1400, 2000)
    .withExif({
      IFD0: { Make: secrets[0]!, Artist: secrets[1]!, DateTime: secrets[2]! },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 12345/1000",
        GPSLongitudeRef: "E",
        GPSLongitude: "7/1 27/1 54321/1000",
      },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${secrets[3]}"/></rdf:RDF></x:xmpmeta>`,
    )
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 60 })
    .toBuffer();
  // EXIF stores the location as 12345/1000, in either byte order.
  const place = [
    Buffer.from([0x39, 0x30, 0, 0, 0xe8, 3, 0, 0]),
    Buffer.from([0, 0, 0x30, 0x39, 0, 0, 3, 0xe8]),
  ];
  expect(place.some((bytes) => given.includes(bytes))).toBe(true);
  for (const secret of secrets) expect(given.includes(secret), secret).toBe(true);

  const { file, names, bytesOf } = await addAndMake(given);
  // The photo was rotated 90° clockwise to make it upright.
  expect(file).toMatchObject({ state: "ready", mime: "image/jpeg", width: 2000, height: 1400, frames: 1 });
  expect(file.color).toMatch(/^#[0-9a-f]{6}$/);
  const sizes = [320, 480, 640, 960, 1280, 1920];
  expect(names.toSorted()).toEqual(
    [...sizes.flatMap((one) => [`${one}.avif`, `${one}.webp`]), "1200x630-50-50.jpg"].toSorted(),
  );
  for (const name of [...names, "inline"]) {
    const bytes = name === "inline" ? Buffer.from(file.inline_avif!, "base64") : bytesOf(name);
    const found = [...secrets, ...place, "Exif", "http://ns.adobe.com", "Photoshop"].filter((one) =>
      bytes.includes(one),
    );
    expect([name, found]).toEqual([name, []]);
    const made = await sharp(bytes).metadata();
    expect([name, made.exif, made.xmp, made.iptc, made.icc, made.orientation]).toEqual([name, ...Array(5)]);
  }
  expect(await sharp(bytesOf("480.webp")).metadata()).toMatchObject({ width: 480, height: 336 });
  expect(await sharp(bytesOf("1200x630-50-50.jpg")).metadata()).toMatchObject({ width: 1200, height: 630 });
  // The red corner has moved from the top left to the top right.
  const { data, info } = await sharp(bytesOf("960.webp")).raw().toBuffer({ resolveWithObject: true });
  expect(data[(info.width - 3) * info.channels]).toBeGreaterThan(150);
});

test("a tall drawing gets variants up to the largest possible size", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="8000"><path d="M0 0h9v9z"/></svg>';
  const { file, names } = await addAndMake(Buffer.from(svg));
  expect([file.state, file.reason]).toEqual(["ready", ""]);
  expect(names).toContain("640.webp");
});

test("a new file first gets the sizes that pages need, then the rest", async () => {
  const { file_id } = await addOnly(await photograph(1000, 330).jpeg().toBuffer());
  expect(await make(file_id, { isStart: true })).toBe(true);
  const { file, names } = await fileOf(file_id);
  expect([file.state, file.width, names]).toEqual(["new", 1000, ["480.webp", "960.webp"]]);
  // Once a file has variants, the job for a new focal point creates everything that's missing.
  expect(await make(file_id, { isStart: true })).toBe(false);
  expect((await fileOf(file_id)).file.state).toBe("ready");
  expect((await fileOf(file_id)).names).toHaveLength(9);
});

test("an inline preview takes at most 4 kB, and transparent images have none", async () => {
  // The first quality isn't enough for this much detail.
  const noise = sharp(randomBytes(420 * 280 * 3), { raw: { width: 420, height: 280, channels: 3 } });
  const inlineOf = async (bytes: Buffer) => {
    const { file_id } = await addOnly(bytes);
    await make(file_id, { isStart: true });
    return Buffer.from((await fileOf(file_id)).file.inline_avif!, "base64");
  };
  const inline = await inlineOf(await noise.png().toBuffer());
  expect(await sharp(inline).metadata()).toMatchObject({ format: "heif", width: 400, height: 267 });
  expect(inline.length).toBeLessThanOrEqual(4_000);
  const small = await inlineOf(await photograph(90, 60).png().toBuffer());
  expect((await sharp(small).metadata()).width).toBe(90);
  const clear = sharp({ create: { width: 600, height: 400, channels: 4, background: "#00000000" } });
  expect(await inlineOf(await clear.png().toBuffer())).toHaveLength(0);
});

test("small variants are available before large ones are done", async () => {
  const { file_id } = await addOnly(await photograph(1000, 100).png().toBuffer());
  const seen: string[][] = [];
  await make(file_id, {
    work: (task, tell, signal) =>
      processImageInChild(
        task,
        (progress) => {
          if ("made" in progress) seen.push(progress.made.map(({ name }) => name));
          tell(progress);
        },
        signal,
      ),
  });
  expect(seen[0]).toEqual(["480.webp", "960.webp"]);
});

test("an animation stays animated and gets a still version", async () => {
  const frame = (red: number) => Buffer.from(Array.from({ length: 40 * 30 }, () => [red, 0, 200]).flat());
  const frames = Buffer.concat([frame(0), frame(120), frame(250)]);
  const gif = await sharp(frames, { raw: { width: 40, height: 90, channels: 3, pageHeight: 30 } })
    .gif({ delay: [50, 50, 50], loop: 0 })
    .toBuffer();
  const { file, names, bytesOf } = await addAndMake(gif);
  expect(file).toMatchObject({ state: "ready", mime: "image/gif", width: 40, height: 30, frames: 3 });
  expect(file.inline_avif).toBe("");
  expect(names).toEqual(["still-40.webp", "40.webp"]);
  expect((await sharp(bytesOf("40.webp")).metadata()).pages).toBe(3);
  expect((await sharp(bytesOf("still-40.webp")).metadata()).pages ?? 1).toBe(1);
});

test("an SVG becomes pixels, without scripts or nearby files", async () => {
  const secret = path.join(dataDir, "originals", "secret.png");
  fs.mkdirSync(path.dirname(secret), { recursive: true });
  fs.writeFileSync(
    secret,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#ff0000" } })
      .png()
      .toBuffer(),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="50">
    <script>alert(1)</script><rect width="100" height="50" fill="#00ff00"/>
    ${[`file://${secret}`, secret, "../secret.png", "secret.png"].map((to) => `<image xlink:href="${to}" href="${to}" width="100" height="50"/>`).join("")}
  </svg>`;
  const { file, names, bytesOf } = await addAndMake(Buffer.from(svg));
  expect(file).toMatchObject({ state: "ready", mime: "image/svg+xml", width: 100, height: 50 });
  expect(names).toContain("1920.webp");
  const { data } = await sharp(bytesOf("320.webp")).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0, 255, 0]);
});

test("a new focal point regenerates only the share image", async () => {
  const plain = (height: number, background: string) => ({
    create: { width: 620, height, channels: 3 as const, background },
  });
  const halves = await sharp(plain(700, "#000000"))
    .composite([{ input: plain(340, "#ffffff"), left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { id, fileId } = await addAndMake(halves);
  const before = await fileOf(fileId);
  const written = () => fs.statSync(path.join(dataDir, before.file.variants[0]!.key)).mtimeMs;
  const writtenBefore = written();
  const jobs = () => owner.execute(sql`select from graphile_worker.jobs where key = ${`picture:${fileId}`}`);
  await owner.execute(sql`delete from graphile_worker._private_jobs`);
  await owner.update(media).set({ focal_y: 0.05 }).where(eq(media.id, id));
  expect((await jobs()).rowCount).toBe(1);
  await make(fileId);
  const { names, bytesOf } = await fileOf(fileId);
  expect(names.filter((name) => name.endsWith(".jpg"))).toEqual(["1200x630-50-5.jpg"]);
  expect(names.length).toBe(before.names.length);
  expect(written()).toBe(writtenBefore);
  const [top] = (await sharp(bytesOf("1200x630-50-5.jpg")).stats()).channels;
  expect(top!.mean).toBeGreaterThan(250);
});

test("a replacement takes effect with its first variants and can be undone", async () => {
  const { id, fileId } = await addAndMake(await photograph(330, 40).png().toBuffer());
  expect(await addReplacement(owner, id, await stored(await photograph(340, 40).png().toBuffer()))).toBe(
    true,
  );
  expect((await findMedia(owner, id))?.width).toBe(330);
  const [second] = await owner
    .select({ id: media_files.id })
    .from(media_files)
    .where(sql`${media_files.media_id} = ${id} and ${media_files.id} <> ${fileId}`);
  await make(second!.id);
  expect((await findMedia(owner, id))?.width).toBe(340);
  expect((await fileOf(fileId)).file.replaced_at).not.toBeNull();
  await undoReplace(owner, id);
  expect((await findMedia(owner, id))?.width).toBe(330);
  expect((await fileOf(second!.id)).file.replaced_at).not.toBeNull();
});

test("a replacement that isn't an image is rejected, and the current file stays", async () => {
  const { id } = await addAndMake(await photograph(320, 40).png().toBuffer());
  const cut = (await photograph(900, 900).png().toBuffer()).subarray(0, 300);
  await addReplacement(owner, id, await stored(cut));
  const [second] = await owner
    .select()
    .from(media_files)
    .where(sql`${media_files.media_id} = ${id} and state = 'new'`);
  await make(second!.id);
  expect((await fileOf(second!.id)).file).toMatchObject({ state: "refused", variants: [] });
  expect(await findMedia(owner, id)).toMatchObject({ state: "ready", width: 320 });
  // The replacement was never shown, so there's nothing to undo.
  await expect(undoReplace(owner, id)).rejects.toThrow("no longer available");
});

test("an image that crashes its process is retried once, then rejected", async () => {
  const { file_id } = await addOnly(await photograph(400, 40).png().toBuffer());
  const work = async (): Promise<ImageOutcome> => ({ is: "crashed", detail: "SIGSEGV" });
  await expect(make(file_id, { work, attempt: 1 })).rejects.toThrow("was interrupted");
  expect((await fileOf(file_id)).file.state).toBe("new");
  await make(file_id, { work, attempt: 2 });
  const { file } = await fileOf(file_id);
  expect(file.state).toBe("refused");
  expect(file.reason).toContain("couldn't be processed");
});

test("an image isn't rejected because the disk was full", async () => {
  const { file_id } = await addOnly(await photograph(360, 40).png().toBuffer());
  const work: typeof processImageInChild = (task, ...rest) => {
    // Writing to this file fails, as on a full disk.
    fs.mkdirSync(path.join(task.folder, "360.webp"));
    return processImageInChild(task, ...rest);
  };
  await expect(make(file_id, { work })).rejects.toThrow("EISDIR");
  expect((await fileOf(file_id)).file.state).toBe("new");
  await make(file_id);
  expect((await fileOf(file_id)).file.state).toBe("ready");
});

test("an image in use keeps its variants if a later process crashes", async () => {
  const { fileId, names } = await addAndMake(await photograph(330, 50).png().toBuffer());
  await owner.update(media_files).set({ state: "new", inline_avif: null }).where(eq(media_files.id, fileId));
  await make(fileId, { work: async () => ({ is: "crashed", detail: "SIGKILL" }) });
  const after = await fileOf(fileId);
  expect(after.names).toEqual(names);
  expect(after.file).toMatchObject({ state: "ready", reason: "", inline_avif: "" });
});

test("64 stalled readers don't block a large image", async () => {
  const { id, file } = await addAndMake(await photograph(350, 30).jpeg().toBuffer());
  const variant = file.variants.find(({ key }) => key.endsWith(".webp"))!;
  // This is more than the operating system's buffers hold.
  const large = Buffer.alloc(24 * 1024 * 1024, 1);
  const served = path.join(uploadsFolder(dataDir), variant.key);
  fs.mkdirSync(path.dirname(served), { recursive: true });
  fs.writeFileSync(served, large);
  const config = { ...readConfig({ DATA_DIR: dataDir }), dataDir };
  const images = new ImageFiles({ db: owner, ownerDb: owner, config, log, headers: [] });
  const server = http.createServer(guarded(log, (req, res) => images.answer(req, res)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const url = `http://127.0.0.1:${port}${variantPath({ id, sha256: file.sha256 }, variant.key)}`;
    const [response] = await once(http.get(url, { agent: false }), "response");
    return response as http.IncomingMessage;
  };
  const readers: http.IncomingMessage[] = [];
  for (let i = 0; i < 64; i++) readers.push(await ask());
  const isCut = readers.map((reader) => once(reader, "error").then(() => true));
  const last = await ask();
  const bytes = (await last.toArray()).reduce((sum: number, part: Buffer) => sum + part.length, 0);
  expect([last.statusCode, bytes]).toEqual([200, large.length]);
  readers[0]!.resume();
  expect(await isCut[0]).toBe(true);
  expect(readers.slice(1).some((reader) => reader.destroyed)).toBe(false);
});
