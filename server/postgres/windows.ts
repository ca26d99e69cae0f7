// The embedded PostgreSQL on Windows: TCP on the loopback with a password, for want of sockets in Node, and
// started by pg_ctl, which gives up an administrator's rights. A site that is killed leaves it running there; the
// next start stops it first.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../../app/platform/log.server.ts";
import { StartRefused } from "../start-refused.ts";
import { readPid } from "./leftover.ts";
import type { EmbeddedConnection } from "./postgres.ts";
import { DATABASE, findPostgres, INITDB_FLAGS, QUIET, refuseOtherMajor, USER } from "./program.ts";

const ALIVE_POLL_MS = 500;
const RETRY_MS = 2_000;

const passwordFile = (dataDir: string) => path.join(dataDir, "postgres-password");
const pidFile = (dataDir: string) => path.join(dataDir, "postgres", "postmaster.pid");

/** The running server's own word on its port (line 4 of its pid file), and the password made with it. */
export function readWindowsConnection(dataDir: string): EmbeddedConnection {
  const port = Number(fs.readFileSync(pidFile(dataDir), "utf8").split("\n")[3]);
  const password = fs.readFileSync(passwordFile(dataDir), "utf8");
  return { host: "127.0.0.1", port, user: USER, database: DATABASE, password, ssl: false };
}

/** @returns stops it and waits */
export async function startOnWindows(options: {
  directory: string;
  log: Log;
  settings: Record<string, string>;
}) {
  const { directory, log, settings } = options;
  const program = findPostgres(directory);
  const cluster = path.join(directory, "postgres");
  refuseOtherMajor(cluster, program.major);

  if (!fs.existsSync(cluster)) {
    const aside = `${cluster}.new`;
    fs.rmSync(aside, { recursive: true, force: true });
    fs.writeFileSync(passwordFile(directory), randomBytes(24).toString("base64url"), { mode: 0o600 });
    await promisify(execFile)(path.join(program.directory, "initdb.exe"), [
      ...["-D", aside, "--auth=scram-sha-256", "--pwfile", passwordFile(directory)],
      ...INITDB_FLAGS,
    ]);
    fs.renameSync(aside, cluster);
  }

  // Without pipes: PostgreSQL would inherit them, and they would never close.
  const control = async (...args: string[]) => {
    const child = spawn(path.join(program.directory, "pg_ctl.exe"), ["-D", cluster, "-w", ...args], {
      stdio: "ignore",
      detached: true,
      windowsHide: true,
    });
    const [code] = await once(child, "exit");
    return code === 0;
  };
  const values = {
    listen_addresses: "127.0.0.1",
    port: String(await freePort()),
    ...QUIET,
    ...settings,
  };
  const flags = Object.entries(values).map(([name, value]) => `-c ${name}=${value}`);
  const logFile = path.join(directory, "postgres.log");
  const start = () => control("start", "-l", logFile, "-o", flags.join(" "));

  await control("stop", "-m", "fast");
  // Else it would grow for ever. What is of use in it is of the last start.
  fs.rmSync(logFile, { force: true });
  if (!(await start())) throw new StartRefused(`PostgreSQL did not start in ${cluster}: ${logFile} says why`);

  let isStopping = false;
  const supervise = async () => {
    while (!isStopping) {
      await delay(ALIVE_POLL_MS);
      if (isStopping || isAlive(readPid(pidFile(directory)))) continue;
      log.error("PostgreSQL has stopped without being asked; starting it again");
      if (!(await start())) await delay(RETRY_MS);
    }
  };
  const supervision = supervise();
  return async function stop() {
    isStopping = true;
    await supervision;
    await control("stop", "-m", "fast");
  };
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
