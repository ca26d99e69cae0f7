// Websites may be hostile, so the process that reads them holds no secrets and no database connection.
import { type Answer, receiveTask } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";
import { askLinks } from "../page-checks/ask-links.ts";
import { auditSite } from "./audit-site.ts";

const CPU_SECONDS = 15;
const MEMORY_BYTES = 512 * 1024 ** 2;

export async function readWebsites(stop: Stop) {
  const [task] = await receiveTask<"website" | "links">(stop);
  watchOwn({ cpuSeconds: CPU_SECONDS, bytes: MEMORY_BYTES }, () => process.exit(1));
  const work =
    task.do === "links"
      ? askLinks(task.links, tell)
      : auditSite(task.audit.website, task.audit).then((result) => tell({ is: "audited", result }));
  work.finally(() => stop.ask());
}

const tell = (answer: Answer) =>
  new Promise<void>((resolve) => process.send?.(answer, undefined, undefined, () => resolve()));
