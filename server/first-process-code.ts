import fs from "node:fs";
import path from "node:path";

/** Matches static imports, and the dynamic imports that the first process loads. */
const NEEDED =
  /(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"|\bimport\("(\.[^"]*\/(?:main|supervisor)-[^"]+\.js)"\)/g;
/** A file's hash also changes when an imported file changes. */
const HASH = /-[\w-]{8}\.js\b/g;

/** Returns the first process's code by file, without hashes. */
function readCode(file: string, found = new Map<string, string>()): Map<string, string> {
  const plain = (text: string) => text.replace(HASH, ".js");
  const name = plain(path.basename(file));
  if (found.has(name)) return found;
  const text = fs.readFileSync(file, "utf8");
  found.set(name, plain(text));
  for (const [, needed, late] of text.matchAll(NEEDED))
    readCode(path.resolve(path.dirname(file), (needed ?? late)!), found);
  return found;
}

/**
 * Returns whether the first processes of two builds run the same code, not counting packages.
 * @param program,other the builds' entry files
 */
export function hasSameFirstProcess(program: string, other: string): boolean {
  const [one, two] = [readCode(program), readCode(other)];
  return one.size === two.size && [...one].every(([name, text]) => two.get(name) === text);
}
