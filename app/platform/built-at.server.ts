import fs from "node:fs";

/** When this version was built on this machine, used as the date of its built-in texts. */
export const builtAt = fs.statSync(import.meta.filename).mtime;
