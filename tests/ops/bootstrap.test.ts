import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { folderOfTest } from "../support/test-folder.ts";

const BOOTSTRAP = path.resolve(import.meta.dirname, "../../bootstrap.mjs");

/** A project without dependencies, in a folder with a space in its name. */
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
  fs.mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  fs.writeFileSync(path.join(project, name), content);
}

type Started = { child: ChildProcess; stdout(): string; stderr(): string; code: Promise<number> };

const run = (...args: string[]) => runWith({}, ...args);

const runWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  start(process.execPath, [path.join(project, "bootstrap.mjs"), ...args], {
    cwd: "/",
    env: { ...outsideNpm(), ...env },
  });

/** Makes Node claim to be another version. */
const claiming = (node: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } })`,
  )}`,
});
const TOO_OLD = claiming("20.0.0");

/** Puts a link to the running Node where bootstrap.mjs would install Node. */
function installNode() {
  const name = `node-${process.platform}-${process.arch}`;
  write("tools/node/package.json", JSON.stringify({ optionalDependencies: { [name]: "24.0.0" } }));
  write(`tools/node/node_modules/${name}/package.json`, JSON.stringify({ version: "24.0.0" }));
  fs.mkdirSync(path.join(project, "tools/node/node_modules", name, "bin"));
  fs.symlinkSync(process.execPath, path.join(project, "tools/node/node_modules", name, "bin/node"));
}

/** Returns the environment without `npm_lifecycle_event`, as if npm hadn't started the process. */
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

