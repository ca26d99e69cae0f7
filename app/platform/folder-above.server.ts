import fs from "node:fs";
import path from "node:path";

/**
 * Returns the nearest folder `name` at or above this code. When run from source, that's the project's folder. A build
 * has its own, so a running site keeps using the files it was built with while the next version is installed.
 * @param name e.g. "db/migrations"
 * @throws if there is none
 */
export function folderAbove(name: string): string {
  for (let above = import.meta.dirname; ; above = path.dirname(above)) {
    const folder = path.join(above, name);
    if (fs.existsSync(folder)) return folder;
    if (above === path.dirname(above))
      throw new Error(`There is no folder ${name} above ${import.meta.dirname}`);
  }
}
