// Several processes on one machine (WEB_CONCURRENCY): the first one starts and replaces those that serve.
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "../app/platform/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import type { Stop } from "./stop.ts";

/** What a serving process is told by the first one. */
export type Task = { connection: Connection; visitorRole: boolean };

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;
const HEALTHY_MS = 10_000;
/** A little more than a serving process gives its own requests. */
const STOP_MS = 20_000;

/**
 * Starts `count` serving processes and keeps that many.
 * @returns when the first of them serves
 * @throws when they end before any has served; each has said why
 */
export async function serveInProcesses(count: number, task: Task, stop: Stop, log: Log) {
  const alive = new Set<Worker>();
  const listening = once(cluster, "listening");
  const failed = Promise.withResolvers<never>();
  let hasServed = false;
  listening.then(() => {
    hasServed = true;
  });

  const start = (retryMs: number) => {
    const startedAt = performance.now();
    const worker = cluster.fork();
    alive.add(worker);
    worker.on("error", () => {});
    worker.once("online", () => worker.send(task));
    worker.once("exit", async (code, signal) => {
      alive.delete(worker);
      if (stop.isAsked) return;
      if (!hasServed) {
        failed.reject(new ServingFailed());
        return;
      }
      const wasHealthy = performance.now() - startedAt > HEALTHY_MS;
      const waitMs = wasHealthy ? FIRST_RETRY_MS : Math.min(retryMs, LAST_RETRY_MS);
      await delay(waitMs);
      if (stop.isAsked) return;
      log.error({ code, signal }, "A serving process has ended; starting another");
      start(waitMs * 2);
    });
  };
  for (let i = 0; i < count; i++) start(FIRST_RETRY_MS);

  stop.add("serving processes", async () => {
    const ended = [...alive].map((worker) => once(worker, "exit"));
    for (const worker of alive) worker.process.kill("SIGTERM");
    const late = setTimeout(() => {
      for (const worker of alive) worker.process.kill("SIGKILL");
    }, STOP_MS);
    await Promise.all(ended);
    clearTimeout(late);
  });
  await Promise.race([listening, failed.promise, stop.asked]);
}

/** No serving process came up. There is nothing to add to what it printed. */
export class ServingFailed extends Error {}

/** In a serving process: what the first one wants served. */
export async function receiveTask(): Promise<Task> {
  const [task] = await once(process, "message");
  return task as Task;
}
