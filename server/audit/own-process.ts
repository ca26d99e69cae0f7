// Runs in the process that reads websites: audits one, or checks links, reports the results and ends. Websites may send
// content made to harm their reader, so this process holds no secrets and no connection of the site's.
import { type Answer, receiveTask } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";
import { askLinks } from "../site-check/ask-links.ts";
import { auditSite } from "./audit-site.ts";

const CPU_SECONDS = 15;
const MEMORY_BYTES = 512 * 1024 ** 2;

/** Runs the task, and asks the process to stop once the result is on its way. */
export async function readWebsites(stop: Stop) {
  const [task] = await receiveTask<"website" | "links">(stop);
  watchOwn({ cpuSeconds: CPU_SECONDS, bytes: MEMORY_BYTES }, () => process.exit(1));
  const work =
    task.do === "links"
      ? askLinks(task.links, tell)
      : auditSite(task.audit.website, task.audit).then((result) => tell({ is: "audited", result }));
  work.finally(() => stop.ask());
}

/** Resolves once the message is on its way. */
const tell = (answer: Answer) =>
  new Promise<void>((resolve) => process.send?.(answer, undefined, undefined, () => resolve()));
