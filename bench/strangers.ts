// What strangers cost the site and its visitors: large logins at once (memory of the serving process, times of another
// visitor), broken-off downloads, and posts to the panel without end beside visitors who read pages.
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PANEL } from "../tests/support/owner.ts";
import { processesOf } from "../tests/support/site.ts";
import { openSite, servingMemory, watchMemory } from "./site.ts";
import type { Posted, Strangers } from "./strangers-posting.ts";
import { median, ms, percentile, say } from "./times.ts";

const DOWNLOADS = 300;
const LOGINS = 10;
/** What a login of 2 MB was made of: a million empty fields. */
const LARGE = `password=x${"&a".repeat(1024 * 1024 - 5)}`;
/** As large as the login takes. */
const ALLOWED = `password=x${"&a".repeat(490)}&b=${"x".repeat(15_300)}`;
const SAMPLE_MS = 20;
const WATCHED_MS = 5_000;
const SETTLE_MS = 1_000;
const PAGES = ["/", "/contact", "/services/local-seo", "/case-studies", "/blog"];
const PAUSE_MS = 5;

const site = await openSite({ TRUST_PROXY: "1" });
try {
  await readPages(3_000);
  await delay(8_000);
  await readPages(3_000);
  await largeLogins("10 logins of 2 MB at once", LARGE);
  await delay(3_000);
  await largeLogins("10 logins of 16 kB at once, each checked", ALLOWED);
  await delay(3_000);
  await breakOffDownloads();
  await besideStrangers(1, 2);
  await besideStrangers(1, 50);
  await besideStrangers(1);
  await besideStrangers(4);
} finally {
  await site.close();
}
process.exit(0);

/** One visitor, page after page. @returns milliseconds of each */
async function readPages(forMs: number, isOver = () => false): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  for (let i = 0; performance.now() < until && !isOver(); i++) {
    const { ms, status } = await site.ask(PAGES[i % PAGES.length]!, { "X-Forwarded-For": "203.0.113.1" });
    if (status !== 200) throw new Error(`A page answered ${status}`);
    times.push(ms);
    await delay(PAUSE_MS);
  }
  return times;
}

/** A connection of its own for each. */
async function logInWith(body: string, from: string): Promise<number> {
  const headers = {
    "X-Forwarded-For": from,
    "Accept-Encoding": "br",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(body),
  };
  const sending = request(site.url + PANEL, { method: "POST", headers });
  sending.end(body);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  await once(response.resume(), "end");
  return response.statusCode ?? 0;
}

async function largeLogins(what: string, body: string) {
  const quiet = await readPages(WATCHED_MS);
  const before = servingMemory(site);
  let isOver = false;
  const mostOf = watchMemory(site, SAMPLE_MS);
  const reading = readPages(60_000, () => isOver);
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: LOGINS }, (_, i) => logInWith(body, `198.51.100.${i}`).catch(() => 0)),
  );
  const took = performance.now() - startedAt;
  await delay(1_000);
  isOver = true;
  const times = await reading;
  const most = mostOf();
  say(
    `${what}: answered ${[...new Set(statuses)].join(", ")} within ${ms(took)}; ` +
      `memory of the serving process ${mb(before)}, at most ${mb(most)} (+${mb(most - before)}); ` +
      `another visitor ${figures(times)}, quiet ${figures(quiet)}`,
  );
}

async function breakOffDownloads() {
  const descriptors = () => fs.readdirSync(`/proc/${processesOf(site, "serving")[0]}/fd`).length;
  const html = await (await fetch(site.url + PANEL)).text();
  const [address = ""] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
  const before = descriptors();
  let most = before;
  for (let i = 0; i < DOWNLOADS; i++) {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    socket.once("data", () => socket.resetAndDestroy());
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, "close");
    most = Math.max(most, descriptors());
  }
  await delay(SETTLE_MS);
  say(
    `${DOWNLOADS} broken-off downloads: ${before} descriptors before, at most ${most}, ${descriptors()} afterwards`,
  );
}

/** @param perSecond posts of each; null without end */
async function besideStrangers(strangers: number, perSecond: number | null = null) {
  const quiet = await readPages(WATCHED_MS);
  const child = fork(path.join(import.meta.dirname, "strangers-posting.ts"));
  child.send({ url: site.url, strangers, perSecond } satisfies Strangers);
  await delay(SETTLE_MS);
  const times = await readPages(WATCHED_MS);
  child.send("over");
  const [{ sent, statuses }] = (await once(child, "message")) as [Posted];
  say(
    `${Math.round((sent / (WATCHED_MS + SETTLE_MS)) * 1_000)} posts a second by ${strangers === 1 ? "a stranger" : `${strangers} strangers`} to the panel (${statuses.join(", ")}): ` +
      `a visitor ${figures(times)}, quiet ${figures(quiet)}, median ${(median(times) / median(quiet)).toFixed(2)} times`,
  );
}

function figures(times: number[]): string {
  return `${ms(median(times))} (median), ${ms(percentile(times, 0.95))} (95th percentile of ${times.length})`;
}

function mb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
