// How long the site is without its database after somebody kills PostgreSQL (kill -9): until a page that asks it
// answers again.
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readPid } from "../server/postgres/leftover.ts";
import { clusterDirectory } from "../server/postgres/postgres.ts";
import { openSite } from "./site.ts";
import { percentile, say } from "./times.ts";

const ROUNDS = 10;

const site = await openSite();
const times: number[] = [];
try {
  for (let round = 0; round < ROUNDS; round++) {
    const killed = postmaster();
    process.kill(killed, "SIGKILL");
    const killedAt = performance.now();
    while (postmaster() === killed || !(await answers())) await delay(10);
    times.push(performance.now() - killedAt);
  }
} finally {
  await site.close();
}
const seconds = (share: number) => (percentile(times, share) / 1000).toFixed(2);
say(`PostgreSQL killed ${ROUNDS} times: back after ${seconds(0.5)} s (median), at most ${seconds(1)} s`);
process.exit(0);

function postmaster(): number {
  return readPid(path.join(clusterDirectory(site.folder), "postmaster.pid")) ?? 0;
}

/** /healthz asks the database (CONTRACT). */
async function answers(): Promise<boolean> {
  return (await fetch(`${site.url}/healthz`)).ok;
}
