// A real PgBouncer in front of a test's database, if it's installed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { EmbeddedConnection } from "../../server/postgres/postgres.ts";
import { changeOwner, chooseIdentity, findPostgres, PROGRAM_ENV } from "../../server/postgres/program.ts";
import { freePort } from "./site.ts";
import { folderOfTest } from "./test-folder.ts";

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"], { env: PROGRAM_ENV }).status === 0;

/**
 * Starts PgBouncer.
 * @param settings extra settings, such as `pool_mode`
 * @returns a URL that reaches the database through PgBouncer
 */
export async function startPgBouncer(
  database: EmbeddedConnection,
  settings: Record<string, string | number>,
) {
  const folder = folderOfTest();
  const port = await freePort();
  const file = path.join(folder, "pgbouncer.ini");
  const { host, user } = database;
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: path.join(folder, "users"),
    ...settings,
  };
  fs.writeFileSync(all.auth_file, `"${user}" ""\n`);
  fs.writeFileSync(
    file,
    [
      "[databases]",
      `* = host=${host} port=${database.port}`,
      "[pgbouncer]",
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
      "",
    ].join("\n"),
  );
  // PgBouncer refuses to run as root, and it must reach PostgreSQL's socket.
  const identity = chooseIdentity(findPostgres(folder), folder, path.dirname(path.join(host, "x")));
  changeOwner(identity.owner, folder);
  const [command, args] = identity.wrap("pgbouncer", ["--quiet", file]);
  const bouncer = spawn(command, args, { ...identity.options, env: PROGRAM_ENV, stdio: "ignore" });
  const ended = once(bouncer, "exit");
  onTestFinished(async () => {
    bouncer.kill("SIGKILL");
    await ended;
  });
  while (!(await accepts(port))) {
    if (bouncer.exitCode !== null) throw new Error(`PgBouncer ended with code ${bouncer.exitCode}`);
    await delay(20);
  }
  return `postgres://${user}@127.0.0.1:${port}/${database.database}`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
