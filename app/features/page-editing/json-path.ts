// Reads and replaces one text in a field that holds JSON.
import { parseJson } from "../../platform/text/parse-json.ts";

type Path = readonly (string | number)[];

/** Returns the text at a path of a stored value; null if there's none. An empty path is the whole value. */
export function readAt(stored: string, path: Path): string | null {
  if (!path.length) return stored;
  let found: unknown = parseJson(stored);
  for (const part of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return null;
    found = (found as Record<string | number, unknown>)[part];
  }
  return typeof found === "string" ? found : null;
}

/** Returns the stored value with another text at the path, which must exist. */
export function writeAt(stored: string, path: Path, text: string): string {
  if (!path.length) return text;
  const replace = (value: unknown, [first, ...rest]: Path): unknown => {
    if (first === undefined) return text;
    const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
    (copy as Record<string | number, unknown>)[first] = replace((copy as never)[first], rest);
    return copy;
  };
  return JSON.stringify(replace(parseJson(stored), path), null, 2);
}
