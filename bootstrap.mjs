// Runs a script of this project on any machine that has Node.js 20 or newer and npm:
//   node bootstrap.mjs [--no-install] scripts/start.mjs
// Downloads Node.js 24 once if the running one is older, and installs the dependencies when the lock file has changed;
// with --no-install it uses what is there. The site's own scripts get the settings in .env, if there is one. Then it
// becomes the script. If the script needs another Node, it runs as a child process, which receives all signals and
// determines the exit code. No dependencies, no build.
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

/** The site's settings: for scripts that run or save it, not for tests. Environment variables take precedence. */
const SETTINGS = ".env";
const OF_THE_SITE = /^(start|serve|dev|backup|restore)\.(mjs|ts)$/;
const LOCK_POLL_MS = 200;
const PARENT_POLL_MS = 200;
/** Where an installation is prepared. */
const ASIDE = ".install";
/** An installation that takes longer is considered dead. */
const LOCK_MAX_AGE_MS = 15 * 60 * 1000;
/** Creating and writing the lock takes two steps, so it's briefly empty. If it's empty for longer, its process died. */
const LOCK_EMPTY_MS = 5_000;

const root = path.dirname(fileURLToPath(import.meta.url));
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

/** A socket that systemd listens on for this process (sd_listen_fds(3)), and its number in a script's own process. */
const HANDED_OVER = { from: 3, to: 4 };
const hasSocket = process.env.LISTEN_PID === String(process.pid) && Number(process.env.LISTEN_FDS) > 0;

/** @type {import("node:child_process").ChildProcess | undefined} */
let running;
/** @type {NodeJS.Signals | undefined} */
let stopSignal;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
// Ctrl-C has already reached the child; a second signal changes nothing there.
for (const signal of SIGNALS) process.on(signal, stop);
if (process.env.npm_lifecycle_event) {
  // npm passes signals on to a shell, and some shells end without passing them on: a new parent is then the only sign.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_POLL_MS).unref();
}

const TOO_OLD = `The site runs on Node.js 24, and this is Node.js ${process.versions.node}. Install Node.js 24 from https://nodejs.org.`;
const { node, version } = await findNode();
if (mayInstall) await installDependencies();
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
  running?.kill(signal);
}

/** @returns {Promise<{ node: string, version: string }>} the program to run everything with */
async function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  // What the dependencies require: 22 from 22.22 on, or 24 and newer.
  if (major >= 24 || (major === 22 && minor >= 22)) {
    return { node: process.execPath, version: process.versions.node };
  }

  const name = `node-${process.platform}-${process.arch}`;
  const wanted = JSON.parse(readFileSync("tools/node/package.json", "utf8")).optionalDependencies[name];
  if (!wanted) fail(TOO_OLD);
  const folder = path.join(root, "tools", "node", "node_modules", name);
  const program = path.join(folder, "bin", "node");
  const isThere = () => existsSync(program) && readJson(path.join(folder, "package.json")).version === wanted;
  if (!isThere()) {
    if (!mayInstall) fail(TOO_OLD);
    await whileAlone(path.join("tools", "node", "install.lock"), async (lock) => {
      if (isThere()) return;
      tell(
        `The site runs on Node.js 24: downloading it once to tools/node (you have Node.js ${process.versions.node})`,
      );
      await npm(process.execPath, ["ci", "--prefix", path.join("tools", "node")], lock, TOO_OLD);
    });
  }
  return { node: program, version: wanted };
}

/** Brings `node_modules` up to date with the lock file; a stamp in it records what it was made from. */
async function installDependencies() {
  const stampFile = path.join("node_modules", ".installed");
  const stamp = createHash("sha256")
    .update(readFileSync("package-lock.json"))
    // Compiled parts run with any Node of the same major version.
    .update(`${process.platform} ${process.arch} ${version.split(".")[0]}`)
    .digest("hex");
  const isUpToDate = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (isUpToDate()) return;
  // The Node in tools/node needs glibc, which this system may not have.
  if (spawnSync(node, ["--version"]).status !== 0) fail(TOO_OLD);
  await whileAlone("install.lock", async (lock) => {
    if (isUpToDate()) return;
    tell("Installing the dependencies");
    // Installs into a separate folder, so that a running site can still load all of its packages, even if this fails.
    rmSync(ASIDE, { recursive: true, force: true });
    mkdirSync(path.join(ASIDE, "node_modules"), { recursive: true });
    for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
      if (existsSync(file)) copyFileSync(file, path.join(ASIDE, file));
    }
    await npm(node, ["ci", "--prefix", ASIDE], lock);
    mkdirSync(path.join(ASIDE, "node_modules"), { recursive: true });
    writeFileSync(path.join(ASIDE, stampFile), stamp);
    await moveIntoPlace(lock, stampFile, stamp);
    rmSync(ASIDE, { recursive: true, force: true });
  });
}

