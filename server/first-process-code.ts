// Whether a build's first process would run other code than this one does.
import fs from "node:fs";
import path from "node:path";

/** What a file of a build needs at once, and those of the files that it may load late which a first process does. */
const NEEDED =
  /(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"|\bimport\("(\.[^"]*\/(?:main|supervisor)-[^"]+\.js)"\)/g;
/** In the names of files: it changes with whatever they name in their turn. */
const HASH = /-[\w-]{8}\.js\b/g;

/** The program of a first process, file by file, without the hashes in their names. */
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
 * Whether the first processes of two builds run the same code. What comes from packages is not looked at.
 * @param program,other the files that they begin with
 */
export function hasSameFirstProcess(program: string, other: string): boolean {
  const [one, two] = [readCode(program), readCode(other)];
  return one.size === two.size && [...one].every(([name, text]) => two.get(name) === text);
}
