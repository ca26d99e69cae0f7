// Plain JavaScript, because every start reads this file, and compiling TypeScript costs 35 ms and 18 MB.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "..");
export const BUILDS = path.join(root, "build");
/** This file names the build to start. */
export const CURRENT = path.join(BUILDS, "current");
/** A build's sources, in the format of `listSources`. */
export const SOURCES_FILE = "sources.txt";
/** A file named this plus a process id marks a build as in use. */
export const USED_BY = "used-by-";

const SOURCES = [
  ...["app", "server", "public", "db", "vite.config.ts", "react-router.config.ts", "tsconfig.json"],
  ...["package.json", "package-lock.json", "scripts/build.ts"],
];

/** Returns the current build. @returns {string | undefined} its folder */
export function currentBuild() {
  if (!existsSync(CURRENT)) return undefined;
  const build = path.join(BUILDS, readFileSync(CURRENT, "utf8"));
  return existsSync(build) ? build : undefined;
}

/** Lists all source files. @returns {string[]} paths from the project's root, in a fixed order */
export function findSources() {
  return SOURCES.flatMap((source) => {
    const start = path.join(root, source);
    if (!existsSync(start)) return [];
    if (!statSync(start).isDirectory()) return [source];
    return readdirSync(start, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .sort();
  });
}

/** Returns one line per source file, with its size and modification time. @returns {string} */
export function listSources() {
  const lines = findSources().map((file) => {
    const { size, mtimeMs } = statSync(path.join(root, file));
    return `${size} ${mtimeMs} ${file}\n`;
  });
  return lines.join("");
}

/**
 * Returns whether a build was made from these sources, judging by sizes and times.
 * @param {string} build its folder
 * @param {string} sources in the format of `listSources`
 */
export function isBuiltFrom(build, sources) {
  const file = path.join(build, SOURCES_FILE);
  return existsSync(file) && readFileSync(file, "utf8") === sources;
}

/**
 * Runs the site in this process, and marks the build as in use.
 * @param {string} build its folder
 */
export async function runBuild(build) {
  const program = path.join(build, "server", "site.js");
  const mark = path.join(build, USED_BY + process.pid);
  try {
    writeFileSync(mark, "");
    process.once("exit", () => rmSync(mark, { force: true }));
  } catch {
    // A user who can't write here can't delete builds either.
  }
  try {
    homedir();
  } catch {
    // A user ID without a name has no home directory, which some libraries need.
    process.env.HOME = tmpdir();
  }
  await import(pathToFileURL(program).href);
}
