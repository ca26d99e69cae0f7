// Importing this makes tests write to memory, if there's room: a test file's database costs a fifth as much there, and
// no test waits for a disk. Import it first in a configuration, since other imports create folders.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
/** The sites and browsers of a whole run take less than half of this. */
const ROOM_BYTES = 4 * 1024 ** 3;

// Child processes inherit it. A TMPDIR that's already set takes precedence.
if (!process.env.TMPDIR && hasRoom() && mayRunPrograms()) process.env.TMPDIR = IN_MEMORY;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, os.freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Some tests write programs into their folders, and containers don't allow running them there. */
function mayRunPrograms(): boolean {
  try {
    const folder = fs.mkdtempSync(path.join(IN_MEMORY, "seo-pro-zone-program-"));
    try {
      const program = path.join(folder, "program");
      fs.writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
      return spawnSync(program).status === 0;
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  } catch {
    return false;
  }
}
