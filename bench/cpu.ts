// CPU time of the site's processes, whatever else the machine is doing.
import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { makeTemporaryFolder } from "../tests/support/site.ts";

/** The folder of the sockets through which `cpuOf` reaches measured processes. */
const folder = makeTemporaryFolder("seo-pro-zone-cpu-");
process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** The environment of a measured process. */
export const REPORT_CPU = {
  CPU_FOLDER: folder,
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "report-cpu.ts")).href}`,
};

/** Returns the microseconds of CPU time that a process has used so far, in user and system code. */
export async function cpuOf(pid: number): Promise<number> {
  const { user, system } = (await json(connect(path.join(folder, `${pid}.cpu`)))) as NodeJS.CpuUsage;
  return user + system;
}
