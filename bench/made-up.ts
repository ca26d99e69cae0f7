// Processor time of made-up addresses, each another one: of the serving process for a request.
import { processesOf } from "../tests/support/site.ts";
import { cpuOf, REPORT_CPU } from "./cpu.ts";
import { openSite } from "./site.ts";
import { inParallel, say } from "./times.ts";

const REQUESTS = 2_000;
const WARM_UP = 1_000;
const ROUNDS = 3;
const AT_ONCE = 4;
const HEADERS = { "Accept-Encoding": "gzip, deflate, br" };

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

const site = await openSite(REPORT_CPU);
const [serving = 0] = processesOf(site, "serving");
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
    say(`${what} (${answered}): ${figures.join(", ")} ms of processor a request`);
  }
} finally {
  await site.close();
}
process.exit(0);

async function costOf(next: () => string, requests: number) {
  const statuses = new Set<number>();
  const before = await cpuOf(serving);
  await inParallel(requests, AT_ONCE, async () => statuses.add((await site.ask(next(), HEADERS)).status));
  const used = (await cpuOf(serving)) - before;
  return { ms: used / 1_000 / requests, statuses: [...statuses].join(", ") };
}
