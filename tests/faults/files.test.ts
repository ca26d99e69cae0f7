import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { PATIENCE } from "../support/patience.ts";
import { processesOf } from "../support/site.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite();
const CLIENT = path.join(await ensureBuild(), "client");
const port = Number(new URL(site.url).port);

const files = fs
  .readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({ address: `/${path.relative(CLIENT, file)}`, size: fs.statSync(file).size }))
  .sort((a, b) => a.size - b.size);

/** Returns files at even intervals from the list, which is sorted by size. */
const some = (count: number) =>
  Array.from({ length: count }, (_, i) => files[Math.round((i * (files.length - 1)) / (count - 1))]!);

const RANGES = [
  ...["bytes=5-2", "bytes=0-18446744073709551615", "bytes=-0", "bytes=-1", "bytes=0-", "bytes=-", "bytes="],
  ...[
    "bytes=99999999-",
    "bytes=9007199254740993-9007199254740993",
    "bytes=0-0,2-3",
    "bytes=a-b",
    "bytes=--1",
  ],
  ...["bytes=0-1;x", "lines=0-1", "bytes 0-1", `bytes=${"0-1,".repeat(2_000)}`, "\xff"],
];

/** Returns the response's head and the number of bytes after it. */
function ask(head: string): Promise<{ head: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const parts: Buffer[] = [];
    socket.on("error", reject);
    socket.on("data", (part) => parts.push(part));
    socket.on("close", () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf("\r\n\r\n") + 4;
      resolve({ head: all.toString("latin1", 0, end), bytes: all.length - end });
    });
    socket.write(Buffer.from(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"));
  });
}

test("every request gets the whole file, whatever its Range header, and the site keeps running", async () => {
  expect(RANGES).toHaveLength(17);
  for (const { address, size } of some(17)) {
    for (const range of RANGES) {
      for (const method of ["GET", "HEAD"]) {
        const { head, bytes } = await ask(`${method} ${address} HTTP/1.1\r\nRange: ${range}`);
        expect(head, `${address} ${range}`).toMatch(/^HTTP\/1\.1 200 /);
        expect(bytes).toBe(method === "GET" ? size : 0);
      }
    }
  }
  expect(site.stderr()).not.toContain('"level":60');
});

const serving = () => processesOf(site, "serving");
const descriptors = () => serving().reduce((sum, pid) => sum + fs.readdirSync(`/proc/${pid}/fd`).length, 0);

test.skipIf(!fs.existsSync("/proc/self/fd"))(
  "300 aborted downloads leave no file descriptors open",
  async () => {
    const { address } = files.at(-1)!;
    await ask(`GET ${address} HTTP/1.1`);
    const processes = serving();
    const before = descriptors();
    for (let i = 0; i < 300; i++) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", reject);
        socket.once("data", () => socket.resetAndDestroy());
        socket.on("close", () => resolve());
        socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      });
    }
    await vi.waitUntil(() => descriptors() <= before + 20, PATIENCE);
    expect(serving()).toEqual(processes);
  },
);
