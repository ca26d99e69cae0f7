// The production builds in build/: one folder for each state of the sources, and a file that names the current one.
// Plain JavaScript, because every start reads it: compiling TypeScript costs 35 ms and 18 MB.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "..");
export const BUILDS = path.join(root, "build");
/** Contains the name of the build that a start uses. */
export const CURRENT = path.join(BUILDS, "current");
/** In each build: the sources that it was made from, in the format of `listSources`. */
export const SOURCES_FILE = "sources.txt";
/** In each build: one such file for each process that runs it. */
export const USED_BY = "used-by-";

/** Everything that a build is made from. */
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

/** Lists all source files. @returns {string[]} their paths from the project's root, in a fixed order */
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

/** Describes the sources. @returns {string} one line per file, with its size and modification time */
export function listSources() {
  const lines = findSources().map((file) => {
    const { size, mtimeMs } = statSync(path.join(root, file));
    return `${size} ${mtimeMs} ${file}\n`;
  });
  return lines.join("");
}

/**
 * Returns whether a build was made from these sources, judging by their sizes and times; if those differ, the content
 * may still be the same.
 * @param {string} build its folder
 * @param {string} sources in the format of `listSources`
 */
export function isBuiltFrom(build, sources) {
  const file = path.join(build, SOURCES_FILE);
  return existsSync(file) && readFileSync(file, "utf8") === sources;
}

/**
 * Runs the site in this process. A build isn't deleted while it's running.
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
    // A user without a name has no home, and libraries that look for settings there fail without one.
    process.env.HOME = tmpdir();
  }
  await import(pathToFileURL(program).href);
}
