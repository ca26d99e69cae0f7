// The whole site in its own process, as `npm start` runs it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { argumentOf, type Role } from "../../server/channel.ts";

const SERVE = path.resolve(import.meta.dirname, "../../scripts/serve.mjs");

export type Ended = { code: number | null; signal: NodeJS.Signals | null };

export type SiteProcess = {
  /** its URL, such as http://127.0.0.1:4100 */
  url: string;
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  ended: Promise<Ended>;
  /** sends the signal and waits for the end */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
};

/** Returns a free port. Start the server immediately, before another program takes the port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Creates a folder in the system's temporary folder. */
export function makeTemporaryFolder(prefix = "seo-pro-zone-site-"): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), prefix));
}

/**
 * Starts the site without waiting for it. Passes on only PATH and HOME from the tests' environment.
 * @param script the script that serves the build, possibly another project's
 */
export async function spawnSite(env: Record<string, string>, script = SERVE): Promise<SiteProcess> {
  const port = env.PORT ?? String(await freePort());
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [script], {
    // Tests must not send requests to websites that enquiries name.
    env: { PATH, HOME, PORT: port, AUDIT: "off", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  // The process never emits "close" after a test has disconnected it.
  const outputs = [child.stdout!, child.stderr!].map((output) =>
    // A test may have closed the output.
    finished(output).catch(() => {}),
  );
  const ended = Promise.all([once(child, "exit"), ...outputs]).then(
    ([[code, signal]]) => ({ code, signal }) as Ended,
  );
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Starts a site and waits until it serves.
 * @throws with its output if it ends before that
 */
export async function startSite(env: Record<string, string>, script?: string): Promise<SiteProcess> {
  const site = await spawnSite(env, script);
  const serves = new Promise<true>((resolve) => {
    site.process.stdout?.on("data", () => {
      if (site.stdout().includes("is running")) resolve(true);
    });
  });
  if ((await Promise.race([serves, site.ended])) === true) return site;
  throw new Error(`The site did not start:\n${site.stdout()}${site.stderr()}`);
}

/**
 * Returns the IDs of a site's running processes that have the given role. Works only on Linux.
 * @param site the site, or another process with child processes
 */
export function processesOf(site: { process: { pid?: number } }, role: Role): number[] {
  const { pid } = site.process;
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.map(Number).filter((child) => {
    try {
      return fs.readFileSync(`/proc/${child}/cmdline`, "utf8").includes(argumentOf(role));
    } catch {
      // The process has ended in the meantime.
      return false;
    }
  });
}
