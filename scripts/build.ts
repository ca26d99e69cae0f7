// The production build, made when the sources have changed and never in use half done.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = path.resolve(import.meta.dirname, "..");
const BUILD = path.join(root, "build");
const STAMP = "sources.sha256";
/** On the same disk as `build/`, and like it no source. */
const ASIDE = path.join(root, ".react-router");

/** Everything that the build is made of. */
const SOURCES = [
  ...["app", "server", "public", "db", "vite.config.ts", "react-router.config.ts", "tsconfig.json"],
  ...["package.json", "package-lock.json", "scripts/build.ts"],
];
const COMPRESSED = /\.(js|css|svg|html|txt|json|xml|webmanifest)$/;
/** Below this an answer is one packet either way. */
const COMPRESSED_BYTES = 1024;
/** Pages and tabs that were opened before a new build still ask for the files of the old one. */
const KEEP_OLD_ASSETS_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes `build/` if it is not the build of the present sources.
 * @param signal gives up when aborted
 * @throws when given up, or when the sources cannot be built; what is wrong with them has been printed
 */
export async function ensureBuild(signal?: AbortSignal) {
  const stamp = hashSources();
  const stampFile = path.join(BUILD, STAMP);
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === stamp) return;

  const startedAt = performance.now();
  process.stderr.write("Building the site\n");
  removeUnfinished();
  const aside = path.join(ASIDE, `build-${process.pid}`);
  try {
    await runBuild(aside, signal);
    await compress(path.join(aside, "client"));
    keepOldAssets(path.join(aside, "client", "assets"));
    fs.writeFileSync(path.join(aside, STAMP), stamp);
    swap(aside);
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
  process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const start = path.join(root, source);
    if (!fs.existsSync(start)) continue;
    const files = fs.statSync(start).isDirectory()
      ? fs.readdirSync(start, { recursive: true, encoding: "utf8" }).map((name) => path.join(start, name))
      : [start];
    for (const file of files.sort()) {
      if (/\.test\.tsx?$/.test(file) || !fs.statSync(file).isFile()) continue;
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(fs.readFileSync(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

/** What builds that were killed have left. */
function removeUnfinished() {
  if (!fs.existsSync(ASIDE)) return;
  for (const name of fs.readdirSync(ASIDE)) {
    const pid = Number(/^build-(\d+)/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) fs.rmSync(path.join(ASIDE, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function runBuild(directory: string, signal: AbortSignal | undefined) {
  const tool = path.join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  const child = spawn(process.execPath, [tool, "build", "--logLevel", "warn"], {
    cwd: root,
    signal,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: path.relative(root, directory) },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The site could not be built.");
}

/** Once here instead of at every request: the static files with the best compression there is. */
async function compress(directory: string) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const file = path.join(directory, name);
    if (!COMPRESSED.test(name) || fs.statSync(file).size < COMPRESSED_BYTES) continue;
    const content = fs.readFileSync(file);
    fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, best));
    fs.writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

/** Their names hold a hash of their content, so old and new ones do not meet. */
function keepOldAssets(assets: string) {
  const old = path.join(BUILD, "client", "assets");
  if (!fs.existsSync(old)) return;
  for (const name of fs.readdirSync(old)) {
    const from = path.join(old, name);
    const to = path.join(assets, name);
    if (fs.existsSync(to) || Date.now() - fs.statSync(from).mtimeMs > KEEP_OLD_ASSETS_MS) continue;
    fs.cpSync(from, to, { preserveTimestamps: true });
  }
}

function swap(directory: string) {
  const old = `${directory}-old`;
  if (fs.existsSync(BUILD)) fs.renameSync(BUILD, old);
  fs.renameSync(directory, BUILD);
  fs.rmSync(old, { recursive: true, force: true });
}
