// Runs one of this project's scripts on any machine that has Node.js 20 or newer and npm:
//   node bootstrap.mjs [--no-install] scripts/start.mjs
// Downloads Node.js 24 if the running Node is too old, and installs the dependencies if package-lock.json has
// changed, without the tools for tests if the script doesn't need them (neither with --no-install). Loads .env for the
// site's own scripts. Then runs the script in this process, or in a child process if this Node is too old. No
// dependencies, no build.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

/** These settings are for the site's own scripts, not for tests. Environment variables take precedence. */
const SETTINGS = ".env";
const OF_THE_SITE = /^(start|serve|dev|backup|restore|access|doctor)\.(mjs|ts|js)$/;
const LOCK_POLL_MS = 200;
const PARENT_POLL_MS = 200;
const NODE_LOCK = path.join("tools", "node", "install.lock");
/** Packages are installed in this folder before they replace `node_modules`. */
const ASIDE = ".install";
/**
 * npm's options for everything, even if NODE_ENV=production, and for the site alone. The latter's packages are each
 * other's dependencies, so ignoring peer dependencies only leaves out compilers and types such as TypeScript.
 */
const EXTENTS = { all: ["--include=dev"], site: ["--omit=dev", "--legacy-peer-deps"] };
/** A lock older than this is stale. */
const LOCK_MAX_AGE_MS = 15 * 60 * 1000;
/** A lock is briefly empty before the first write. If it's empty for longer, the process that created it has died. */
const LOCK_EMPTY_MS = 5_000;

const root = path.dirname(fileURLToPath(import.meta.url));
/** The same folder, possibly through a link that goes to another release later (decision 0054). */
const given = path.dirname(path.resolve(process.argv[1] ?? ""));
process.chdir(root);

const scriptArgs = process.argv.slice(2);
const mayInstall = scriptArgs[0] !== "--no-install";
if (!mayInstall) scriptArgs.shift();
const script = scriptArgs.shift() ?? fail("Usage: node bootstrap.mjs [--no-install] SCRIPT [ARGUMENT]...");

if (OF_THE_SITE.test(path.basename(script)) && scriptArgs[0] === "--version") {
  process.stdout.write(`${readJson("package.json").version}\n`);
  process.exit(0);
}

const settings = readSettings();
const isStart = path.basename(script) === "start.mjs";
/** Tools for tests and types. Servers only build and run the site. */
const needsTools =
  !OF_THE_SITE.test(path.basename(script)) && !/^(build|archive|release)\.ts$/.test(path.basename(script));

/** File descriptors of systemd's socket (sd_listen_fds(3)): `from` is in this process, `to` in the script's process. */
const HANDED_OVER = { from: 3, to: 4 };
const hasSocket = process.env.LISTEN_PID === String(process.pid) && Number(process.env.LISTEN_FDS) > 0;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let stopSignal;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
// After Ctrl-C, the child has already received the signal, and receiving it twice changes nothing.
for (const signal of SIGNALS) process.on(signal, stop);
if (process.env.npm_lifecycle_event) {
  // npm passes signals to a shell, and some shells end without passing them on. Then a new parent is the only sign.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_POLL_MS).unref();
}

const TOO_OLD = `The site runs on Node.js 24, and this is Node.js ${process.versions.node}. Install Node.js 24 from https://nodejs.org.`;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const { node, version, isThere } = findNode();
const stampFile = path.join("node_modules", ".installed");
if (mayInstall) await install();
else if (!isThere()) fail(TOO_OLD);
if (node === process.execPath) await becomeScript();
else process.exit(await runScript());

