import { createHash } from "node:crypto";
import type { TaskList } from "graphile-worker";
import { listTickedSteps } from "../app/features/first-steps/queries.server.ts";
import { readFeed, saveFeed } from "../app/features/settings/update-feed.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import { HOP_LIMITS } from "./audit/connect.ts";
import { fetchHop } from "./audit/fetch-hop.ts";
import { internet, type Network, testNetwork } from "./audit/network.ts";

const MAX_BYTES = 64 * 1024;

/** Once a day. The minute depends on the site, so that not all sites ask at once. */
export function dailyUpdateCheck(siteUrl: string): string {
  const [minute = 0, hour = 0] = createHash("sha256").update(siteUrl).digest();
  return `${minute % 60} ${hour % 24} * * *`;
}

/** Returns the task that asks for the newest version, if the owner turned that on. */
export function checkingUpdates(
  db: Database,
  { updateFeed, siteUrl, audit }: Config,
  log: Pick<Log, "warn">,
  network: Network = audit?.testNet ? testNetwork(audit.testNet) : internet,
): TaskList {
  let hasWarned = false;
  if (!updateFeed) return {};
  return {
    async check_updates(_, { abortSignal = new AbortController().signal }) {
      if (!(await listTickedSteps(db)).includes("updates")) return;
      const outlet = {
        ...{ network, limits: HOP_LIMITS, ownHost: new URL(siteUrl).hostname },
        // The same on every site.
        userAgent: "UpdateCheck/1.0",
      };
      const answer = await fetchHop(new URL(updateFeed.url), MAX_BYTES, outlet, abortSignal).catch(
        () => null,
      );
      // Redirects aren't followed, and tomorrow is another day.
      if (answer?.status !== 200 || answer.body.isCut) return;
      const feed = readFeed(answer.body.bytes.toString(), updateFeed.key);
      if (feed) return saveFeed(db, feed);
      if (!hasWarned)
        log.warn({ url: updateFeed.url }, "The update feed's signature is wrong, so it's ignored");
      hasWarned = true;
    },
  };
}
