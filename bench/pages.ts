// Measures the CPU time of a cached page compared to Node's own server, and the weight of every public page.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { processesOf } from "../tests/support/site.ts";
import { cpuOf, REPORT_CPU } from "./cpu.ts";
import { openSite } from "./site.ts";
import { inParallel, median, say } from "./times.ts";

/** Many short rounds, so that other load on the machine affects both servers alike. */
const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
const REQUESTS = 1_500;
const AT_ONCE = 8;
/** Limit on requests while the server compresses a popular page further in the background. */
const MAX_ASKED = 100;
const BETWEEN_MS = 50;
/** These headers belong to the connection, not the page. */
const NOT_THE_PAGES = ["date", "connection", "keep-alive", "transfer-encoding"];

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
type Answer = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };

const site = await openSite(REPORT_CPU);
try {
  await printWeights();
  await printCost();
} finally {
  agent.destroy();
  await site.close();
}
process.exit(0);

/** Sends a request as browsers do, and returns the bytes as sent. */
function ask(address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "gzip, deflate, br, zstd" };
    request(address, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers, rawHeaders } = response;
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** Returns the response once the server has compressed the page further, or the first response if it doesn't. */
async function askSettled(address: string): Promise<Answer> {
  const first = await ask(address);
  for (let asked = 1; asked < MAX_ASKED; asked++) {
    const answer = await ask(address);
    if (answer.body.length < first.body.length) return answer;
    await setTimeout(BETWEEN_MS);
  }
  return first;
}

/** Prints bytes as sent, except for the inlined style sheet, which is uncompressed. */
async function printWeights() {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const pages = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = ""]) => new URL(loc).pathname);
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? ask(new URL(file, site.url).href).then(({ body }) => body.length);
    sizes.set(file, size);
    return size;
  };
  const sum = async (files: string[]) => (await Promise.all(files.map(sizeOf))).reduce((a, b) => a + b, 0);

  print(
    "page",
    "HTML",
    "style in it",
    "CSS file",
    "script",
    "font",
    "images at once",
    "images later",
    "before view",
  );
  for (const page of pages) {
    const { body } = await askSettled(site.url + page);
    const html = await (await fetch(site.url + page)).text();
    const head = html.slice(0, html.indexOf("</head>"));
    const all = (pattern: RegExp, text = html) => [
      ...new Set(Array.from(text.matchAll(pattern), ([, file = ""]) => file)),
    ];
    const own = (files: string[]) => files.filter((file) => file.startsWith("/"));
    const images = own(all(/<img(?![^>]*loading="lazy")[^>]* src="([^"]+)"/g));
    const later = [
      ...own(all(/<img(?=[^>]*loading="lazy")[^>]* src="([^"]+)"/g)),
      ...all(/<use href="(\/[^"#]+)#/g),
    ];
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    const blocking = [
      ...all(/<link rel="stylesheet" href="([^"]+)"/g, head),
      ...all(/<script(?![^>]*(?: async| defer|type="))[^>]* src="([^"]+)"/g, head),
    ];
    print(
      page,
      body.length,
      style.length,
      await sum(all(/<link rel="stylesheet" href="([^"]+)"/g)),
      await sum(own(all(/<script[^>]* src="([^"]+)"/g))),
      await sum(all(/<link rel="preload" href="([^"]+)" as="font"/g)),
      await sum(images),
      await sum(later),
      1 + blocking.length,
    );
  }
}

function print(name: string, ...cells: (string | number)[]) {
  say(`| ${[name, ...cells].join(" | ")} |`);
}

async function printCost() {
  const address = `${site.url}/`;
  const { rawHeaders, body, headers } = await ask(address);
  const sent = rawHeaders.flatMap((name, i) =>
    i % 2 || NOT_THE_PAGES.includes(name.toLowerCase()) ? [] : [name, rawHeaders[i + 1] ?? ""],
  );
  const bare = fork(path.join(import.meta.dirname, "bare-server.ts"), {
    env: { ...process.env, ...REPORT_CPU },
  });
  const [serving = 0] = processesOf(site, "serving");
  try {
    bare.send({ headers: sent, body: body.toString("base64") });
    const [port] = await once(bare, "message");
    const bareAddress = `http://127.0.0.1:${port}/`;
    const kept: number[] = [];
    const yardstick: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const [ours, theirs] = [await costOf(serving, address), await costOf(bare.pid ?? 0, bareAddress)];
      if (round < WARM_UP_ROUNDS) continue;
      kept.push(ours);
      yardstick.push(theirs);
    }
    const times = (ours: number, theirs: number) =>
      `${ours.toFixed(1)} µs beside ${theirs.toFixed(1)} µs of bare node:http: ${(ours / theirs).toFixed(2)} times`;
    say(
      `processor time of a kept home page, ${body.length} bytes (${headers["content-encoding"]}), goal 1.10 times\n` +
        `median of ${ROUNDS} rounds: ${times(median(kept), median(yardstick))}\n` +
        `quietest round: ${times(Math.min(...kept), Math.min(...yardstick))}`,
    );
  } finally {
    bare.kill();
  }
}

/** Returns the microseconds of CPU time per request. */
async function costOf(pid: number, address: string): Promise<number> {
  const before = await cpuOf(pid);
  await inParallel(REQUESTS, AT_ONCE, async () => {
    const { status } = await ask(address);
    if (status !== 200) throw new Error(`${address} answered ${status}`);
  });
  return ((await cpuOf(pid)) - before) / REQUESTS;
}
