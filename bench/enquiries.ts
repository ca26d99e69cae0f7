// Compares how fast enquiries are answered with a healthy mail server and with a hanging one. Email is sent after the
// response (decision 0035.14), so the ratio should stay near 1.
import { once } from "node:events";
import fs from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { startMailServer } from "../tests/support/mail.ts";
import { makeTemporaryFolder } from "../tests/support/site.ts";
import { openSite, postEnquiry } from "./site.ts";
import { inParallel, ms, percentile, say } from "./times.ts";

const ENQUIRIES = 400;
const WARM_UP = 50;
const VISITORS_AT_ONCE = 4;

const folder = makeTemporaryFolder("seo-pro-zone-bench-");
const mail = await startMailServer(path.join(folder, "mails"));
// This server never replies.
const silent = createServer().listen(0, "127.0.0.1");
await once(silent, "listening");
const silentUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;

try {
  const healthy = await measure(mail.url);
  const hanging = await measure(silentUrl);
  print("beside a healthy mail server", healthy);
  print("beside one that hangs", hanging);
  const ratio = (share: number) => (percentile(hanging, share) / percentile(healthy, share)).toFixed(2);
  say(`hanging to healthy: median ${ratio(0.5)}, 95th percentile ${ratio(0.95)}`);
} finally {
  await mail.stop();
  silent.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Returns the response times after the warm-up, in milliseconds. */
async function measure(SMTP_URL: string): Promise<number[]> {
  const site = await openSite({ SMTP_URL, LEADS_TO: "leads@seo.example", TRUST_PROXY: "1", SEED: "none" });
  const times: number[] = [];
  try {
    await inParallel(WARM_UP + ENQUIRIES, VISITORS_AT_ONCE, async (number) => {
      const startedAt = performance.now();
      const response = await postEnquiry(site.url, number, "Ada");
      const body = await response.text();
      if (response.status !== 200) throw new Error(`The site answered ${response.status}: ${body}`);
      if (number >= WARM_UP) times.push(performance.now() - startedAt);
    });
  } finally {
    await site.close();
  }
  return times;
}

function print(what: string, times: number[]) {
  const at = (share: number) => ms(percentile(times, share));
  say(`${times.length} answers ${what}: median ${at(0.5)}, 95th percentile ${at(0.95)}, slowest ${at(1)}`);
}
