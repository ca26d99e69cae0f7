// How long a visitor waits for the answer to an enquiry: beside a mail server that hangs, and as the yardstick
// beside a healthy one. Mail is sent after the answer (decision 0035.14), so the ratio should stay near 1.
import { once } from "node:events";
import fs from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { ensureBuild } from "../scripts/build.ts";
import { startMailServer } from "../tests/support/mail.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { ms, percentile, say } from "./times.ts";

const ENQUIRIES = 400;
const WARM_UP = 50;
const VISITORS_AT_ONCE = 4;

const folder = makeTemporaryFolder("seo-pro-zone-bench-");
await ensureBuild();
const mail = await startMailServer(path.join(folder, "mails"));
// Takes connections and never says a word.
const silent = createServer().listen(0, "127.0.0.1");
await once(silent, "listening");
const silentUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;

try {
  const healthy = await measure("healthy", mail.url);
  const hanging = await measure("hanging", silentUrl);
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

/** @returns milliseconds of each answer, after a warm-up */
async function measure(name: string, SMTP_URL: string): Promise<number[]> {
  const site = await startSite({
    DATA_DIR: path.join(folder, name),
    SMTP_URL,
    LEADS_TO: "leads@seo.example",
    TRUST_PROXY: "1",
    SEED: "none",
  });
  const times: number[] = [];
  let sent = 0;
  try {
    const visitor = async () => {
      while (sent < WARM_UP + ENQUIRIES) {
        const number = sent++;
        const startedAt = performance.now();
        await send(site.url, number);
        if (number >= WARM_UP) times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: VISITORS_AT_ONCE }, visitor));
  } finally {
    await site.stop();
  }
  return times;
}

async function send(url: string, number: number) {
  const response = await fetch(`${url}/api/send-contact-email`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": `10.0.${number >> 8}.${number & 255}`,
    },
    body: JSON.stringify({ name: "Ada", email: "ada@example.com", message: "Hello", formType: "contact" }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`The site answered ${response.status}: ${body}`);
}

function print(what: string, times: number[]) {
  const at = (share: number) => ms(percentile(times, share));
  say(`${times.length} answers ${what}: median ${at(0.5)}, 95th percentile ${at(0.95)}, slowest ${at(1)}`);
}
