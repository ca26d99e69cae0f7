// The first process handles neither visitors' requests nor jobs, so they can't crash it.
import { proxyMismatch } from "../app/copy/panel/proxies.ts";
import type { Config } from "../app/platform/config.server.ts";
import { log } from "../app/platform/log.server.ts";
import type { Answer } from "./channel.ts";
import { RestartedProcess } from "./child-processes.ts";
import { prepareBackupDir, prepareDataDir } from "./data-dir.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";
import { bindPorts, checkPortIsFree } from "./http/ports.ts";
import { Gatherer } from "./metrics/gather.ts";
import { startDatabase } from "./postgres/embedded-database.ts";
import { RollingRestart, type Running } from "./rolling-restart.ts";
import { welcome } from "./welcome.ts";

/** A replacement renders pages for at most this long before it serves, because visitors may be waiting. */
const WARM_MS = 300;

/**
 * Starts the site: a jobs process, which first migrates the database, and WEB_CONCURRENCY serving processes. SIGHUP
 * starts a rolling restart.
 * @param program the file that these processes run
 * @throws UnusableValue, StartRefused; ProcessEnded if a process has printed why it can't start
 */
export async function supervise(config: Config, stop: Stop, program: string) {
  let rolling: RollingRestart | undefined;
  stop.onHangUp(() => {
    if (rolling) rolling.run();
    else log.warn("The site is still starting: there's nothing yet for another build to take over");
  });
  prepareDataDir(config);
  prepareBackupDir(config);
  await checkPortIsFree(config);
  const ports = await bindPorts(config, config.webConcurrency);

  const starting = config.databaseUrl ? null : startDatabase(config);
  stop.add("PostgreSQL", async () => (await starting?.catch(() => null))?.stop());
  const processes = new Set<RestartedProcess>();
  stop.add("processes", () => {
    // Serving processes keep their own copies of the ports open.
    for (const port of new Set(ports)) port.close();
    return Promise.all([...processes].map((one) => one.end()));
  });
  let running: Running | undefined;
  const begin: Running["begin"] = (program, role) => {
    const one = new RestartedProcess(program, role, log);
    processes.add(one);
    one.onAnswer = (answer) => {
      if (answer.is === "asking-counts") figures.ask(one);
      else if (answer.is === "counts") figures.take(one, answer.samples);
      else news(one, answer);
    };
    return one;
  };
  const jobs = begin(program, "jobs");
  const serving = Array.from({ length: config.webConcurrency }, () => begin(program, "serving"));
  const news = shareNews(serving, config);
  const figures = new Gatherer(() => [
    ["jobs", running?.jobs ?? jobs],
    ...serving.map((one, i): [string, RestartedProcess] => [`serving-${i + 1}`, one]),
  ]);
  const whileAllLive = <Result>(work: Promise<Result>) =>
    Promise.race([work, stop.asked.then(leave), ...[...processes].map(({ endedEarly }) => endedEarly)]);

  const found = config.databaseUrl ?? (await whileAllLive(starting!)).connection;
  const prepared = await whileAllLive(jobs.ask({ do: "prepare", connection: found }));
  const { connection, visitorRole, password } = prepared as Extract<Answer, { is: "prepared" }>;
  const serve = { do: "serve", connection, visitorRole } as const;
  const served = serving.map((one, i) => one.ask({ ...serve, warmMs: 0 }, ports[i]));
  await whileAllLive(Promise.all(served));

  jobs.replaceWith({ do: "work", connection });
  for (const [i, one] of serving.entries()) one.replaceWith({ ...serve, warmMs: WARM_MS }, ports[i]);
  const all: Running = { program, jobs, serving, processes, ports, found, serve, begin };
  running = all;
  rolling = new RollingRestart(all, stop, log);
  welcome(config, password);
}

/** Logs news from a serving process once, and passes it on to the others. */
function shareNews(serving: RestartedProcess[], { trustProxy }: Config) {
  let isProxyMisconfigured = false;
  return (from: RestartedProcess, { is }: Answer) => {
    if (is === "proxy-unfit" && !isProxyMisconfigured) {
      isProxyMisconfigured = true;
      log.warn({ TRUST_PROXY: trustProxy }, proxyMismatch(trustProxy).log);
      for (const each of serving) each.tell({ say: is });
    } else if (is === "serving" && isProxyMisconfigured) from.tell({ say: "proxy-unfit" });
  };
}

function leave(): never {
  throw new StopRequested();
}
