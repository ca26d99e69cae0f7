// Measures how long a second start takes, and the memory of all processes before and after 100,000 requests. Linux
// only, because it reads /proc.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBuild } from "../scripts/build.ts";
import { freePort, makeTemporaryFolder } from "../tests/support/site.ts";
import { inParallel, percentile, say } from "./times.ts";

const ROUNDS = 5;
const POLL_MS = 2;
const REQUESTS = 100_000;
const ADDRESSES = 20_000;
const VISITORS_AT_ONCE = 16;
const IDLE_MS = 2_000;
const IDLE_AT_LATEST_MS = 120_000;

const root = path.resolve(import.meta.dirname, "..");
const folder = makeTemporaryFolder("seo-pro-zone-bench-");
const agent = new http.Agent({ keepAlive: true, maxSockets: VISITORS_AT_ONCE });
await ensureBuild();
try {
  await start("the first start", [process.execPath, "bootstrap.mjs", "scripts/start.mjs"], stop);
  for (const command of [
    [process.execPath, "bootstrap.mjs", "scripts/start.mjs"],
    ["npm", "start"],
  ]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await start(command.join(" "), command, stop));
    }
    const at = (share: number) => Math.round(percentile(times, share));
    say(
      `second start, ${command.map((word) => path.basename(word)).join(" ")}: ${at(0.5)} ms until / is answered (median of ${ROUNDS}, ${at(0)} to ${at(1)})`,
    );
  }
  await start("memory", ["npm", "start"], async (child, url) => {
    const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
    const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)];
    for (let i = 0; i < 3; i++) {
      for (const [, page = ""] of pages) await ask(url, new URL(page).pathname);
    }
    await idle(child);
    report(`after the start and three visits of ${pages.length} pages`, child);
    await inParallel(REQUESTS, VISITORS_AT_ONCE, (i) => ask(url, madeUp(i % ADDRESSES)));
    report(`after ${REQUESTS} requests for ${ADDRESSES} made-up addresses`, child);
    await idle(child);
    report("the same, at rest", child);
    await stop(child);
  });
} finally {
  agent.destroy();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Returns the milliseconds until the home page responds. `then` must stop the site. */
async function start(
  name: string,
  [command = "", ...args]: string[],
  then: (child: ChildProcess, url: string) => Promise<void>,
): Promise<number> {
  const PORT = String(await freePort());
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT, DATA_DIR: path.join(folder, "data") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${PORT}`;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${name}: the site did not start`);
    await delay(POLL_MS);
  }
  const tookMs = performance.now() - startedAt;
  await then(child, url);
  return tookMs;
}

/** Stops the site and waits for all of its processes, because npm exits before its children. */
async function stop(child: ChildProcess) {
  const all = processesOf(child.pid ?? 0);
  child.kill("SIGTERM");
  while (all.some(({ pid }) => fs.existsSync(`/proc/${pid}`))) await delay(POLL_MS);
}

async function ask(url: string, address: string) {
  const request = http.get(url + address, { agent, headers: { "Accept-Encoding": "br" } });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.resume();
  await once(response, "end");
}

function madeUp(number: number): string {
  const kinds = [
    "/",
    "/blog/",
    "/case-studies/",
    "/services/",
    "/blog?page=",
    "/case-studies?industry=",
    "/?q=",
  ];
  return `${kinds[number % kinds.length]}made-up-${number}`;
}

type Process = { pid: number; name: string; rss: number; pss: number };

/** Returns a process and its descendants. */
function processesOf(pid: number): Process[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(rollup)?.[1]) / 1024;
  const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const name =
    /--process=(\w+)/.exec(command.join(" "))?.[1] ??
    (command[1]?.endsWith("bootstrap.mjs") ? "first" : path.basename(command[0] ?? "").split(" ")[0]);
  return [
    { pid, name: name || "other", rss: megabytes("Rss"), pss: megabytes("Pss") },
    ...children.flatMap((child) => processesOf(Number(child))),
  ];
}

function report(when: string, child: ChildProcess) {
  const sums = new Map<string, { rss: number; pss: number; count: number }>();
  for (const { name, rss, pss } of processesOf(child.pid ?? 0)) {
    const sum = sums.get(name) ?? { rss: 0, pss: 0, count: 0 };
    sums.set(name, { rss: sum.rss + rss, pss: sum.pss + pss, count: sum.count + 1 });
  }
  say(`${when}, MB resident (with what is shared divided by who shares it):`);
  for (const [name, { rss, pss, count }] of sums)
    say(`  ${name}${count > 1 ? ` × ${count}` : ""}: ${Math.round(rss)} (${Math.round(pss)})`);
  say(`  together: (${Math.round([...sums.values()].reduce((sum, { pss }) => sum + pss, 0))})`);
}

/** Waits until the server has compressed its pages in the background, for 2 minutes at most. */
async function idle(child: ChildProcess) {
  const serving = processesOf(child.pid ?? 0).find(({ name }) => name === "serving")?.pid;
  const ticks = () => {
    const fields = fs.readFileSync(`/proc/${serving}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const startedAt = performance.now();
  for (let before = -10, now = ticks(); now - before > 3; now = ticks()) {
    if (performance.now() - startedAt > IDLE_AT_LATEST_MS) return;
    before = now;
    await delay(IDLE_MS);
  }
}
