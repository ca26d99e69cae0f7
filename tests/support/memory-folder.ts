// Makes tests write to memory, which is several times faster. Import this first, because other imports create
// folders.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
/** A whole run's sites and browsers take less than half of this. */
const ROOM_BYTES = 4 * 1024 ** 3;

// Child processes inherit TMPDIR. An existing value takes precedence.
if (!process.env.TMPDIR && hasRoom() && mayRunPrograms()) process.env.TMPDIR = IN_MEMORY;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, os.freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Some tests run programs from their folders, and some containers don't allow that in /dev/shm. */
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
