import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { folderOfTest } from "../support/test-folder.ts";

const BOOTSTRAP = path.resolve(import.meta.dirname, "../../bootstrap.mjs");

/** A project of its own, in a folder with a space in its name, that depends on nothing. */
let project = "";

beforeEach(() => {
  project = path.join(folderOfTest(), "my site");
  fs.mkdirSync(project);
  fs.copyFileSync(BOOTSTRAP, path.join(project, "bootstrap.mjs"));
  const name = { name: "project", version: "1.0.0" };
  write("package.json", JSON.stringify(name));
  write("package-lock.json", JSON.stringify({ ...name, lockfileVersion: 3, packages: { "": name } }));
});

function write(name: string, content: string) {
  fs.writeFileSync(path.join(project, name), content);
}

type Started = { child: ChildProcess; stdout(): string; stderr(): string; code: Promise<number> };

const run = (...args: string[]) =>
  start(process.execPath, [path.join(project, "bootstrap.mjs"), ...args], { cwd: "/", env: outsideNpm() });

/** The environment without npm's own variables, which these tests may have been started with. */
function outsideNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "npm_lifecycle_event"));
}

function start(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Started {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    code: once(child, "close").then(([code]) => code as number),
  };
}

async function says(run: { stdout(): string }, text: string) {
  while (!run.stdout().includes(text)) await delay(10);
}

test("it installs once, runs the script in the project's folder, and hands its arguments in and its code out", async () => {
  write("script.ts", "console.log(process.cwd(), process.argv.slice(2).join()); process.exit(7);");
  const first = run("script.ts", "a", "b c");
  expect(await first.code).toBe(7);
  expect(first.stdout()).toBe(`${fs.realpathSync(project)} a,b c\n`);
  expect(first.stderr()).toContain("Installing the dependencies");

  const second = run("script.ts");
  expect(await second.code).toBe(7);
  expect(second.stderr()).toBe("");

  fs.appendFileSync(path.join(project, "package-lock.json"), "\n");
  const third = run("script.ts");
  expect(await third.code).toBe(7);
  expect(third.stderr()).toContain("Installing the dependencies");
});

test("of two starts at once in one folder one installs and the other waits", async () => {
  write("script.ts", "");
  const both = [run("script.ts"), run("script.ts")];
  expect(await Promise.all(both.map(({ code }) => code))).toEqual([0, 0]);
  const told = both.map(({ stderr }) => stderr()).join("");
  expect(told.match(/Installing the dependencies/g)).toHaveLength(1);
  expect(fs.readdirSync(project).filter((name) => name.includes("lock"))).toEqual(["package-lock.json"]);
});

test("an installation that was killed holds nobody up and passes for nothing", async () => {
  write("script.ts", "");
  const ended = run("script.ts");
  await ended.code;
  fs.rmSync(path.join(project, "node_modules"), { recursive: true });
  write("install.lock", `${ended.child.pid}`);
  const next = run("script.ts");
  expect(await next.code).toBe(0);
  expect(next.stderr()).toContain("Installing the dependencies");
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s reaches the script, and its answer comes back",
  async (signal) => {
    write(
      "script.ts",
      `process.on("${signal}", () => process.exit(3)); setInterval(() => {}, 1000); console.log("up");`,
    );
    const script = run("script.ts");
    await says(script, "up");
    script.child.kill(signal);
    expect(await script.code).toBe(3);
  },
);

test("started by npm, it passes on that npm's shell was ended", async () => {
  write(
    "script.ts",
    `process.on("SIGTERM", () => { console.log("down"); process.exit(); });
     setInterval(() => {}, 1000);
     console.log("up");`,
  );
  const shell = start("/bin/sh", ["-c", `"${process.execPath}" bootstrap.mjs script.ts; exit`], {
    cwd: project,
    env: { ...process.env, npm_lifecycle_event: "start" },
  });
  await says(shell, "up");
  shell.child.kill("SIGKILL");
  await says(shell, "down");
});

test("a script that a signal ended gives the shell's code for it", async () => {
  write("script.ts", `process.kill(process.pid, "SIGKILL");`);
  expect(await run("script.ts").code).toBe(137);
});

test("kill -9 of it is noticed by the script", async () => {
  write(
    "script.ts",
    `import fs from "node:fs";
     process.on("disconnect", () => { fs.writeFileSync("noticed", ""); process.exit(); });
     console.log("up");`,
  );
  const script = run("script.ts");
  await says(script, "up");
  script.child.kill("SIGKILL");
  while (!fs.existsSync(path.join(project, "noticed"))) await delay(10);
});
