import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../app/platform/log.server.ts";
import { StartRefused } from "../start-refused.ts";
import { clearLeftover, killLeftover } from "./leftover.ts";

const READY_POLL_MS = 10;
const SLOW_START_MS = 15_000;
const FAST_STOP_MS = 30_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;
/** A server that ran this long was healthy, so it's restarted without delay. */
const HEALTHY_MS = 10_000;

export type Server = {
  /** Monotonic clock, in ms. */
  readyAt: number;
  ended: Promise<unknown>;
  /** Asks for a fast, clean stop. */
  stop(): void;
  /** Asks for an immediate stop. */
  quit(): void;
};

/**
 * Runs PostgreSQL ($@) until pipe 3 closes, which happens when this process ends. A separate session protects
 * PostgreSQL from Ctrl-C.
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

/** Starts PostgreSQL and waits until it's ready. Throws StartRefused if PostgreSQL ends first. */
export async function launchServer(
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
  // The pipe breaks when PostgreSQL ends.
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
    // Some errors aren't worth a warning: connections refused during startup or shutdown, connections ended on
    // request, and a missing role in an older cluster.
    const isFault =
      /(FATAL|PANIC): +(?! |the database system is|terminating connection due to administrator|role "superuser")/.test(
        line,
      );
    log[isFault && !stopping ? "warn" : "debug"]({ postgres: line }, "PostgreSQL says");
  });
  const pid = Number(await firstLine(stdout, ended));

  const launchedAt = performance.now();
  let hasReportedSlow = false;
  while (!isReady(cluster, pid)) {
    if (isEnded) throw new StartRefused(`PostgreSQL didn't start in ${cluster}: ${reasonIn(lastLines)}`);
    if (!hasReportedSlow && performance.now() - launchedAt > SLOW_START_MS) {
      hasReportedSlow = true;
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

/** Line 1 of `postmaster.pid` is the server's process id, line 8 its state. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

/** Starts the server, and restarts it if it ends, until `stop` is called. Throws only if the first start fails. */
export async function restartOnExit(
  launch: () => Promise<Server>,
  { cluster, socketFolder }: { cluster: string; socketFolder: string },
  log: Log,
) {
  const stopped = new AbortController();
  let server = await launch();

  const supervise = async () => {
    let retryMs = 0;
    for (;;) {
      await server.ended;
      if (stopped.signal.aborted) return;
      if (performance.now() - server.readyAt > HEALTHY_MS) retryMs = 0;
      log.error("PostgreSQL stopped unexpectedly; restarting it");
      for (let isUp = false; !isUp; ) {
        await delay(retryMs, undefined, { signal: stopped.signal }).catch(() => {});
        if (stopped.signal.aborted) return;
        retryMs = Math.min(Math.max(retryMs * 2, FIRST_RETRY_MS), LAST_RETRY_MS);
        try {
          await clearLeftover(cluster, socketFolder);
          server = await launch();
          isUp = true;
        } catch (error) {
          log.error({ reason: (error as Error).message }, "PostgreSQL couldn't be restarted");
        }
      }
      log.info("PostgreSQL is running again");
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

/** Extracts the reason from PostgreSQL's messages, in one line. */
export function reasonIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const fault = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "no output";
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
