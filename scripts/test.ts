// `npm test`; `npm run check` (--quick), which skips tests that need a built site or run alone; or `npm run types`
// (--types). The last line is the result.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureTestBrowser } from "../tests/support/browser.ts";
import { ensureBuild } from "./build.ts";
import { type Count, type Failure, readBrowserReport, readUnitReport } from "./test-reports.ts";

const root = path.resolve(import.meta.dirname, "..");
const results = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-results-"));
const running = new Set<ChildProcess>();
let isStopped = false;

for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.once(event, () => {
    isStopped = true;
    for (const child of running) child.kill("SIGTERM");
  });
}

type Options = {
  env?: Record<string, string>;
  /** Prints standard error, which contains the tested code's log, only if the program fails. */
  isQuiet?: boolean;
};

/** Runs a program from node_modules with this Node. */
function run(program: string, args: string[], { env = {}, isQuiet = false }: Options = {}): Promise<number> {
  if (isStopped) return Promise.resolve(1);
  const child = spawn(process.execPath, [path.join(root, "node_modules", program), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", isQuiet ? "pipe" : "inherit"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  const heldBack: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => heldBack.push(chunk));
  return new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => {
      if (code !== 0) for (const chunk of heldBack) process.stderr.write(chunk);
      resolve(code ?? 1);
    });
  }).finally(() => running.delete(child));
}

async function check(...steps: [program: string, args: string[]][]): Promise<Count> {
  for (const [program, args] of steps) {
    if ((await run(program, args)) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

const typeCheck = () =>
  check(
    ["@react-router/dev/bin.cjs", ["typegen"]],
    // Each of the four default checkers would resolve the same types again.
    ["typescript/bin/tsc", ["--noEmit", "--checkers", "1"]],
  );

const lint = () =>
  check(["@biomejs/biome/bin/biome", ["ci", ...(process.stdout.isTTY ? [] : ["--colors=off"])]]);

/** Tests that run whole sites. */
const SITES = "tests/*/**";

/** Crashes, outages, time limits and hostile files. What runs next to these tests decides what they see. */
const ALONE = fs.globSync(
  [
    ...["tests/faults/*.test.ts", "tests/ops/*-crash.test.ts"],
    ...["server/audit/audit-site.test.ts", "server/images/hostile.test.ts"],
  ],
  { cwd: root },
);

let runs = 0;
async function vitest(...options: string[]): Promise<Count> {
  const file = path.join(results, `vitest-${++runs}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("vitest/vitest.mjs", ["run", ...reporters, ...options], { isQuiet: true });
  return readUnitReport(file, code);
}

async function browser(): Promise<Count> {
  const file = path.join(results, "playwright.json");
  const env = { TEST_BROWSER: await testBrowser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run("@playwright/test/cli.js", ["test", "--reporter=list,json"], { env });
  return readBrowserReport(file, code);
}

const fromRoot = (file: string) => path.relative(root, path.resolve(root, file));

function describeFailure({ file, promise, why }: Failure): string {
  const begin = why.split("\n").slice(0, 12).join("\n    ");
  return `  ${fromRoot(file)} › ${promise}\n    ${begin}`;
}

/** Shows the first two lines of the first attempt's message. */
function describeFlaky({ file, promise, why }: Failure): string {
  const [said = "", more = ""] = why
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return `FLAKY ${fromRoot(file)}: ${promise}: ${said} ${more}`.trim();
}

const isQuick = process.argv.includes("--quick");
const isTypes = process.argv.includes("--types");
/** The browser is downloaded during the build if it's missing. */
const testBrowser = isQuick || isTypes ? Promise.resolve("") : ensureTestBrowser();
// The browser tests report the error.
testBrowser.catch(() => {});
type Part = [name: string, part: () => Promise<Count>];
const types: Part = ["Type check", typeCheck];
const style: Part = ["Lint", lint];
const withoutAlone = ALONE.map((file) => `--exclude=${file}`);
/** Stages run one after the other, and the parts of a stage in parallel. The first stage runs during the build. */
const everything: Part[][] = [
  [types, style],
  [["Unit and HTTP tests", () => vitest(...withoutAlone)]],
  [["Tests that run alone", () => vitest("--maxWorkers=1", ...ALONE)]],
  [["Browser tests", browser]],
];
const quick: Part[][] = [[types, style, ["Unit tests", () => vitest(`--exclude=${SITES}`, ...withoutAlone)]]];
const stages = isTypes ? [[types]] : isQuick ? quick : everything;

const counts: Count[] = [];
const summary: string[] = [];
const building: Promise<Count | null> =
  stages === everything ? ensureBuild().then(() => null, failed) : Promise.resolve(null);
async function runPart([name, part]: Part) {
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const count = await part().catch(failed);
  counts.push(count);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  summary.push(
    `${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
    // Repeated here, because logs may be cut off.
    ...(count.failures ?? []).map(describeFailure),
  );
}

function failed(error: Error): Count {
  process.stdout.write(`${error.message}\n`);
  return { passed: 0, failed: 1 };
}

const [first = [], ...later] = stages;
const [buildFailed] = await Promise.all([building, ...first.map(runPart)]);
if (buildFailed) counts.push(buildFailed);
for (const stage of later) if (!isStopped) await Promise.all(stage.map(runPart));
fs.rmSync(results, { recursive: true, force: true });

/** More tests than this that pass only when retried mean that something is wrong, so they fail the run. */
const MAX_FLAKY = 3;
/** Collects the flaky tests of all runs on this machine, so that it shows which ones come back. */
const FLAKY_LOG = path.join(root, "flaky-tests.log");
const flakyTests = counts.flatMap((count) => count.flaky ?? []).map(describeFlaky);
if (flakyTests.length > 0) {
  const now = new Date().toISOString();
  fs.appendFileSync(FLAKY_LOG, flakyTests.map((line) => `${now} ${line}\n`).join(""));
  summary.push("", ...flakyTests);
}
if (flakyTests.length > MAX_FLAKY) {
  counts.push({ passed: 0, failed: 1 });
  summary.push(`${flakyTests.length} tests passed only when retried; the limit is ${MAX_FLAKY}.`);
}

const total = (key: "passed" | "failed") => counts.reduce((sum, count) => sum + count[key], 0);
process.stdout.write(`\n${summary.join("\n")}\n\n${total("passed")} passed, ${total("failed")} failed\n`);
process.exit(total("failed") === 0 && !isStopped ? 0 : 1);
