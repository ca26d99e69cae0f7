// nginx with the configuration of deploy/, for tests: on ports and in a folder of its own.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./site.ts";

const CONFIGURATION = path.resolve(import.meta.dirname, "../../deploy/nginx.conf");
/** Where systems keep it that have no such folder in an ordinary user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Whether nginx is installed here. */
export const hasNginx = spawnSync("nginx", ["-v"], { env: { PATH } }).status === 0;

/**
 * Starts it in front of a site.
 * @param sites where the site listens, each process of it
 * @param seconds how long it keeps pages
 * @returns where it listens, and `stop`
 */
export async function startNginx(folder: string, sites: string[], seconds: number) {
  const port = await freePort();
  const servers = sites.map((url) => `server ${new URL(url).host};`).join(" ");
  const site = fs
    .readFileSync(CONFIGURATION, "utf8")
    .replace("/var/cache/nginx/seo-pro-zone", path.join(folder, "cache"))
    .replace("server 127.0.0.1:3000;", servers)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("404 410 60s", `404 410 ${seconds}s`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${path.join(folder, one)};`,
  );
  const file = path.join(folder, "nginx.conf");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  fs.writeFileSync(
    file,
    `${user} pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1; events {}
     http { access_log off; ${temporary.join(" ")} ${site} }`,
  );
  const child: ChildProcess = spawn("nginx", ["-p", folder, "-c", file, "-g", "daemon off;"], {
    env: { PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(stderr);
    await delay(20);
  }
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
