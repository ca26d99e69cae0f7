// `PUT media/upload`, before any processing.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();
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
