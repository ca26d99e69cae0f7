// Uses a separate project with a minimal build tool.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { lockDataDir } from "../../server/postgres/data-lock.ts";
import { folderOfTest } from "../support/test-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");
const TOOL = `
const fs = require("node:fs");
const out = process.env.BUILD_DIRECTORY;
const source = fs.readFileSync("public/source.txt", "utf8");
if (source === "wrong") { console.error("wrong source"); process.exit(1); }
fs.mkdirSync(out + "/client/assets", { recursive: true });
fs.mkdirSync(out + "/server");
fs.writeFileSync(out + "/client/assets/" + source + ".js", source);
fs.writeFileSync(out + "/server/site.js", "console.log(" + JSON.stringify(source) + ")");`;

let project = "";

beforeEach(() => {
  project = folderOfTest();
  for (const folder of ["scripts", "public", "db/migrations"])
    fs.mkdirSync(path.join(project, folder), { recursive: true });
  for (const script of ["build.ts", "builds.mjs", "start.mjs", "serve.mjs"])
    fs.copyFileSync(path.join(root, "scripts", script), path.join(project, "scripts", script));
  for (const folder of ["app", "server"]) fs.symlinkSync(path.join(root, folder), path.join(project, folder));
  const tool = path.join(project, "node_modules/@react-router/dev/bin.cjs");
  fs.mkdirSync(path.dirname(tool), { recursive: true });
  fs.writeFileSync(tool, TOOL);
});

const write = (source: string) => fs.writeFileSync(path.join(project, "public/source.txt"), source);

function run(script: string, env: Record<string, string> = {}, ...args: string[]) {
  const command = [path.join(project, "scripts", script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: project,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr, isBuilt: stderr.includes("Built in") };
}

function build(source: string) {
  write(source);
  return run("build.ts");
}

const folders = () => fs.readdirSync(path.join(project, "build")).filter((name) => name !== "current");
const current = () =>
  path.join(project, "build", fs.readFileSync(path.join(project, "build/current"), "utf8"));

test("changing a source file causes a rebuild, and touching it doesn't", () => {
  expect(build("a")).toMatchObject({ status: 0, isBuilt: true });
  expect(run("build.ts").isBuilt).toBe(false);
  const later = new Date(Date.now() + 60_000);
  fs.utimesSync(path.join(project, "public/source.txt"), later, later);
  expect(run("build.ts").isBuilt).toBe(false);
  expect(build("b").isBuilt).toBe(true);
  expect(run("serve.mjs").stdout).toBe("b\n");
});

test("sources that were built before aren't built again", () => {
  build("a");
  build("b");
  expect(build("a").isBuilt).toBe(false);
  expect(run("serve.mjs").stdout).toBe("a\n");
});

test("a page from the previous build can still load its files", () => {
  build("a");
  const before = current();
  build("b");
  expect(fs.readdirSync(path.join(current(), "client/assets")).sort()).toEqual(["a.js", "b.js"]);
  expect(fs.readdirSync(path.join(before, "client/assets"))).toEqual(["a.js"]);
});

test("of several simultaneous builds, only one runs", async () => {
  build("a");
  for (let i = 0; i < 500; i++) fs.writeFileSync(path.join(current(), `client/assets/old-${i}.js`), "old");
  write("b");
  const several = Array.from({ length: 4 }, async () => {
    const child = spawn(process.execPath, [path.join(project, "scripts/build.ts")], { cwd: project });
    const stderr = text(child.stderr);
    const [status] = await once(child, "close");
    return { status, stderr: await stderr };
  });
  const ended = await Promise.all(several);
  expect(ended.filter(({ status }) => status !== 0)).toEqual([]);
  expect(ended.filter(({ stderr }) => stderr.includes("Built in"))).toHaveLength(1);
  expect(fs.readdirSync(path.join(current(), "client/assets"))).toHaveLength(502);
});

test("the last three builds are kept, and so are those in use", () => {
  build("used");
  const used = current();
  fs.writeFileSync(path.join(used, `used-by-${process.pid}`), "");
  build("left");
  const left = current();
  // Higher than any real process ID.
  fs.writeFileSync(path.join(left, "used-by-2147483646"), "");
  for (const source of ["c", "d", "e", "f"]) build(source);
  expect(folders()).toHaveLength(4);
  expect(fs.existsSync(used)).toBe(true);
  expect(fs.existsSync(left)).toBe(false);
});

test("a failed build leaves the previous one in place", () => {
  build("a");
  const { status, stderr } = build("wrong");
  expect(status).toBe(1);
  expect(stderr).toMatch(/wrong source\nThe build failed\.\n$/);
  expect(run("serve.mjs").stdout).toBe("a\n");
  expect(folders()).toHaveLength(1);
});

test("npm run serve never builds", () => {
  write("a");
  const { status, stdout, stderr } = run("serve.mjs");
  expect(stderr).toBe(
    "There is no build to serve. Run npm run build first, or npm start, which does everything.\n",
  );
  expect(stdout).toBe("");
  expect(status).toBe(1);
  expect(fs.existsSync(path.join(project, "build"))).toBe(false);
});

test("npm start builds changed sources unless the site is running, and says since when and what comes next", () => {
  write("a");
  const dataDir = path.join(project, "data");
  fs.mkdirSync(dataDir);
  const unlock = lockDataDir(dataDir);
  const refused = run("start.mjs", { DATA_DIR: dataDir });
  unlock();
  expect(refused).toMatchObject({ status: 1, stdout: "", isBuilt: false });
  expect(refused.stderr).toBe(`DATA_DIR=${dataDir}: already running, process ${process.pid}.\n`);

  const since = `--since=${Date.now() - 90_000}`;
  const first = run("start.mjs", { DATA_DIR: dataDir }, since);
  expect(first).toMatchObject({ status: 0, stdout: "a\n", isBuilt: true });
  expect(first.stderr).toMatch(/^Building the site \(\d{2,} s\)\. Next: the database\nBuilt in /);
  expect(run("start.mjs", { DATA_DIR: dataDir })).toMatchObject({ stdout: "a\n", isBuilt: false });
});
