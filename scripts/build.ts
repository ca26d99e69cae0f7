// `npm run build`: builds the sources if they've changed. A half-finished build is never used.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isAlive } from "../server/postgres/leftover.ts";
import { completePostgres } from "../server/postgres/program.ts";
import { showProgress } from "../server/start-progress.ts";
import {
  BUILDS,
  CURRENT,
  currentBuild,
  findSources,
  isBuiltFrom,
  listSources,
  SOURCES_FILE,
  USED_BY,
} from "./builds.mjs";

const root = path.resolve(import.meta.dirname, "..");
/** An unfinished build's folder is named this plus a process id. */
const UNFINISHED = "unfinished-";
/** This many builds are kept even if no process runs them. */
const KEPT_BUILDS = 3;
const LOCK = path.join(BUILDS, "building");
const LOCK_POLL_MS = 200;
/** A lock older than this belongs to a killed process whose id was reused. */
const LOCK_MAX_MS = 10 * 60_000;

const COMPRESSED = /\.(js|css|svg|html|txt|json|xml|webmanifest)$/;
/** Smaller responses fit into one packet anyway. */
const COMPRESSED_BYTES = 1024;
/** Pages opened before a new build still need the old build's files. */
const KEEP_OLD_ASSETS_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Builds the current sources if necessary, and makes the result the current build. A running site keeps its own build.
 * @param signal aborts the build
 * @param next what follows the build, for the person waiting
 * @returns the build's folder
 * @throws if aborted, or if the build fails, after printing the errors
 */
export async function ensureBuild(signal?: AbortSignal, next?: string): Promise<string> {
  const sources = listSources();
  const current = currentBuild();
  if (current && isBuiltFrom(current, sources)) return current;

  const build = path.join(BUILDS, hashSources());
  if (build !== current || !fs.existsSync(build)) {
    fs.mkdirSync(BUILDS, { recursive: true });
    // One build at a time, because concurrent builds take longer.
    while (!takeLock()) await delay(LOCK_POLL_MS, undefined, { signal });
    try {
      if (!fs.existsSync(build)) await makeBuild(build, signal, next);
      makeCurrent(build);
    } finally {
      fs.rmSync(LOCK, { force: true });
    }
  }
  try {
    fs.writeFileSync(path.join(build, SOURCES_FILE), sources);
  } catch {
    // In a read-only checkout, the next start reads the sources again.
  }
  return build;
}

function makeCurrent(build: string) {
  const current = currentBuild();
  if (build === current) return;
  if (current) keepOldAssets(current, build);
  fs.writeFileSync(`${CURRENT}.${process.pid}`, path.basename(build));
  fs.renameSync(`${CURRENT}.${process.pid}`, CURRENT);
  removeOldBuilds();
}

/**
 * Builds the current sources, whether or not they've changed.
 * @param build the new folder
 * @param signal aborts the build
 * @param next what follows the build, for the person waiting
 */
export async function makeBuild(build: string, signal?: AbortSignal, next?: string) {
  const startedAt = performance.now();
  const unfinished = path.join(BUILDS, `${UNFINISHED}${process.pid}`);
  try {
    showProgress("Building the site", next);
    removeUnfinished();
    await runBuildTool(unfinished, signal);
    await compress(path.join(unfinished, "client"));
    fs.cpSync(path.join(root, "db", "migrations"), path.join(unfinished, "db", "migrations"), {
      recursive: true,
    });
    fs.renameSync(unfinished, build);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Returns the name of a build of the current sources. */
export function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of findSources()) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Takes the build lock. Returns whether that worked. The lock contains a process id, so that a killed process's lock
 * can be removed.
 */
function takeLock(): boolean {
  try {
    fs.writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    try {
      const isOld = Date.now() - fs.statSync(LOCK).mtimeMs > LOCK_MAX_MS;
      if (isOld || !isAlive(Number(fs.readFileSync(LOCK, "utf8")))) fs.rmSync(LOCK, { force: true });
    } catch {
      // The lock was just released.
    }
    return false;
  }
}

function removeUnfinished() {
  for (const name of fs.readdirSync(BUILDS)) {
    if (name.startsWith(UNFINISHED) && !isAlive(Number(name.slice(UNFINISHED.length))))
      fs.rmSync(path.join(BUILDS, name), { recursive: true, force: true });
  }
}

function removeOldBuilds() {
  const builds = fs
    .readdirSync(BUILDS, { withFileTypes: true })
    .filter((entry) => /^[0-9a-f]{16}$/.test(entry.name))
    .map((entry) => path.join(BUILDS, entry.name))
    .map((folder) => ({ folder, usedAt: fs.statSync(folder).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { folder } of builds.slice(KEPT_BUILDS)) {
    const users = fs.readdirSync(folder).filter((name) => name.startsWith(USED_BY));
    if (users.some((name) => isAlive(Number(name.slice(USED_BY.length))))) continue;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function runBuildTool(directory: string, signal: AbortSignal | undefined) {
  const tool = path.join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  const child = spawn(process.execPath, [tool, "build", "--logLevel", "warn"], {
    cwd: root,
    signal,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: path.relative(root, directory) },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The build failed.");
}

/** Compresses text files as far as possible, once instead of on every request. */
async function compress(directory: string) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const files = fs
    .readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(directory, name))
    .filter((file) => COMPRESSED.test(file) && fs.statSync(file).size >= COMPRESSED_BYTES);
  await Promise.all(
    files.map(async (file) => {
      const content = fs.readFileSync(file);
      fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, best));
      fs.writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** File names contain a content hash, so old and new assets don't clash. */
function keepOldAssets(old: string, build: string) {
  const assets = path.join("client", "assets");
  for (const name of fs.readdirSync(path.join(old, assets))) {
    const from = path.join(old, assets, name);
    const to = path.join(build, assets, name);
    if (fs.existsSync(to) || Date.now() - fs.statSync(from).mtimeMs > KEEP_OLD_ASSETS_MS) continue;
    fs.cpSync(from, to, { preserveTimestamps: true });
  }
}

if (fs.realpathSync(process.argv[1] ?? ".") === import.meta.filename) {
  const stop = new AbortController();
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.once(event, () => stop.abort());
  try {
    // Lets the site start later in a read-only folder.
    completePostgres();
    process.stdout.write(
      `${path.relative(root, await ensureBuild(stop.signal))} is what npm run serve will run.\n`,
    );
    process.exit(0);
  } catch (error) {
    if (!stop.signal.aborted) process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
