import fs from "node:fs";

/** Build time of this version on this machine. Also the date of its built-in texts. */
export const builtAt = fs.statSync(import.meta.filename).mtime;
