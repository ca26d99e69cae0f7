// Supervisor of the embedded PostgreSQL: it lives exactly as long as the site does, and comes back when killed.
import { execFile, type SpawnOptions, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../app/platform/log.server.ts";
import { lockDataDir } from "./data-lock.ts";
import { killLeftover, stopLeftover } from "./postgres.leftover.ts";
import {
  chooseCreator,
  chooseIdentity,
  DATABASE,
  findPostgres,
  giveTo,
  type Identity,
  INITDB_FLAGS,
  type PostgresProgram,
  refuseOtherMajor,
  USER,
} from "./postgres.program.ts";
import { prepareRoles } from "./postgres.roles.ts";
import { readWindowsConnection, startOnWindows } from "./postgres.windows.ts";
import { StartRefused } from "./refusal.ts";

/** How to reach the embedded database, for `pg`. The password is Windows' only, where there is no socket. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  ssl: false;
};

export type Postgres = { connection: EmbeddedConnection; stop(): Promise<void> };

const PORT = 5432;
/** Bytes of a socket's path that the operating system takes, its closing zero left out. */
const SOCKET_PATH_BYTES = process.platform === "linux" ? 107 : 103;

const READY_POLL_MS = 10;
const SLOW_START_MS = 15_000;
const FAST_STOP_MS = 30_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;
/** One that ran this long was healthy: its end says nothing about the next start. */
const HEALTHY_MS = 10_000;

/** The folder of the database itself, PostgreSQL's own "data directory". */
export const clusterDirectory = (dataDir: string) => path.join(dataDir, "postgres");

/**
 * The folder of the database's socket: beside the data, or, where that path would be longer than a socket's may
 * be, a private folder of the same name each time under the system's folder for temporary files.
 */
export function socketDirectory(dataDir: string): string {
  const fits = (folder: string) =>
    Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES;
  const beside = clusterDirectory(path.resolve(dataDir));
  if (fits(beside)) return beside;
  const real = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : path.resolve(dataDir);
  const name = `seo-pro-zone-${createHash("sha256").update(real).digest("hex").slice(0, 16)}`;
  return [os.tmpdir(), "/tmp"].map((folder) => path.join(folder, name)).find(fits) ?? path.join("/tmp", name);
}

/** How any process of this user reaches the database that serves `dataDir`, whether or not it runs. */
export function embeddedConnection(dataDir: string): EmbeddedConnection {
  if (process.platform === "win32") return readWindowsConnection(dataDir);
  return { host: socketDirectory(dataDir), port: PORT, user: USER, database: DATABASE, ssl: false };
}

/**
 * Starts PostgreSQL in `directory` (DATA_DIR), creating its cluster the first time, and keeps it running: killed,
 * it is started again. Whatever ends this process, `kill -9` too, ends PostgreSQL cleanly.
 * @param options.settings PostgreSQL settings by name, added to the site's
 * @returns when it takes connections; `stop` waits until it has ended
 * @throws StartRefused where the operator has to act: the folder is in use, of another version, out of reach
 */
export async function startPostgres(options: {
  directory: string;
  log: Log;
  settings?: Record<string, string>;
}): Promise<Postgres> {
  const directory = path.resolve(options.directory);
  const { log, settings = {} } = options;
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(directory);
  try {
    const run = process.platform === "win32" ? startOnWindows : startOnUnix;
    const stop = await run({ directory, log, settings });
    const connection = embeddedConnection(directory);
    try {
      await prepareRoles(connection);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connection, stop: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startOnUnix({ directory, log, settings }: Required<Parameters<typeof startPostgres>[0]>) {
  const program = findPostgres(directory);
  const cluster = clusterDirectory(directory);
  refuseOtherMajor(cluster, program.major);
  const identity = chooseIdentity(program, directory, cluster);

  if (!fs.existsSync(cluster)) await createCluster(program, cluster, identity, settings.fsync === "off");
  // A copied folder may have lost both; PostgreSQL insists on them.
  giveTo(identity.owner, cluster);
  fs.chmodSync(cluster, 0o700);
  const socketFolder = socketDirectory(directory);
  if (socketFolder !== cluster) makePrivateFolder(socketFolder, identity);
  await stopLeftover(cluster, socketFolder);

  const values = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    // Faults of a statement are the site's to log: here they could carry what a visitor wrote.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...settings,
  };
  const flags = Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = identity.wrap(path.join(program.directory, "postgres"), ["-D", cluster, ...flags]);
  const launch = () => launchServer(command, { ...identity.options, env: program.env }, cluster, log);
  return keepRunning(launch, cluster, log);
}

/** Made aside and renamed, so that a cluster that exists is a whole one. */
async function createCluster(
  program: PostgresProgram,
  cluster: string,
  identity: Identity,
  unsafeButFast: boolean,
) {
  const creator = chooseCreator(identity, program, path.dirname(cluster));
  const aside = `${cluster}.new`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { mode: 0o700 });
  giveTo(identity.owner, aside);
  const [command, args] = creator.wrap(path.join(program.directory, "initdb"), [
    ...["-D", aside, "--auth=trust"],
    ...INITDB_FLAGS,
    ...(unsafeButFast ? ["--no-sync"] : []),
  ]);
  try {
    await promisify(execFile)(command, args, { ...creator.options, cwd: "/", env: program.env });
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new StartRefused(
      `PostgreSQL could not create its database in ${cluster}: ${reasonIn(stderr) || message}`,
    );
  }
  fs.renameSync(aside, cluster);
}

/** In a folder that everybody can write to, a folder of this name is only good if it is ours and closed. */
function makePrivateFolder(folder: string, { owner }: Identity) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = fs.lstatSync(folder);
  const trusted = [process.getuid?.(), owner?.uid];
  if (!found.isDirectory() || !trusted.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new StartRefused(
      `${folder}, the folder of the database's socket, belongs to somebody else. Remove it.`,
    );
  }
  giveTo(owner, folder);
}

type Server = {
  /** of the monotonic clock, ms */
  readyAt: number;
  ended: Promise<unknown>;
  /** asks for a fast and clean stop */
  stop(): void;
  /** the same without waiting for anything */
  quit(): void;
};

/**
 * Runs PostgreSQL ($@) and stops it when this process's end of pipe 3 closes, which is what happens however this
 * process ends. In a session of its own, so that Ctrl-C in a terminal reaches only the site.
 */
const WATCHED = `
"$@" </dev/null >&2 3<&- & server=$!
trap "" INT TERM HUP
( read -r _ <&3; kill -INT $server ) >/dev/null 2>&1 & watch=$!
echo $server
exec >&2
wait $server
status=$?
kill -KILL $watch
exit $status`;

/** @throws StartRefused when it ends before it takes connections */
async function launchServer(
  [command, args]: [string, string[]],
  options: SpawnOptions,
  cluster: string,
  log: Log,
): Promise<Server> {
  const child = spawn("/bin/sh", ["-c", WATCHED, "sh", command, ...args], {
    ...options,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, stdout, stderr, pipe] = child.stdio as unknown as [null, Readable, Readable, Writable];
  // Both ends close at the same moment when PostgreSQL ends.
  pipe.on("error", () => {});
  let stopping = false;
  let isEnded = false;
  let lastLines = "";
  const ended = once(child, "close").then(() => {
    isEnded = true;
    pipe.destroy();
  });
  readLines(stderr, (line) => {
    lastLines = `${lastLines}${line}\n`.slice(-4000);
    // Connections turned away while it starts or stops, or ended on request, are no news; nor is that a cluster of
    // an older version has no such role yet.
    const isFault =
      /(FATAL|PANIC): +(?! |the database system is|terminating connection due to administrator|role "superuser")/.test(
        line,
      );
    log[isFault && !stopping ? "warn" : "debug"]({ postgres: line }, "PostgreSQL says");
  });
  const pid = Number(await firstLine(stdout, ended));

  const launchedAt = performance.now();
  let toldSlow = false;
  while (!isReady(cluster, pid)) {
    if (isEnded) throw new StartRefused(`PostgreSQL did not start in ${cluster}: ${reasonIn(lastLines)}`);
    if (!toldSlow && performance.now() - launchedAt > SLOW_START_MS) {
      toldSlow = true;
      log.info("PostgreSQL is recovering from an unclean stop; this can take a while");
    }
    await delay(READY_POLL_MS);
  }
  return {
    readyAt: performance.now(),
    ended,
    stop() {
      stopping = true;
      pipe.end();
    },
    quit() {
      if (!isEnded) process.kill(pid, "SIGQUIT");
    },
  };
}

/** Line 1 of `postmaster.pid` is the server's process, line 8 its state. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

/** The first start's failure is the caller's; later ones are tried again for as long as the site runs. */
async function keepRunning(launch: () => Promise<Server>, cluster: string, log: Log) {
  const stopped = new AbortController();
  let server = await launch();

  const supervise = async () => {
    let retryMs = 0;
    for (;;) {
      await server.ended;
      if (stopped.signal.aborted) return;
      if (performance.now() - server.readyAt > HEALTHY_MS) retryMs = 0;
      log.error("PostgreSQL has stopped without being asked; starting it again");
      for (let isUp = false; !isUp; ) {
        await delay(retryMs, undefined, { signal: stopped.signal }).catch(() => {});
        if (stopped.signal.aborted) return;
        retryMs = Math.min(Math.max(retryMs * 2, FIRST_RETRY_MS), LAST_RETRY_MS);
        try {
          await killLeftover(cluster);
          server = await launch();
          isUp = true;
        } catch (error) {
          log.error({ reason: (error as Error).message }, "PostgreSQL could not be started again");
        }
      }
      log.info("PostgreSQL is back");
      if (stopped.signal.aborted) server.stop();
    }
  };
  const supervision = supervise();

  return async function stop() {
    stopped.abort();
    server.stop();
    const timer = setTimeout(() => server.quit(), FAST_STOP_MS);
    await supervision;
    clearTimeout(timer);
    await killLeftover(cluster);
  };
}

/** What PostgreSQL's own messages say went wrong, in one line. */
function reasonIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const fault =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "it said nothing";
  return fault.replace(/^.*?(FATAL|PANIC|error): */, "").trim();
}

function readLines(stream: Readable, receive: (line: string) => void) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) receive(line);
  });
}

function firstLine(stream: Readable, otherwise: Promise<unknown>): Promise<string> {
  const line = new Promise<string>((resolve) => readLines(stream, resolve));
  return Promise.race([line, otherwise.then(() => "")]);
}
