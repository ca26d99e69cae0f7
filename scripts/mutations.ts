// `npm run mutations`: proves that the tests notice mistakes. Makes each change in tests/faults/mutations.md in a copy
// of the sources, and expects the named test file to fail. Numbers limit it to these items. With `--baseline`, the test
// files first have to pass without a change.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureTestBrowser } from "../tests/support/browser.ts";
import { readBrowserReport, readUnitReport } from "./test-reports.ts";

type Fault = { number: number; name: string; file: string; from: string; to: string; test: string };
type Outcome = { state: "RED" | "GREEN" | "DOESN'T BUILD" | "DIED"; said: string };

const root = path.resolve(import.meta.dirname, "..");
const LIST = "tests/faults/mutations.md";
const ITEM =
  /^(?<number>\d+)\. \*\*(?<name>[^*]+)\*\* · .+? · (?<file>\S+) · (`+)(?<from>.+?)\4 → (?:(`+)(?<to>.+?)\6|\(removed\)) · (?<test>\S+)$/;
/** These tests run the built site. */
const NEEDS_BUILD = /^tests\/(e2e|http|ops)\//;
const IS_BROWSER_TEST = /\.e2e\.ts$/;

const args = process.argv.slice(2);
const isBaseline = args.includes("--baseline");
const numbers = args.filter((arg) => arg !== "--baseline");

let running: ChildProcess | undefined;
let isStopped = false;
for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(event, () => {
    isStopped = true;
    // Playwright cleans up only after this signal.
    running?.kill("SIGINT");
  });
}

const all = readFaults();
const faults = numbers.length ? all.filter(({ number }) => numbers.includes(String(number))) : all;
if (faults.length < numbers.length) stop([`${LIST} doesn't have all of these items: ${numbers.join(", ")}`]);
const copy = copySources();
process.once("exit", () => fs.rmSync(copy, { recursive: true, force: true }));
const report = path.join(copy, "report.json");
const browser = faults.some(({ test }) => IS_BROWSER_TEST.test(test)) ? await ensureTestBrowser() : "";

const wrong: string[] = [];
if (isBaseline)
  for (const test of new Set(faults.map((fault) => fault.test)))
    if ((await tell(`without a fault, ${test}`, () => runTest(test))) !== "GREEN") wrong.push(test);
if (wrong.length) stop([`These test files fail without a fault: ${wrong.join(", ")}`]);

let red = 0;
for (const fault of faults)
  if ((await tell(`${fault.number} ${fault.name}`, () => tryFault(fault))) === "RED") red++;
process.stdout.write(`\n${red} of ${faults.length} faults turned a test red\n`);
process.exit(red === faults.length ? 0 : 1);

/** Reads the list, and ends with all that's wrong with it if it's out of date. */
function readFaults(): Fault[] {
  const problems: string[] = [];
  const lines = read(path.join(root, LIST)).match(/^\d+\. .*$/gm) ?? [];
  const faults = lines.flatMap((line, i) => {
    const { groups } = ITEM.exec(line) ?? {};
    if (Number(groups?.number) !== i + 1) problems.push(`This should be a complete item ${i + 1}: ${line}`);
    const { name = "", file = "", from = "", to = "", test = "" } = groups ?? {};
    return groups ? [{ number: i + 1, name, file, from, to, test }] : [];
  });
  for (const { number, file, from, test } of faults) {
    const source = path.join(root, file);
    const count = fs.existsSync(source) ? read(source).split(from).length - 1 : 0;
    if (count !== 1) problems.push(`Item ${number}: ${file} contains this ${count} times, not once: ${from}`);
    if (!fs.existsSync(path.join(root, test))) problems.push(`Item ${number}: there's no ${test}.`);
  }
  for (const feature of fs.readdirSync(path.join(root, "app", "features")))
    if (!faults.some(({ file }) => file.startsWith(`app/features/${feature}/`)))
      problems.push(`No item is about app/features/${feature}.`);
  const changed = git("status", "--porcelain", "--", ...new Set(faults.map(({ file }) => file)));
  if (changed) problems.push(`Commit these files first:\n${changed}`);
  if (problems.length) stop(problems);
  return faults;
}

/** Copies the sources to a temporary folder, so that a fault never gets into the working tree. */
function copySources(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-mutations-"));
  for (const file of git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"))
    if (file && fs.existsSync(path.join(root, file)))
      fs.cpSync(path.join(root, file), path.join(folder, file));
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

async function tryFault({ file, from, to, test }: Fault): Promise<Outcome> {
  const source = path.join(copy, file);
  const before = read(source);
  fs.writeFileSync(
    source,
    before.replace(from, () => to),
  );
  try {
    return await runTest(test);
  } finally {
    fs.writeFileSync(source, before);
  }
}

/** Runs a test file until the first failed test. Only a reported failure counts as red. */
async function runTest(test: string): Promise<Outcome> {
  if (NEEDS_BUILD.test(test)) {
    const { code, said } = await run("scripts/build.ts");
    if (code !== 0) return { state: "DOESN'T BUILD", said };
  }
  fs.rmSync(report, { force: true });
  const isBrowserTest = IS_BROWSER_TEST.test(test);
  const options = isBrowserTest
    ? ["--retries=0", "-x", "--reporter=json"]
    : ["--retry=0", "--bail=1", "--reporter=json", `--outputFile=${report}`];
  const { code, said } = await run("scripts/test-one.ts", test, ...options);
  const { failures = [], passed } = (isBrowserTest ? readBrowserReport : readUnitReport)(report, code);
  if (failures[0]) {
    const said = `${failures[0].promise || "the file"}: ${failures[0].why}`;
    // A change that can't run proves nothing about the test.
    return { state: /^(Reference|Syntax)Error/.test(failures[0].why) ? "DOESN'T BUILD" : "RED", said };
  }
  return code === 0 && passed ? { state: "GREEN", said: "" } : { state: "DIED", said };
}

/** Runs one of the copy's scripts. Returns its exit code and the end of what it printed. */
async function run(script: string, ...args: string[]): Promise<{ code: number; said: string }> {
  if (isStopped) stop([]);
  running = spawn(process.execPath, ["bootstrap.mjs", "--no-install", script, ...args], {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(browser && { TEST_BROWSER: browser }) },
  });
  let said = "";
  for (const output of [running.stdout!, running.stderr!])
    output.on("data", (chunk) => {
      said = (said + chunk).slice(-2_000);
    });
  const code = await new Promise<number>((resolve) => running!.once("close", (code) => resolve(code ?? 1)));
  if (isStopped) stop([]);
  return { code, said };
}

/** Prints a line with the outcome, and with the reason, so that a person can see whether it's the right one. */
async function tell(what: string, work: () => Promise<Outcome>): Promise<Outcome["state"]> {
  const startedAt = performance.now();
  const { state, said } = await work();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const reason = state === "RED" ? said.split("\n")[0] : said;
  process.stdout.write(`${state} ${what} (${seconds} s)${reason && `: ${reason}`}\n`);
  return state;
}

function read(file: string): string {
  return fs.readFileSync(file, "utf8");
}

function git(...args: string[]): string {
  return spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }).stdout;
}

function stop(problems: string[]): never {
  process.stderr.write(problems.map((problem) => `${problem}\n`).join(""));
  process.exit(1);
}
