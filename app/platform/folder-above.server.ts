import fs from "node:fs";
import path from "node:path";

/**
 * Returns the nearest folder called `name` at or above this file. A build has its own copy of the folder, so it
 * keeps working while the next version is being installed.
 * @param name such as "db/migrations"
 * @throws if there's none
 */
export function folderAbove(name: string): string {
  for (let above = import.meta.dirname; ; above = path.dirname(above)) {
    const folder = path.join(above, name);
    if (fs.existsSync(folder)) return folder;
    if (above === path.dirname(above))
      throw new Error(`There is no folder ${name} above ${import.meta.dirname}`);
  }
}
