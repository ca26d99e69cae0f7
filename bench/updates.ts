// Measures an update from one release's archive to another and back, under load:
//   node bootstrap.mjs bench/updates.ts OLD.tar.gz NEW.tar.gz
// Exits with 1 if a request fails or an update doesn't take over. If NEW changes the schema, going back has to be
// refused. RATE is the number of requests per second.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { say } from "./times.ts";

const RATE = Number(process.env.RATE ?? 740);
const PAGES = ["/", "/contact", "/services", "/case-studies", "/blog", "/about"];
/** How long the load goes on before and after each update. */
const AROUND_MS = 5_000;
const TICK_MS = 10;

const [before, after] = process.argv.slice(2).map((file) => path.resolve(file));
if (!before || !after) throw new Error("Name two archives: OLD.tar.gz NEW.tar.gz");
const folder = makeTemporaryFolder("seo-pro-zone-bench-");
const current = path.join(folder, "current");
const [old, next] = [unpack(before, "old"), unpack(after, "new")];
const changesSchema = countMigrations(next) > countMigrations(old);

switchTo(old);
const env = { DATA_DIR: path.join(folder, "data"), SEED: "demo" };
const site = await startSite(env, path.join(current, "start.mjs"));
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const outcomes = new Map<number | string, number>();
let longestMs = 0;
let sent = 0;
const beganAt = performance.now();
const load = setInterval(() => {
  for (const due = ((performance.now() - beganAt) / 1000) * RATE; sent < due; sent++) ask(sent);
}, TICK_MS);
try {
  for (const each of PAGES) await fetch(site.url + each);
  await update("to the new version", next, true);
  await update("back to the old version", old, !changesSchema);
  clearInterval(load);
  while (count() < sent) await delay(TICK_MS);
  const seconds = (performance.now() - beganAt) / 1000;
  say(
    `${count()} requests, ${Math.round(count() / seconds)} per second, longest ${Math.round(longestMs)} ms`,
  );
  for (const [outcome, times] of outcomes) say(`  ${outcome}: ${times}`);
  if ([...outcomes.keys()].some((outcome) => outcome !== 200)) process.exitCode = 1;
} finally {
  clearInterval(load);
  agent.destroy();
  await site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit();

function ask(number: number) {
  const startedAt = performance.now();
  const done = (outcome: number | string) => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  };
  // Every tenth request is a new visitor's.
  const connection = number % 10 === 0 ? false : agent;
  request(site.url + PAGES[number % PAGES.length]!, { agent: connection }, (response) =>
    response.resume().once("end", () => done(response.statusCode ?? 0)),
  )
    .once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    .end();
}

/** Switches to a release under load. Reports how long that took and whether it took over, as it should or shouldn't. */
async function update(name: string, release: string, shouldTakeOver: boolean) {
  await delay(AROUND_MS);
  const from = site.stderr().length;
  const startedAt = performance.now();
  switchTo(release);
  site.process.kill("SIGHUP");
  const logged = () => site.stderr().slice(from);
  while (!/The rolling restart (is done|was interrupted)/.test(logged())) await delay(TICK_MS);
  const tookOver = logged().includes("The rolling restart is done");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(
    `Update ${name}: ${tookOver ? "took over" : "was refused, the running version continued"} after ${seconds} s`,
  );
  if (tookOver !== shouldTakeOver) {
    say(logged());
    process.exitCode = 1;
  }
  await delay(AROUND_MS);
}

function unpack(archive: string, name: string): string {
  const to = path.join(folder, name);
  fs.mkdirSync(to);
  const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", to, "--strip-components=1"]);
  if (status !== 0) throw new Error(String(stderr));
  return to;
}

/** Replaces the link in one step, as `ln -sfn` doesn't. */
function switchTo(release: string) {
  fs.symlinkSync(release, `${current}.new`);
  fs.renameSync(`${current}.new`, current);
}

function countMigrations(release: string): number {
  const build = path.join(release, "build", fs.readFileSync(path.join(release, "build/current"), "utf8"));
  return fs.readdirSync(path.join(build, "db/migrations")).filter((file) => file.endsWith(".sql")).length;
}

function count(): number {
  return [...outcomes.values()].reduce((sum, times) => sum + times, 0);
}
