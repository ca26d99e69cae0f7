// How long the site is without its database after somebody kills PostgreSQL (kill -9): until a page that asks it
// answers again.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBuild } from "../scripts/build.ts";
import { readPid } from "../server/postgres/leftover.ts";
import { clusterDirectory } from "../server/postgres/postgres.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";

const ROUNDS = 10;

const folder = makeTemporaryFolder("seo-pro-zone-bench-");
await ensureBuild();
const site = await startSite({ DATA_DIR: folder });
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
  await site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
times.sort((a, b) => a - b);
process.stdout.write(
  `PostgreSQL killed ${ROUNDS} times: back after ${seconds(times[ROUNDS >> 1])} s (median), at most ${seconds(times.at(-1))} s\n`,
);
process.exit(0);

function postmaster(): number {
  return readPid(path.join(clusterDirectory(folder), "postmaster.pid")) ?? 0;
}

/** /healthz asks the database (CONTRACT). */
async function answers(): Promise<boolean> {
  return (await fetch(`${site.url}/healthz`)).ok;
}

function seconds(ms = Number.NaN): string {
  return (ms / 1000).toFixed(2);
}
