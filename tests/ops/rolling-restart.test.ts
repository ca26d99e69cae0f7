// An update while visitors are there: SIGHUP lets the present build take over, and no request is lost (decision 0054).
import fs from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { PATIENCE } from "../support/patience.ts";
import { processesOf, startSite } from "../support/site.ts";
import { folderOfFile } from "../support/test-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");
const project = folderOfFile();
const BUILDS = path.join(project, "build");
const built = await ensureBuild();

for (const file of ["serve.mjs", "builds.mjs"])
  fs.cpSync(path.join(root, "scripts", file), path.join(project, "scripts", file));
fs.symlinkSync(path.join(root, "node_modules"), path.join(project, "node_modules"));

/** Makes another build the present one, as `npm run build` does. @param change of its program */
function build(name: string, change = (program: string) => program) {
  fs.cpSync(built, path.join(BUILDS, name), { recursive: true });
  const program = path.join(BUILDS, name, "server", "site.js");
  for (const file of fs.readdirSync(path.dirname(program), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".js")) continue;
    const found = path.join(path.dirname(program), file);
    const text = fs.readFileSync(found, "utf8");
    if (change(text) !== text) fs.writeFileSync(found, change(text));
  }
  fs.writeFileSync(path.join(BUILDS, "current"), name);
}

build("first");
const site = await startSite(
  {
    DATABASE_URL: asDatabaseUrl(await createTestDatabase()),
    DATA_DIR: path.join(project, "data"),
    SEED: "none",
    WEB_CONCURRENCY: "2",
    ADMIN_PASSWORD: "correct horse battery",
  },
  path.join(project, "scripts/serve.mjs"),
);
afterAll(() => site.stop());

const programsOf = (role: "serving" | "jobs") =>
  processesOf(site, role).map((pid) => {
    const [, file = ""] =
      /build\/([^/]+)\/server/.exec(fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? [];
    return file;
  });

/** Visitors on connections that stay open, and on new ones, every few milliseconds. */
function comeAndGo() {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const outcomes: (number | string | undefined)[] = [];
  let isOver = false;
  const ask = (isNew: boolean) =>
    new Promise<void>((resolve) => {
      const outcome = (one: number | string | undefined) => {
        outcomes.push(one);
        resolve();
      };
      request(`${site.url}/contact`, { agent: isNew ? false : agent }, (response) =>
        response.resume().once("end", () => outcome(response.statusCode)),
      )
        .once("error", (error: NodeJS.ErrnoException) => outcome(error.code))
        .end();
    });
  const visitors = Array.from({ length: 6 }, async (_, i) => {
    while (!isOver) {
      await ask(i % 3 === 0);
      await delay(5);
    }
  });
  const end = async () => {
    isOver = true;
    await Promise.all(visitors);
    agent.destroy();
    return new Set(outcomes);
  };
  onTestFinished(() => void end());
  return { outcomes, end };
}

const hangUp = () => site.process.kill("SIGHUP");
const told = (words: string) => vi.waitUntil(() => site.stderr().includes(words), PATIENCE);

describe.runIf(process.platform === "linux")("on SIGHUP", () => {
  test("a build that speaks otherwise than the first process is refused in one line, and the one that runs goes on", async () => {
    const visitors = comeAndGo();
    build("other", (text) => text.replaceAll("--channel=1", "--channel=2"));
    hangUp();
    await told("was broken off");
    expect(site.stderr()).toContain(
      "\nThis version cannot take over from the one that runs, process by process: restart the site.\n",
    );
    await vi.waitUntil(() => programsOf("jobs").length === 1, PATIENCE);
    expect([...programsOf("jobs"), ...programsOf("serving")]).toEqual(["first", "first", "first"]);
    expect(await visitors.end()).toEqual(new Set([200]));
  });

  test("the present build takes over, visitors who come and those who stay are all answered, and the processes of before end", async () => {
    const visitors = comeAndGo();
    await vi.waitUntil(() => visitors.outcomes.length > 50, PATIENCE);
    build("second");
    hangUp();
    await told("The rolling restart is done");
    const taken = visitors.outcomes.length;
    await vi.waitUntil(() => visitors.outcomes.length > taken + 50, PATIENCE);
    await vi.waitUntil(() => processesOf(site, "serving").length === 2, PATIENCE);
    expect([...programsOf("jobs"), ...programsOf("serving")]).toEqual(["second", "second", "second"]);
    expect(await visitors.end()).toEqual(new Set([200]));
    // No later clean-up may remove it.
    expect(fs.existsSync(path.join(BUILDS, "second", `used-by-${site.process.pid}`))).toBe(true);
  });

  test("a process that ends afterwards is replaced by one of that build", async () => {
    const [before = Number.NaN] = processesOf(site, "serving");
    process.kill(before, "SIGKILL");
    await vi.waitUntil(() => {
      const living = processesOf(site, "serving");
      return !living.includes(before) && living.length === 2;
    }, PATIENCE);
    expect(programsOf("serving")).toEqual(["second", "second"]);
    expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  });
});
