import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openStore, tmpFolder } from "../../app/features/media/store.server.ts";
import { maintainImages, sweepUnfinished } from "../../app/features/media/upkeep.server.ts";
import { openPools } from "../support/database.ts";
import { howMany } from "../support/faults.ts";
import { PANEL } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { processesOf } from "../support/site.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();
const { owner } = openPools(site.database);
const uploads = path.join(site.dataDir, "uploads");
const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#336699" } })
  .jpeg()
  .toBuffer();

/**
 * Uploads a small image padded to 3 MB.
 * @returns the ID, or undefined if the server went away
 */
async function send(): Promise<string | undefined> {
  const body = Buffer.concat([jpeg, randomBytes(3 * 1024 * 1024)]);
  const address = `${site.url}${PANEL}/media/upload?name=a.jpg`;
  try {
    const response = await fetch(address, { method: "PUT", body, headers: site.session });
    return ((await response.json()) as { image?: { id: string } }).image?.id;
  } catch {
    return undefined;
  }
}

const rows = () =>
  site.query<{ media_id: string; sha256: string; state: string; variants: { key: string }[] }>(
    "select media_id, sha256, state, variants from media_files",
  );
const filesIn = (folder: string): string[] =>
  fs.existsSync(path.join(uploads, folder))
    ? fs
        .readdirSync(path.join(uploads, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
    : [];
const isServing = async () => (await fetch(`${site.url}/livez`).catch(() => null))?.ok ?? false;

test("after any crash, every row has its file and every file its row", async () => {
  const confirmed: string[] = [];
  for (let round = 0; round < howMany(2, 4); round++) {
    const sent = Array.from({ length: 5 }, send);
    await expect.poll(() => filesIn("tmp").length, PATIENCE).toBeGreaterThan(round);
    for (const role of ["serving", "jobs"] as const)
      for (const pid of processesOf(site, role)) process.kill(pid, "SIGKILL");
    confirmed.push(...(await Promise.all(sent)).filter((id) => id !== undefined));
    await expect.poll(isServing, PATIENCE).toBe(true);
  }
  const last = await send();
  expect(last).toBeDefined();
  confirmed.push(last!);
  // The next worker takes over the killed one's jobs. The queue alone would wait for hours.
  await expect
    .poll(async () => (await rows()).map(({ state }) => state).every((one) => one === "ready"), PATIENCE)
    .toBe(true);

  const found = await rows();
  expect(found.map(({ media_id }) => media_id)).toEqual(expect.arrayContaining(confirmed));
  for (const { sha256, variants } of found) {
    const original = fs.readFileSync(path.join(uploads, "originals", sha256.slice(0, 2), sha256));
    expect(createHash("sha256").update(original).digest("hex")).toBe(sha256);
    for (const { key } of variants) expect(fs.existsSync(path.join(uploads, key))).toBe(true);
  }

  // Simulates that two days have passed.
  const then = new Date(Date.now() - 2 * 86_400_000);
  for (const folder of ["tmp", "originals", "variants"])
    for (const file of filesIn(folder)) fs.utimesSync(file, then, then);
  for (const entry of fs.readdirSync(path.join(uploads, "tmp")))
    fs.utimesSync(path.join(uploads, "tmp", entry), then, then);
  await sweepUnfinished(tmpFolder(site.dataDir));
  expect(await maintainImages(owner, openStore({ dataDir: site.dataDir }), log)).toMatchObject({
    remade: 0,
    lost: 0,
  });
  expect(fs.readdirSync(path.join(uploads, "tmp"))).toEqual([]);
  const names = filesIn("originals").map((file) => path.basename(file));
  expect(names.sort()).toEqual([...new Set(found.map(({ sha256 }) => sha256))].sort());
});
