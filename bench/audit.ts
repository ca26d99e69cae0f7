// How long an audit takes, beside a website that answers each request after a second, and what hostile ones cost.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { auditSite } from "../server/audit/audit-site.ts";
import { type Answer, goodAnswer, goodPage, openWebsites, type Website } from "../tests/support/websites.ts";
import { inParallel, percentile, say } from "./times.ts";

const AUDITS = 20;
const AT_ONCE = 2;
const SECOND_MS = 1_000;
const LOOK_EVERY_MS = 10;
const MB = 1_000_000;

const HTML = { "Content-Type": "text/html" };
const withPage =
  (answer: Answer): Website =>
  ({ scheme, path }) =>
    scheme === "https" && path === "/" ? answer : undefined;
const packed = (encoding: string, body: Buffer) =>
  withPage({ headers: { ...HTML, "Content-Encoding": encoding }, body });
const page = (body: string) => withPage({ headers: HTML, body });
const zeros = Buffer.alloc(100 * MB);
const small = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const websites: Record<string, Website> = {
  good: () => undefined,
  slow: (request) => {
    const answer = goodAnswer(request);
    return typeof answer === "function" ? answer : { ...answer, afterMs: SECOND_MS };
  },
  gzip: packed("gzip", gzipSync(zeros)),
  brotli: packed("br", brotliCompressSync(zeros, small)),
  nested: page("<div>".repeat(400_000)),
  tables: page("<table><tr><td>".repeat(130_000)),
  headings: page("<h1>".repeat(500_000)),
  large: page(
    goodPage("large.site.test", { body: "<p>Words and words. <a href='/a'>A link</a>".repeat(45_000) }),
  ),
  robots: ({ path }) =>
    path === "/robots.txt"
      ? { body: `User-agent: *\n${`Disallow: /${"*a".repeat(100)}\n`.repeat(2_400)}` }
      : undefined,
};

const net = await openWebsites(websites);
const audit = (name: string) =>
  auditSite(`${name}.site.test`, { siteUrl: "https://own.example.org", network: net.network });
await audit("good");

for (const name of ["good", "gzip", "brotli", "nested", "tables", "headings", "large", "robots"]) {
  const { peak, lag, ms, trouble } = await cost(() => audit(name));
  say(
    `${name}: ${ms} ms, ${(peak / MB).toFixed(0)} MB more at most, event loop held up for ${lag} ms at most${trouble ? `, ${trouble}` : ""}`,
  );
}
const times: number[] = [];
await inParallel(AUDITS, AT_ONCE, async () => {
  const { tookMs, trouble, findings } = await audit("slow");
  const unchecked = findings.filter(({ state }) => state === "unchecked").length;
  if (trouble || unchecked) say(`slow: ${trouble ?? `${unchecked} not checked`}`);
  times.push(tookMs);
});
say(
  `a website that answers in 1 s, ${AUDITS} audits, ${AT_ONCE} at once: median ${percentile(times, 0.5)} ms, 95th percentile ${percentile(times, 0.95)} ms, longest ${percentile(times, 1)} ms`,
);
await net.close();
process.exit(0);

/** Milliseconds, bytes of memory beyond those before at the highest point, longest time that nothing else could run. */
async function cost(work: () => ReturnType<typeof audit>) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = 0;
  let lag = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - before);
    lag = Math.max(lag, Math.round(performance.now() - last - LOOK_EVERY_MS));
    last = performance.now();
  }, LOOK_EVERY_MS);
  const { tookMs: ms, trouble } = await work();
  clearInterval(timer);
  return { peak, lag, ms, trouble };
}
