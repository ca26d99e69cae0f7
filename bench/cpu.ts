// Processor time of the site's processes, whatever else the machine does meanwhile.
import { connect } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** What a process under measurement is started with; it and `cpuOf` meet in a folder. */
export const reportCpuTo = (folder: string) => ({
  CPU_FOLDER: folder,
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "report-cpu.ts")).href}`,
});

/** Microseconds that a process has used so far, in its own code and in the system's. */
export async function cpuOf(folder: string, pid: number): Promise<number> {
  const { user, system } = (await json(connect(path.join(folder, `${pid}.cpu`)))) as NodeJS.CpuUsage;
  return user + system;
}
