// Processor time of the site's processes, whatever else the machine does meanwhile.
import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { makeTemporaryFolder } from "../tests/support/site.ts";

/** Where a process under measurement and `cpuOf` meet. */
const folder = makeTemporaryFolder("seo-pro-zone-cpu-");
process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** What a process under measurement is started with. */
export const REPORT_CPU = {
  CPU_FOLDER: folder,
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "report-cpu.ts")).href}`,
};

/** Microseconds that a process has used so far, in its own code and in the system's. */
export async function cpuOf(pid: number): Promise<number> {
  const { user, system } = (await json(connect(path.join(folder, `${pid}.cpu`)))) as NodeJS.CpuUsage;
  return user + system;
}