test("the bootstrap installs once and passes on arguments and the exit code", async () => {
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

test("a start installs no tools for tests, a test adds them, and the next start keeps them", async () => {
  for (const name of ["start.mjs", "test.ts"]) write(`scripts/${name}`, "");
  write("package/package.json", JSON.stringify({ name: "tool", version: "1.0.0" }));
  const tool = path.join(project, "tool.tgz");
  spawnSync("tar", ["-czf", tool, "-C", project, "package"]);
  const lock = (space: string) => {
    const root = { name: "project", version: "1.0.0", devDependencies: { tool: `file:${tool}` } };
    const packages = {
      "": root,
      "node_modules/tool": { version: "1.0.0", resolved: `file:${tool}`, dev: true },
    };
    write("package.json", JSON.stringify(root));
    write("package-lock.json", JSON.stringify({ ...root, lockfileVersion: 3, packages }) + space);
  };
  const installs = async (name: string) => {
    const script = run(`scripts/${name}`);
    expect(await script.code).toBe(0);
    return [script.stderr() !== "", fs.existsSync(path.join(project, "node_modules/tool"))];
  };
  lock("");
  expect(await installs("start.mjs")).toEqual([true, false]);
  expect(await installs("start.mjs")).toEqual([false, false]);
  expect(await installs("test.ts")).toEqual([true, true]);
  expect(await installs("start.mjs")).toEqual([false, true]);
  lock("\n");
  expect(await installs("start.mjs")).toEqual([true, true]);
});

test("if two starts run at once, one installs and the other waits", async () => {
  write("script.ts", "");
  const both = [run("script.ts"), run("script.ts")];
  expect(await Promise.all(both.map(({ code }) => code))).toEqual([0, 0]);
  const output = both.map(({ stderr }) => stderr()).join("");
  expect(output.match(/Installing the dependencies/g)).toHaveLength(1);
  expect(fs.readdirSync(project).filter((name) => name.includes("lock"))).toEqual(["package-lock.json"]);
});

test("a killed installation doesn't block the next one", async () => {
  write("script.ts", "");
  const ended = run("script.ts");
  await ended.code;
  fs.rmSync(path.join(project, "node_modules"), { recursive: true });
  write("install.lock", `${ended.child.pid}`);
  const next = run("script.ts");
  expect(await next.code).toBe(0);
  expect(next.stderr()).toContain("Installing the dependencies");
});

describe.each([
  ["with the running Node", () => run],
  [
    "with an installed Node, because the running one is too old",
    () => {
      installNode();
      return (...args: string[]) => runWith(TOO_OLD, ...args);
    },
  ],
])("%s", (_, prepare) => {
  test("only the site's own scripts get the values in .env, which never override the environment", async () => {
    const script = "console.log(process.env.SITE_URL, process.env.LEADS_TO, process.env.PORT)";
    for (const name of ["start.mjs", "backup.ts", "test.ts"]) write(`scripts/${name}`, script);
    write(
      ".env",
      `SITE_URL=https://www.example.com\nLEADS_TO="a#b@example.com" # who gets notified\n#PORT=3000\n`,
    );
    const printed = async (name: string) => {
      const ran = runHere("--no-install", `scripts/${name}`);
      await ran.code;
      return ran.stdout();
    };
    expect(await printed("start.mjs")).toBe("https://www.example.com a#b@example.com undefined\n");
    expect(await printed("backup.ts")).toBe("https://www.example.com a#b@example.com undefined\n");
    expect(await printed("test.ts")).toBe("undefined undefined undefined\n");
    process.env.SITE_URL = "https://other.example.com";
    onTestFinished(() => void delete process.env.SITE_URL);
    expect(await printed("start.mjs")).toBe("https://other.example.com a#b@example.com undefined\n");
    fs.rmSync(path.join(project, ".env"));
    fs.mkdirSync(path.join(project, ".env"));
    const refused = runHere("--no-install", "scripts/start.mjs");
    expect(await refused.code).toBe(1);
    expect(refused.stderr()).toMatch(/^\.env can't be read: .+\n$/);
  });

  let runHere = run;
  beforeEach(() => {
    runHere = prepare();
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s is passed on to the script", async (signal) => {
    write(
      "script.ts",
      `process.on("${signal}", () => process.exit(3)); setInterval(() => {}, 1000); console.log("up");`,
    );
    const script = runHere("script.ts");
    await says(script, "up");
    script.child.kill(signal);
    expect(await script.code).toBe(3);
  });

  test("Node's experimental warnings are hidden", async () => {
    write("script.ts", `process.emitWarning("new", "ExperimentalWarning"); process.emitWarning("old");`);
    const script = runHere("script.ts");
    expect(await script.code).toBe(0);
    expect(script.stderr()).toContain("Warning: old");
    expect(script.stderr()).not.toContain("ExperimentalWarning");
  });
});

test("if npm's shell is killed, the script gets SIGTERM", async () => {
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

describe("an outdated Node", () => {
  test("an outdated Node runs the script with the Node that the bootstrap installed", async () => {
    installNode();
    write("script.ts", `process.kill(process.pid, "SIGKILL");`);
    expect(await runWith(TOO_OLD, "script.ts").code).toBe(137);
  });

  test("if the outdated Node is killed, the script it started is notified", async () => {
    installNode();
    write(
      "script.ts",
      `import fs from "node:fs";
       process.on("disconnect", () => { fs.writeFileSync("noticed", ""); process.exit(); });
       console.log("up");`,
    );
    const script = runWith(TOO_OLD, "script.ts");
    await says(script, "up");
    script.child.kill("SIGKILL");
    while (!fs.existsSync(path.join(project, "noticed"))) await delay(10);
  });

  test("if the installed Node doesn't run on this system, one line says what to install", async () => {
    installNode();
    const name = `node-${process.platform}-${process.arch}`;
    fs.rmSync(path.join(project, "tools/node/node_modules", name, "bin/node"));
    write(`tools/node/node_modules/${name}/bin/node`, "made for another system");
    write("script.ts", "");
    for (const args of [["script.ts"], ["--no-install", "script.ts"]]) {
      const script = runWith(TOO_OLD, ...args);
      expect(await script.code).toBe(1);
      expect(script.stderr()).toBe(
        "The site runs on Node.js 24, and this is Node.js 20.0.0. Install Node.js 24 from https://nodejs.org.\n",
      );
    }
  });

  test("downloading Node.js is announced", async () => {
    const name = `node-${process.platform}-${process.arch}`;
    write("tools/node/package.json", JSON.stringify({ optionalDependencies: { [name]: "24.0.0" } }));
    write("script.ts", "");
    const script = runWith({ ...TOO_OLD, npm_execpath: "", PATH: project }, "script.ts");
    expect(await script.code).toBe(1);
    const [fetching, ...rest] = script.stderr().split("\n");
    expect(fetching).toBe(
      "The site runs on Node.js 24: downloading it once to tools/node (you have Node.js 20.0.0)",
    );
    expect(rest.join("\n")).toContain("Install Node.js 24 from https://nodejs.org.");
  });

  test("Node.js and the dependencies are installed at the same time", async () => {
    const name = `node-${process.platform}-${process.arch}`;
    const folder = `tools/node/node_modules/${name}`;
    write("tools/node/package.json", JSON.stringify({ optionalDependencies: { [name]: "24.0.0" } }));
    write("package.json.of.node", JSON.stringify({ version: "24.0.0" }));
    // Each waits for the other.
    write(
      "npm",
      `#!/bin/sh
       touch "started-$$"
       while [ "$(ls | grep -c started-)" -lt 2 ]; do sleep 0.01; done
       case "$*" in *tools/node*) mkdir -p ${folder}/bin; ln -s "${process.execPath}" ${folder}/bin/node
         mv package.json.of.node ${folder}/package.json;; esac`,
    );
    fs.chmodSync(path.join(project, "npm"), 0o755);
    write("scripts/start.mjs", `console.log(process.argv[2])`);
    const PATH = `${project}:${process.env.PATH}`;
    const script = runWith({ ...claiming("20.19.0"), npm_execpath: "", PATH }, "scripts/start.mjs");
    expect(await script.code).toBe(0);
    expect(script.stderr()).toContain("Installing the dependencies. Next: building the site");
    expect(script.stdout()).toMatch(/^--since=\d{13}\n$/);
  });

  type Package = {
    [kind in "dependencies" | "optionalDependencies" | "peerDependencies"]?: Record<string, string>;
  } & {
    peerDependenciesMeta?: Record<string, { optional?: boolean }>;
    optional?: boolean;
    dev?: boolean;
    cpu?: string[];
    engines?: { node?: string };
  };
  const ofTheSite = () => {
    const lock = JSON.parse(fs.readFileSync(path.resolve(BOOTSTRAP, "../package-lock.json"), "utf8"));
    return Object.values<Package>(lock.packages).filter(({ dev }) => !dev);
  };

  test("no optional package needs a newer Node than the bootstrap installs packages with", () => {
    const needs = ofTheSite()
      .filter(({ optional, cpu }) => optional && cpu?.some((one) => /64$/.test(one)))
      .map(({ engines }) => engines?.node ?? ">=0");
    expect(needs).not.toEqual([]);
    for (const one of needs) expect(one).toMatch(/^>= ?(\d|1\d|20\.\d)(\.|$)|^\^20\.19\.0 \|\| >=22\.12\.0$/);
  });

  test("no package that a start installs needs a peer that it doesn't install", () => {
    const packages = ofTheSite();
    const installed = packages.flatMap((one) =>
      Object.keys({ ...one.dependencies, ...one.optionalDependencies }),
    );
    const peers = packages.flatMap(({ peerDependencies = {}, peerDependenciesMeta: about }) =>
      Object.keys(peerDependencies).filter((name) => !about?.[name]?.optional),
    );
    expect(peers).toContain("react-dom");
    expect(peers.filter((name) => !installed.includes(name) && !name.startsWith("@types/"))).toEqual([]);
  });

  test("--no-install says in one line what to install", async () => {
    write("script.ts", "");
    write("tools/node/package.json", JSON.stringify({ optionalDependencies: {} }));
    const script = runWith(TOO_OLD, "--no-install", "script.ts");
    expect(await script.code).toBe(1);
    expect(script.stderr()).toBe(
      "The site runs on Node.js 24, and this is Node.js 20.0.0. Install Node.js 24 from https://nodejs.org.\n",
    );
  });
});

test("--no-install runs the script without installing packages", async () => {
  write("script.ts", "console.log(process.argv.slice(2).join())");
  const before = fs.readdirSync(project, { recursive: true });
  const script = run("--no-install", "script.ts", "a");
  expect(await script.code).toBe(0);
  expect(script.stdout()).toBe("a\n");
  expect(script.stderr()).toBe("");
  expect(fs.readdirSync(project, { recursive: true })).toEqual(before);
});

test("a failed installation keeps the previous one", async () => {
  write("script.ts", "");
  expect(await run("script.ts").code).toBe(0);
  const stamp = fs.readFileSync(path.join(project, "node_modules/.installed"), "utf8");
  write("node_modules/part/index.js", "");
  const root = { name: "project", version: "1.0.0", dependencies: { part: "2.0.0" } };
  const packages = { "": root, "node_modules/part": { version: "2.0.0" } };
  write("package.json", JSON.stringify(root));
  write("package-lock.json", JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  const registry = { npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" };
  const failed = runWith(registry, "script.ts");
  expect(await failed.code).toBe(1);
  expect(failed.stderr()).toContain("The installation failed. See npm's output above.");
  expect(fs.existsSync(path.join(project, "node_modules/part/index.js"))).toBe(true);
  expect(fs.readFileSync(path.join(project, "node_modules/.installed"), "utf8")).toBe(stamp);
});
