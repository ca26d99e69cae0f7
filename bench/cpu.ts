import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { makeTemporaryFolder } from "../tests/support/site.ts";

/** Holds the sockets that `cpuOf` connects to, one for each measured process. */
const folder = makeTemporaryFolder("seo-pro-zone-cpu-");
process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

export const REPORT_CPU = {
  CPU_FOLDER: folder,
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "report-cpu.ts")).href}`,
};

/** Returns the microseconds of CPU time that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  const { user, system } = (await json(connect(path.join(folder, `${pid}.cpu`)))) as NodeJS.CpuUsage;
  return user + system;
}
