import type { Server } from "node:http";
import type { Config } from "../app/platform/config.server.ts";
import { type Databases, openDatabases } from "../app/platform/database/database.server.ts";
import { dividePool } from "../app/platform/database/pool.server.ts";
import { log } from "../app/platform/log.server.ts";
import { PageCache } from "./cache/page-cache.ts";
import { answer, onWord, receiveTask } from "./channel.ts";
import type { Stop } from "./graceful-shutdown.ts";
import { startVisitCounter } from "./http/hit-counter.ts";
import { createHttpServer, drain, linger } from "./http/http-server.ts";
import { listen } from "./http/ports.ts";
import { ProxyWatch } from "./http/proxy-watch.ts";
import { Readiness } from "./http/readiness.ts";
import { databaseFigures } from "./metrics/database-figures.ts";
import { reportFigures } from "./metrics/gather.ts";
import { RequestCounts } from "./metrics/request-counts.ts";
import type { Sample } from "./metrics/samples.ts";

type CreateApp = typeof import("./app.ts").createApp;
export type Served = Parameters<CreateApp>[0];
/** Creates the request listener for `server`. */
export type LoadApp = (served: Served, server: Server) => Promise<ReturnType<CreateApp>>;

/** Serves requests until a stop is requested. */
export async function serve(config: Config, stop: Stop) {
  // An error is reported right away, so the successor starts while this process finishes its requests.
  stop.asked.then((reason) => reason === "fault" && answer({ is: "failing" }));
  const loading = Promise.all([
    import("./app.ts"),
    import("./client.ts").then(({ readClient }) => readClient(config)),
  ]);
  const [task, port] = await Promise.race([receiveTask<"serve">(stop), loading.then(never)]);
  const databases = openDatabases(task.connection, {
    visitorRole: task.visitorRole,
    ...dividePool(config.databasePool),
  });
  stop.add("database connections", () => databases.close());
  const pages = new PageCache(databases, log);
  stop.add("page cache", () => pages.close());
  const proxies = new ProxyWatch(config, () => answer({ is: "proxy-unfit" }));
  onWord("proxy-unfit", () => {
    proxies.isMisconfigured = true;
  });
  const readiness = new Readiness(stop);
  const { isReady } = readiness;
  const counts = new RequestCounts();
  const gather = reportFigures(() => [...counts.samples(), ...pages.figures(), ...poolFigures(databases)]);
  const figures = async () => (await Promise.all([gather(), databaseFigures(databases.owner)])).flat();
  const server = await openServer(
    { config, databases, log, pages, proxies, isReady, counts, figures },
    stop,
    async (served) => {
      const [{ createApp }, client] = await loading;
      return createApp(served, client);
    },
  );
  if (task.warmMs) await pages.warm(task.warmMs);
  await listen(server, config, port);
  stop.add("requests", async () => {
    const reason = await stop.asked;
    if (reason === "asked") await readiness.letGo();
    await drain(server, reason);
  });
  onWord("retire", () => linger(server).then(() => stop.ask()));
  answer({ is: "serving" });
}

const poolFigures = (databases: Databases): Sample[] =>
  databases.pools().flatMap(({ pool, total, idle, waiting, waits, waitedMs }) => {
    const of = (name: Sample["name"], value: number): Sample => ({ name, value, labels: { pool } });
    return [
      of("site_pool_connections", total),
      of("site_pool_idle", idle),
      of("site_pool_waiting", waiting),
      of("site_pool_waits_total", waits),
      of("site_pool_wait_seconds_total", waitedMs / 1000),
    ];
  });

/** Never resolves, so loading the code can only end the race if it fails. */
const never = () => new Promise<never>(() => {});

/** Creates the site's server, not listening yet. */
export async function openServer(site: Omit<Served, "visits">, stop: Stop, loadApp: LoadApp) {
  const visits = startVisitCounter(site.databases.owner, log);
  stop.add("visit counts", () => visits.stop());
  const server = createHttpServer(site.config, log);
  server.on("request", await loadApp({ ...site, visits }, server));
  return server;
}