/** @returns {string | undefined} the file with settings for this script */
function readSettings() {
  if (!OF_THE_SITE.test(path.basename(script)) || !existsSync(SETTINGS)) return undefined;
  try {
    readFileSync(SETTINGS);
    return SETTINGS;
  } catch (error) {
    return fail(`.env can't be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  stopSignal = signal;
  for (const child of running) child.kill(signal);
}

/** @returns {{ node: string, version: string, isThere: () => boolean }} the program to run everything with */
function findNode() {
  // The dependencies run on Node.js 22.22 and later 22 releases, and on 24 and later.
  if (major >= 24 || (major === 22 && minor >= 22)) {
    return { node: process.execPath, version: process.versions.node, isThere: () => true };
  }
  const name = `node-${process.platform}-${process.arch}`;
  const wanted = readJson(path.join("tools", "node", "package.json")).optionalDependencies[name];
  if (!wanted) fail(TOO_OLD);
  const folder = path.join(root, "tools", "node", "node_modules", name);
  const program = path.join(folder, "bin", "node");
  const manifest = path.join(folder, "package.json");
  const isThere = () => existsSync(program) && existsSync(manifest) && readJson(manifest).version === wanted;
  return { node: program, version: wanted, isThere };
}

/** Installs what's missing. Exits if that fails. */
async function install() {
  // A program that another process is still unpacking isn't there yet.
  const lacksNode = !isThere() || existsSync(NODE_LOCK);
  if (!lacksNode && findsDependencies()) return;
  if (!lacksNode) refuseUnusableNode();
  const downloading = lacksNode ? downloadNode() : Promise.resolve();
  // npm leaves out optional packages that don't support the Node it runs on, and Rolldown doesn't support older ones.
  const canInstall = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  const installing = canInstall
    ? installDependencies(process.execPath)
    : downloading.then(() => installDependencies(node));
  // An installation that's underway isn't cut short by the other's failure.
  for (const ended of await Promise.allSettled([downloading, installing])) {
    if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
    if (ended.status === "fulfilled") continue;
    const { code, message } = ended.reason;
    fail(lacksNode && (code === "EROFS" || code === "EACCES") ? TOO_OLD : message);
  }
  if (lacksNode) refuseUnusableNode();
}

/** The Node in tools/node needs glibc, which this system may not have. */
function refuseUnusableNode() {
  if (node !== process.execPath && spawnSync(node, ["--version"]).status !== 0) fail(TOO_OLD);
}

async function downloadNode() {
  await whileAlone(NODE_LOCK, async (lock) => {
    if (isThere()) return;
    tell(
      `The site runs on Node.js 24: downloading it once to tools/node (you have Node.js ${process.versions.node})`,
    );
    await npm(process.execPath, ["ci", "--prefix", path.join("tools", "node")], lock, TOO_OLD);
  });
}

/** @returns {boolean} whether `node_modules` has what the script needs, judging by a stamp */
function findsDependencies() {
  // A release comes with everything.
  if (!existsSync("package-lock.json")) return true;
  const { hash, extent } = readStamp();
  return hash === hashLock() && (extent === "all" || !needsTools);
}

/** @returns {{ hash?: string, extent?: string }} */
function readStamp() {
  const [hash, extent] = existsSync(stampFile) ? readFileSync(stampFile, "utf8").split(" ") : [];
  return { hash, extent };
}

function hashLock() {
  return (
    createHash("sha256")
      .update(readFileSync("package-lock.json"))
      // Native modules work with any Node of the same major version.
      .update(`${process.platform} ${process.arch} ${version.split(".")[0]}`)
      .digest("hex")
  );
}

/** Updates `node_modules` if package-lock.json has changed. @param {string} program the Node that runs npm */
async function installDependencies(program) {
  if (findsDependencies()) return;
  await whileAlone("install.lock", async (lock) => {
    if (findsDependencies()) return;
    // Tools that are already there are updated, not removed.
    const hasTools = existsSync("node_modules") && readStamp().extent !== "site";
    const extent = needsTools || hasTools ? "all" : "site";
    tell(`Installing the dependencies${isStart ? ". Next: building the site, then the database" : ""}`);
    // Using a separate folder keeps a running site's packages in place, even if the installation fails.
    rmSync(ASIDE, { recursive: true, force: true });
    mkdirSync(path.join(ASIDE, "node_modules"), { recursive: true });
    for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
      if (existsSync(file)) copyFileSync(file, path.join(ASIDE, file));
    }
    const args = ["ci", ...EXTENTS[extent]];
    await npm(program, [...args, "--prefix", ASIDE], lock);
    mkdirSync(path.join(ASIDE, "node_modules"), { recursive: true });
    const stamp = `${hashLock()} ${extent}`;
    writeFileSync(path.join(ASIDE, stampFile), stamp);
    try {
      if (existsSync("node_modules")) renameSync("node_modules", path.join(ASIDE, "old"));
      renameSync(path.join(ASIDE, "node_modules"), "node_modules");
    } catch {
      // A mounted volume can't be moved. Remove its stamp, so that an interrupted installation doesn't look finished.
      rmSync(stampFile, { force: true });
      await npm(program, args, lock);
      writeFileSync(stampFile, stamp);
    }
    rmSync(ASIDE, { recursive: true, force: true });
  });
}

/**
 * Runs npm without install scripts.
 * @param {string} program @param {string[]} args @param {string} lock
 * @param {string} [failed] the error's message if npm fails, after npm has printed the reason
 */
async function npm(program, args, lock, failed = "The installation failed. See npm's output above.") {
  const flags = [...args, "--ignore-scripts", "--include=optional", "--engine-strict=false"];
  flags.push("--no-audit", "--no-fund", "--loglevel=error", "--progress=false");
  const cli = process.env.npm_execpath ?? "";
  const isNpm = path.basename(cli) === "npm-cli.js";
  const child = isNpm
    ? spawn(program, [cli, ...flags], { stdio: ["ignore", "ignore", 2], env: environment(program) })
    : spawn("npm", flags, { stdio: ["ignore", "ignore", 2], env: environment(program) });
  // If this process is killed, npm continues, and its process id keeps the lock valid.
  writeFileSync(lock, `${process.pid} ${child.pid ?? ""}`);
  const code = await ending(child);
  if (stopSignal || code !== 0) throw new Error(failed);
}

async function becomeScript() {
  if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
  for (const signal of SIGNALS) process.removeListener(signal, stop);
  if (settings) process.loadEnvFile(settings);
  process.argv = [node, path.resolve(given, script), ...scriptArgs];
  Object.assign(process.env, environment(node));
  // Node's experimental warnings don't concern the person who starts the site.
  const warn = /** @type {(...args: unknown[]) => void} */ (process.emitWarning);
  process.emitWarning = (/** @type {unknown[]} */ ...args) => {
    if (args[1] !== "ExperimentalWarning") warn.apply(process, args);
  };
  await import(pathToFileURL(path.resolve(script)).href);
}

/** @returns {Promise<number>} the script's exit code */
function runScript() {
  // When the "ipc" channel closes, the script knows that this process is gone.
  const flags = ["--disable-warning=ExperimentalWarning", ...(settings ? [`--env-file=${settings}`] : [])];
  const since = isStart ? [`--since=${Math.round(performance.timeOrigin)}`] : [];
  const child = spawn(node, [...flags, path.resolve(given, script), ...scriptArgs, ...since], {
    stdio: ["inherit", "inherit", "inherit", "ipc", ...(hasSocket ? [HANDED_OVER.from] : [])],
    env: { ...environment(node), ...(hasSocket && { PASSED_SOCKET: String(HANDED_OVER.to) }) },
  });
  child.once("error", () => fail(TOO_OLD));
  return ending(child);
}

/** Returns the environment with `program`'s folder first in PATH. @param {string} program */
function environment(program) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return {
    ...process.env,
    [name]: [path.dirname(program), process.env[name]].filter(Boolean).join(path.delimiter),
  };
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} */
function ending(child) {
  running.add(child);
  // A signal may have arrived before the child started.
  if (stopSignal) child.kill(stopSignal);
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs `work` in one process at a time. The lock contains process ids, so that a killed process's lock can be removed.
 * @param {string} file @param {(file: string) => Promise<void>} work
 */
async function whileAlone(file, work) {
  let isWaiting = false;
  while (!takeLock(file)) {
    if (stopSignal) throw new Error("Stopped");
    if (!isWaiting) tell("Waiting for another installation in this folder");
    isWaiting = true;
    await delay(LOCK_POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    await work(file);
  } finally {
    process.removeListener("exit", release);
    release();
  }
}

/** @param {string} file @returns {boolean} */
function takeLock(file) {
  try {
    writeFileSync(file, `${process.pid}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    if (isStale(file)) removeStale(file);
    return false;
  }
}

/** @param {string} file */
function removeStale(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // If another process has just taken the lock, put it back.
    if (!isStale(aside)) writeFileSync(file, readFileSync(aside), { flag: "wx" });
  } catch {
    // Another process was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {string} file */
function isStale(file) {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const pids = readFileSync(file, "utf8").split(" ").filter(Boolean);
    if (pids.length === 0) return ageMs > LOCK_EMPTY_MS;
    return ageMs > LOCK_MAX_AGE_MS || !pids.some(isInstalling);
  } catch {
    return false;
  }
}

/**
 * Returns whether a process is running and, if the system can tell, belongs to an installation.
 * @param {string} pid
 */
function isInstalling(pid) {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
  try {
    return /bootstrap|npm/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return true;
  }
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Prints a line for the person waiting. @param {string} text */
function tell(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {string} line @returns {never} */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
