import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { StaticFiles } from "./static-files.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-files-"));
const write = (name: string, content: string | Buffer) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), content);
};
write("assets/site-1.css", "body { color: red }");
write("assets/site-1.css.br", brotliCompressSync("body { color: red }"));
write("lonely.br", "no compressed file: there is none beside it");
write(".vite/manifest.json", "{}");
write(".well-known/security.txt", "Contact: mailto:ada@example.com");
write("what.is-this", "?");

const files = new StaticFiles(folder, ["X-Own", "yes"]);
fs.rmSync(folder, { recursive: true });

const server = createServer((req, res) => {
  if (!files.answer(req, res)) res.writeHead(404).end();
}).listen(0, "127.0.0.1");
afterAll(() => server.close());
const get = (address: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, {
    headers: { "Accept-Encoding": "br" },
  });

test("files deleted from disk are still served as they were at startup", async () => {
  const answer = await get("/assets/site-1.css");
  expect(await answer.text()).toBe("body { color: red }");
  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(answer.headers.get("X-Own")).toBe("yes");
  expect(files.text("/assets/site-1.css")).toBe("body { color: red }");
});

test("hidden files have no URLs, except .well-known ones", async () => {
  expect((await get("/.vite/manifest.json")).status).toBe(404);
  expect((await get("/.well-known/security.txt")).status).toBe(200);
});

test("a compressed file without an original is served like any other file", async () => {
  expect((await get("/assets/site-1.css.br")).status).toBe(404);
  const answer = await get("/lonely.br");
  expect([answer.status, answer.headers.get("Content-Encoding")]).toEqual([200, null]);
});

test("a file of unknown type is served as bytes", async () => {
  expect((await get("/what.is-this")).headers.get("Content-Type")).toBe("application/octet-stream");
});
