// In the process of an audit: it reads one website, tells what it found, and ends. What websites send may be made to
// harm their reader, so this process holds no secret and no connection of the site's.
import { type Answer, receiveTask } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";
import { auditSite } from "./audit-site.ts";

const CPU_SECONDS = 15;
const MEMORY_BYTES = 512 * 1024 ** 2;

/** Audits the website that it is told, and asks the process to stop once the result is on its way. */
export async function readWebsites(stop: Stop) {
  const [{ audit }] = await receiveTask<"website">(stop);
  watchOwn({ cpuSeconds: CPU_SECONDS, bytes: MEMORY_BYTES }, () => process.exit(1));
  const { website, ...options } = audit;
  auditSite(website, options).then((result) => {
    const told: Answer = { is: "audited", result };
    process.send?.(told, undefined, undefined, () => stop.ask());
  });
}
