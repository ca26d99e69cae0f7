// The start of the site, in order: settings, database, migrations, sample content, jobs, and then it listens.
import cluster from "node:cluster";
import fs from "node:fs";
import type { Server } from "node:http";
import { ensureAdminPassword } from "../app/features/admin-session/password.server.ts";
import { type Config, readConfig, UnusableValue } from "../app/platform/config.server.ts";
import { migrateDatabase, openDatabases } from "../app/platform/database.server.ts";
import { prepareFormSecret } from "../app/platform/form-stamp.server.ts";
import { log } from "../app/platform/log.server.ts";
import { lockDataDir } from "./data-lock.ts";
import { findDatabase } from "./find-database.ts";
import { checkPortIsFree, createHttpServer, drain, listen } from "./listen.ts";
import { PageCache } from "./page-cache.ts";
import { receiveTask, ServingFailed, serveInProcesses, type Task } from "./processes.ts";
import { StartRefused } from "./refusal.ts";
import { PANEL } from "./routed-path.ts";
import { seedIfEmpty } from "./seed.ts";
import { Stop, StopAsked } from "./stop.ts";
import { tell } from "./tell.ts";
import { startVisitCounter } from "./visits.ts";
import { startWorker } from "./worker.ts";

type CreateApp = typeof import("./app.ts").createApp;
type Served = Parameters<CreateApp>[0];
type RequestListener = ReturnType<CreateApp>;
/** Makes the site's request listener; `server` is where it is going to listen, `stop` what ends with the site. */
export type LoadApp = (served: Served, server: Server, stop: Stop) => Promise<RequestListener>;

/**
 * Runs the site until it is asked to stop, then ends this process: code 0 after a clean stop, 1 after a refusal
 * (one line on standard error) or a fault.
 * @param loadApp the production build unless told otherwise
 */
export async function runSite(loadApp: LoadApp = loadBuild) {
  const stop = new Stop(log);
  try {
    const config = readConfig();
    if (cluster.isPrimary) await start(config, loadApp, stop);
    else await serve(config, await receiveTask(), loadApp, stop);
    await stop.asked;
  } catch (error) {
    report(error, stop);
  }
  await stop.run();
  process.exit(stop.exitCode);
}

function report(error: unknown, stop: Stop) {
  // Whatever else fails while a start is being left is a consequence of that.
  if (error instanceof StopAsked || stop.isAsked) return;
  stop.exitCode = 1;
  if (error instanceof UnusableValue || error instanceof StartRefused)
    process.stderr.write(`${error.message}\n`);
  else if (!(error instanceof ServingFailed)) log.fatal({ err: error }, "The site could not start");
}

async function start(config: Config, loadApp: LoadApp, stop: Stop) {
  prepareDataDir(config.dataDir);
  // Before the port: that a site is running says more than that its port is taken.
  if (!config.databaseUrl) lockDataDir(config.dataDir)();
  await checkPortIsFree(config);
  const connection = await findDatabase(config, stop);

  tell("Bringing the database up to date");
  const { visitorRole } = await migrateDatabase(connection, log);
  const databases = openDatabases(connection, { visitorRole });
  stop.add("database connections", () => databases.close());

  await seedIfEmpty(databases.owner, config.seed);
  prepareFormStamps(config.dataDir);
  const password = await ensureAdminPassword(databases.owner, config);
  const worker = await startWorker({ databases, config, log });
  stop.add("jobs", () => worker.stop());

  if (config.webConcurrency > 1) {
    await serveInProcesses(config.webConcurrency, { connection, visitorRole }, stop, log);
  } else {
    await serveWith({ config, databases, log }, loadApp, stop);
  }
  if (!stop.isAsked) welcome(config, password.shown);
}

/** One of several processes: everything but serving is the first one's business. */
async function serve(config: Config, { connection, visitorRole }: Task, loadApp: LoadApp, stop: Stop) {
  const databases = openDatabases(connection, { visitorRole });
  stop.add("database connections", () => databases.close());
  await serveWith({ config, databases, log }, loadApp, stop);
}

async function serveWith(site: Omit<Served, "visits">, loadApp: LoadApp, stop: Stop) {
  const visits = startVisitCounter(site.databases.owner, log);
  stop.add("visit counts", () => visits.stop());
  const served = { ...site, visits, isReady: () => !stop.isAsked };
  const server = createHttpServer();
  server.on("request", await loadApp(served, server, stop));
  await listen(server, served.config);
  stop.add("requests", () => drain(server));
}

async function loadBuild(served: Served, _server: Server, stop: Stop): Promise<RequestListener> {
  const { createApp } = await import("./app.ts");
  const pages = new PageCache(served.databases, served.log);
  stop.add("page cache", () => pages.close());
  return createApp({ ...served, pages });
}

function prepareDataDir(dataDir: string) {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (!fs.statSync(dataDir).isDirectory()) throw new Error("it is not a folder");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnusableValue("DATA_DIR", dataDir, code ?? message);
  }
}

/** Without stamps the site serves all the same: only spam is told apart less well. */
function prepareFormStamps(dataDir: string) {
  try {
    prepareFormSecret(dataDir);
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      "DATA_DIR/form-secret can neither be read nor made: forms go without their time stamps",
    );
  }
}

function welcome(config: Config, password: string | undefined) {
  const { host, port, siteUrl, dataDir } = config;
  const listensAt = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [
    "",
    "SEO Pro Zone is running.",
    `  Site           ${siteUrl}`,
    `  Control panel  ${siteUrl}${PANEL}`,
  ];
  if (siteUrl !== `http://localhost:${port}`) lines.push(`  Listening at   ${listensAt}`);
  if (password) lines.push(`  Password       ${password}  (shown once; kept in ${dataDir}/admin-password)`);
  if (!config.smtpUrl) {
    lines.push(
      "  Mail           SMTP_URL is not set: mail waits in the outbox, visible in the control panel.",
    );
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