/** @param {string} lock @param {string} stampFile @param {string} stamp */
async function moveIntoPlace(lock, stampFile, stamp) {
  try {
    if (existsSync("node_modules")) renameSync("node_modules", path.join(ASIDE, "old"));
  } catch {
    // A separate volume can't be moved. Half an installation in it must not pass for the old one.
    rmSync(stampFile, { force: true });
    await npm(node, ["ci"], lock);
    writeFileSync(stampFile, stamp);
    return;
  }
  renameSync(path.join(ASIDE, "node_modules"), "node_modules");
}

/**
 * Runs npm under the given Node. Install scripts are of no use here, and NODE_ENV=production must not leave out the
 * tools that the build needs.
 * @param {string} program @param {string[]} args @param {string} lock
 * @param {string} [failed] what to do if it fails; npm has printed why
 */
async function npm(program, args, lock, failed = "The installation failed. See npm's output above.") {
  const flags = [...args, "--ignore-scripts", "--include=dev", "--include=optional"];
  flags.push("--no-audit", "--no-fund", "--loglevel=error");
  const cli = process.env.npm_execpath ?? "";
  const isNpm = path.basename(cli) === "npm-cli.js";
  const child = isNpm
    ? spawn(program, [cli, ...flags], { stdio: ["ignore", 2, 2], env: environment(program) })
    : spawn("npm", flags, { stdio: ["ignore", 2, 2], env: environment(program) });
  // If this process is killed, npm continues alone: the lock stays until it has ended too.
  writeFileSync(lock, `${process.pid} ${child.pid ?? ""}`);
  const code = await ending(child);
  if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
  if (code !== 0) fail(failed);
}

/** Continues as the script, in this process. */
async function becomeScript() {
  if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
  for (const signal of SIGNALS) process.removeListener(signal, stop);
  if (settings) process.loadEnvFile(settings);
  const file = path.resolve(script);
  process.argv = [node, file, ...scriptArgs];
  Object.assign(process.env, environment(node));
  // Hides Node's experimental warnings, which don't concern the person who starts the site.
  const warn = /** @type {(...args: unknown[]) => void} */ (process.emitWarning);
  process.emitWarning = (/** @type {unknown[]} */ ...args) => {
    if (args[1] !== "ExperimentalWarning") warn.apply(process, args);
  };
  await import(pathToFileURL(file).href);
}

/** @returns {Promise<number>} the script's exit code */
function runScript() {
  // The fourth entry is a channel: its end tells the script that this process is gone, however it ended.
  const flags = ["--disable-warning=ExperimentalWarning", ...(settings ? [`--env-file=${settings}`] : [])];
  const child = spawn(node, [...flags, script, ...scriptArgs], {
    stdio: ["inherit", "inherit", "inherit", "ipc", ...(hasSocket ? [HANDED_OVER.from] : [])],
    env: { ...environment(node), ...(hasSocket && { PASSED_SOCKET: String(HANDED_OVER.to) }) },
  });
  child.once("error", () => fail(TOO_OLD));
  return ending(child);
}

/** Returns the environment, with `node` being the chosen one. @param {string} program */
function environment(program) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return {
    ...process.env,
    [name]: [path.dirname(program), process.env[name]].filter(Boolean).join(path.delimiter),
  };
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} */
function ending(child) {
  running = child;
  // A signal may have arrived before there was a child.
  if (stopSignal) child.kill(stopSignal);
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("exit", (code, signal) => {
      running = undefined;
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Lets one process in this folder at a time do the work; the others wait. The lock file names its processes, so that a
 * killed process's lock holds up no other.
 * @param {string} file @param {(file: string) => Promise<void>} work
 */
async function whileAlone(file, work) {
  let isWaiting = false;
  while (!takeLock(file)) {
    if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
    if (!isWaiting) tell("Waiting for another installation in this folder");
    isWaiting = true;
    await delay(LOCK_POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  await work(file);
  process.removeListener("exit", release);
  release();
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
    // Another process may have taken the lock between the check and the move: then it's put back.
    if (!isStale(aside)) writeFileSync(file, readFileSync(aside), { flag: "wx" });
  } catch {
    // Another process was faster; the next try will find out.
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
 * Returns whether the process is running and ours; if the system can tell, also whether its id wasn't reused. @param
 * {string} pid
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

/** Prints what is being done, for the person waiting. @param {string} text */
function tell(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {string} line @returns {never} */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
