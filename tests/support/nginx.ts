// nginx with deploy/nginx.conf, but with its own port and folder.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./site.ts";

const CONFIGURATION = path.resolve(import.meta.dirname, "../../deploy/nginx.conf");
/** Some systems keep nginx outside an ordinary user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

export const hasNginx = spawnSync("nginx", ["-v"], { env: { PATH } }).status === 0;

/**
 * Starts nginx in front of a site.
 * @param sites the URL of each of the site's processes
 * @param seconds how long nginx caches pages
 * @returns its URL and `stop`
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
