// Measures how much memory uploads of 20 MB take, and how they slow down pages at 50 requests per second.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import type { Sending } from "./media-sender.ts";
import { openSite, servingMemory, watchMemory } from "./site.ts";
import { atPace, percentile, say } from "./times.ts";

const BYTES = 20 * 1024 * 1024;
const UPLOADS = 40;
/** 100 Mbit/s, which is fast for uploads. */
const LINE = { uploads: 12, bytesPerSecond: 12_500_000 };
const EVERY_MS = 20;
const QUIET_MS = 10_000;
const POLL_MS = 100;
const PAGES = ["/", "/services/local-seo", "/case-studies", "/blog"];

const site = await openSite({ ADMIN_PASSWORD });
try {
  const { session } = await logIn(site.url);
  // Noise compresses as poorly as fine detail in a photo.
  const grain = { raw: { width: 400, height: 300, channels: 3 } } as const;
  const image = await sharp(randomBytes(400 * 300 * 3), grain)
    .resize(4000, 3000)
    .jpeg()
    .toBuffer();
  const byLine = await prepareUploads(session, image, LINE);
  const upload = await prepareUploads(session, image, { uploads: UPLOADS });
  await read(delay(5_000));
  const before = megabytes(servingMemory(site));
  print("quiet", await read(delay(QUIET_MS)), before);
  const slow = await whileWatched(() => read(byLine()));
  print(`beside ${LINE.uploads} uploads of 20 MB at 100 Mbit/s, and the work on them`, slow.sent, slow.peak);
  const worked = await whileWatched(() => read(isWorkedOn(3)));
  print("beside the work on them", worked.sent, worked.peak);
  await isWorkedOn(LINE.uploads);
  print("quiet again", await read(delay(QUIET_MS)), megabytes(servingMemory(site)));
  const { sent, peak } = await whileWatched(() => read(upload()));
  print(`beside ${UPLOADS} uploads of 20 MB as fast as the machine takes them`, sent, peak);
  say(
    `memory of the serving process: ${before} MB before, ${Math.max(slow.peak, peak, worked.peak) - before} MB more at most`,
  );
} finally {
  await site.close();
}
process.exit(0);

/** Returns a function that starts sending. */
async function prepareUploads(
  session: { Cookie: string },
  image: Buffer,
  how: Pick<Sending, "uploads" | "bytesPerSecond">,
) {
  const url = `${site.url}${PANEL}/media/upload?name=photo.jpg`;
  const sending: Sending = { url, headers: session, image, bytes: BYTES, ...how };
  const sender = new Worker(new URL("media-sender.ts", import.meta.url), { workerData: sending });
  await once(sender, "message");
  return async () => {
    sender.postMessage("go");
    await once(sender, "message");
  };
}

async function isWorkedOn(images: number) {
  while ((await site.query("select from media_files where state = 'ready'")).length < images)
    await delay(POLL_MS);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

async function whileWatched(work: () => Promise<number[]>) {
  const most = watchMemory(site, POLL_MS);
  const sent = await work();
  return { sent, peak: megabytes(most()) };
}

/** Sends 50 requests per second until `over` settles. */
function read(over: Promise<unknown>): Promise<number[]> {
  return atPace(EVERY_MS, over, async (i) => {
    const path = PAGES[i % PAGES.length]!;
    const { ms, status } = await site.ask(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return ms;
  });
}

function print(what: string, times: number[], mb: number) {
  const at = (share: number) => percentile(times, share).toFixed(1);
  say(
    `${what}: ${times.length} pages, median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, slowest ${at(1)} ms; serving process ${mb} MB`,
  );
}
