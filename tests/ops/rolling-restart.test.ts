// Decision 0054.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { Agent, request } from "node:http";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { USED_BY } from "../../scripts/builds.mjs";
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

/**
 * Copies the build and makes the copy the current build, as `npm run build` would.
 * @param change edits the text of each server file in the copy
 */
function build(name: string, change = (program: string) => program) {
  // The marks of other files' sites may disappear in the meantime.
  const filter = (from: string) => !path.basename(from).startsWith(USED_BY);
  fs.cpSync(built, path.join(BUILDS, name), { recursive: true, filter });
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
const env = {
  DATABASE_URL: asDatabaseUrl(await createTestDatabase()),
  DATA_DIR: path.join(project, "data"),
  SEED: "none",
  WEB_CONCURRENCY: "2",
  ADMIN_PASSWORD: "correct horse battery",
};
const site = await startSite(env, path.join(project, "scripts/serve.mjs"));
afterAll(() => site.stop());

const programsOf = (role: "serving" | "jobs") =>
  processesOf(site, role).map((pid) => {
    const [, file = ""] =
      /build\/([^/]+)\/server/.exec(fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? [];
    return file;
  });

/** Sends requests on open and new connections every few milliseconds. */
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

const FIRST_GOES_ON =
  "The main process, which holds the port and the database, keeps running the previous code";
const hangUp = () => site.process.kill("SIGHUP");
const logged = (words: string) => vi.waitUntil(() => site.stderr().includes(words), PATIENCE);

describe.runIf(process.platform === "linux")("rolling restart on SIGHUP", () => {
  test("an incompatible build is rejected, and the running one continues", async () => {
    const visitors = comeAndGo();
    build("other", (text) => text.replaceAll("--channel=1", "--channel=2"));
    hangUp();
    await logged("was interrupted");
    expect(site.stderr()).toContain(
      "\nThis version can't take over from the running one without downtime: restart the site.\n",
    );
    await vi.waitUntil(() => programsOf("jobs").length === 1, PATIENCE);
    expect([...programsOf("jobs"), ...programsOf("serving")]).toEqual(["first", "first", "first"]);
    expect(await visitors.end()).toEqual(new Set([200]));
  });

  test("the current build takes over without a failed request", async () => {
    const visitors = comeAndGo();
    await vi.waitUntil(() => visitors.outcomes.length > 50, PATIENCE);
    build("second");
    hangUp();
    await logged("The rolling restart is done");
    const taken = visitors.outcomes.length;
    await vi.waitUntil(() => visitors.outcomes.length > taken + 50, PATIENCE);
    await vi.waitUntil(() => processesOf(site, "serving").length === 2, PATIENCE);
    expect([...programsOf("jobs"), ...programsOf("serving")]).toEqual(["second", "second", "second"]);
    expect(await visitors.end()).toEqual(new Set([200]));
    expect(site.stderr()).not.toContain(FIRST_GOES_ON);
    // This file keeps later builds from deleting the running one.
    expect(fs.existsSync(path.join(BUILDS, "second", `used-by-${site.process.pid}`))).toBe(true);
  });

  test("a process that dies later is replaced by one from the new build", async () => {
    const [before = Number.NaN] = processesOf(site, "serving");
    process.kill(before, "SIGKILL");
    await vi.waitUntil(() => {
      const living = processesOf(site, "serving");
      return !living.includes(before) && living.length === 2;
    }, PATIENCE);
    expect(programsOf("serving")).toEqual(["second", "second"]);
    expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  });

  test("if a build changes the main process's code, the log says that the old code keeps running", async () => {
    build("third", (text) => text.replaceAll("A rolling restart is already in progress", "It is on"));
    hangUp();
    await vi.waitUntil(() => site.stderr().match(/A rolling restart has started/g)?.length === 3, PATIENCE);
    // The old code ignores another SIGHUP and logs it.
    hangUp();
    await logged(FIRST_GOES_ON);
    expect(site.stderr().match(/A rolling restart is already in progress/g)).toHaveLength(1);
    expect([...programsOf("jobs"), ...programsOf("serving")]).toContain("third");
  });

  test("while systemd holds the port, requests during a full restart wait instead of failing", async () => {
    type Bound = { fd: number; getsockname(address: object): number; close(): void };
    const bind = (net as unknown as { _createServerHandle(...of: unknown[]): Bound })._createServerHandle;
    const held = bind("127.0.0.1", 0, 4, -1, 0);
    onTestFinished(() => held.close());
    const at: { port?: number } = {};
    held.getsockname(at);
    let said = "";
    const start = () => {
      const { PATH = "", HOME = "" } = process.env;
      const script = path.join(project, "scripts/serve.mjs");
      const child = spawn("sh", ["-c", 'LISTEN_PID=$$ exec "$@"', "sh", process.execPath, script], {
        env: { ...{ PATH, HOME, LISTEN_FDS: "1", PORT: String(at.port) }, ...env },
        stdio: ["ignore", "pipe", "ignore", held.fd],
      });
      child.stdout?.on("data", (part) => {
        said += part;
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      return { child, ended: once(child, "exit") };
    };
    await site.stop();
    const first = start();
    const contact = `http://127.0.0.1:${at.port}/contact`;
    const ask = () => fetch(contact, { headers: { Connection: "close" } }).then(({ status }) => status);
    await vi.waitUntil(() => ask().catch(() => false), PATIENCE);
    first.child.kill("SIGTERM");
    const during = [ask(), ask()];
    expect(await first.ended).toEqual([0, null]);
    // The site isn't running at this moment.
    during.push(ask(), ask());
    const second = start();
    expect(await Promise.all(during)).toEqual([200, 200, 200, 200]);
    expect(said).toContain("Listening on   the socket from systemd");
    second.child.kill("SIGTERM");
    await second.ended;
  });
});
