import fs from "node:fs";

/** When this version was built here, and its built-in texts with it. */
export const builtAt = fs.statSync(import.meta.filename).mtime;
