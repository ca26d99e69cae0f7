import fs from "node:fs";
import path from "node:path";

/**
 * The nearest folder `name` at or above where this code is. For the sources that is the project's own; for a build its
 * own, so that a site goes on with the files it was built with while the next version comes in beside them.
 * @param name e.g. "db/migrations"
 * @throws where there is none
 */
export function folderAbove(name: string): string {
  for (let above = import.meta.dirname; ; above = path.dirname(above)) {
    const folder = path.join(above, name);
    if (fs.existsSync(folder)) return folder;
    if (above === path.dirname(above))
      throw new Error(`There is no folder ${name} above ${import.meta.dirname}`);
  }
}
