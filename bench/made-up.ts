// Processor time of made-up addresses, each another one: of the serving process for a request.
import fs from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { ensureBuild } from "../scripts/build.ts";
import { makeTemporaryFolder, processesOf, startSite } from "../tests/support/site.ts";
import { cpuOf, reportCpuTo } from "./cpu.ts";

const REQUESTS = 2_000;
const WARM_UP = 1_000;
const ROUNDS = 3;
const AT_ONCE = 4;

let made = 0;
/** Numbers beyond any list, numbers with something behind, and words. */
const value = () => [`${1_000 + made}`, `${made}a`, `word-${made}`, `${made}.5`][made++ % 4];
const ADDRESSES: [what: string, next: () => string][] = [
  ["`page` of the blog", () => `/blog?page=${value()}`],
  ["`page` of the case studies", () => `/case-studies?page=${value()}`],
  ["`industry`", () => `/case-studies?industry=${value()}`],
  ["`case-studies` of a service", () => `/services/local-seo?case-studies=${value()}`],
  ["slugs of posts", () => `/blog/${value()}`],
  ["slugs of case studies", () => `/case-studies/${value()}`],
  ["paths", () => `/${value()}`],
  ["paths below others", () => `/${value()}/${value()}`],
];

const folder = makeTemporaryFolder("seo-pro-zone-bench-");
await ensureBuild();
const site = await startSite({ DATA_DIR: path.join(folder, "data"), ...reportCpuTo(folder) });
const [serving = 0] = processesOf(site, "serving");
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
try {
  for (const [what, next] of ADDRESSES) {
    await costOf(next, WARM_UP);
    const rounds: number[] = [];
    let answered = "";
    for (let round = 0; round < ROUNDS; round++) {
      const { ms, statuses } = await costOf(next, REQUESTS);
      rounds.push(ms);
      answered = statuses;
    }
    const figures = rounds.toSorted((a, b) => a - b).map((ms) => ms.toFixed(2));
    process.stdout.write(`${what} (${answered}): ${figures.join(", ")} ms of processor a request\n`);
  }
} finally {
  agent.destroy();
  await site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function costOf(next: () => string, requests: number) {
  const statuses = new Set<number>();
  const before = await cpuOf(folder, serving);
  let left = requests;
  const visitor = async () => {
    while (left-- > 0) statuses.add(await ask(next()));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  const used = (await cpuOf(folder, serving)) - before;
  return { ms: used / 1_000 / requests, statuses: [...statuses].join(", ") };
}

function ask(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "gzip, deflate, br" };
    request(site.url + address, { agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    })
      .on("error", reject)
      .end();
  });
}
