// Where this is imported, what tests write goes into the machine's memory, as far as it has room: a test file's database
// costs a fifth there, and no test waits for a disk. First of a configuration's imports, since others make folders.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
/** The sites of a whole run take less than half of it, with their browsers. */
const ROOM_BYTES = 4 * 1024 ** 3;

// Processes of the run inherit it. Who names a folder, e.g. one on a disk, has it.
if (!process.env.TMPDIR && hasRoom() && mayRunPrograms()) process.env.TMPDIR = IN_MEMORY;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, os.freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Some tests put programs into their folders, which containers forbid there. */
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
