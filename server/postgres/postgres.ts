import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Log } from "../../app/platform/log.server.ts";
import { StartRefused } from "../start-refused.ts";
import { lockDataDir } from "./data-lock.ts";
import { stopLeftover } from "./leftover.ts";
import { launchServer, reasonIn, restartOnExit } from "./process.ts";
import {
  changeOwner,
  chooseCreator,
  chooseIdentity,
  DATABASE,
  findPostgres,
  type Identity,
  INITDB_FLAGS,
  type PostgresProgram,
  QUIET,
  refuseOtherMajor,
  USER,
} from "./program.ts";
import { prepareRoles } from "./roles.ts";

/** How to connect to the embedded database with `pg`. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
};

export type Postgres = { connection: EmbeddedConnection; stop(): Promise<void> };

const PORT = 5432;
/** The operating system's limit for socket paths, without the terminating zero. */
const SOCKET_PATH_BYTES = process.platform === "linux" ? 107 : 103;

/** Returns PostgreSQL's "data directory". */
export const clusterDirectory = (dataDir: string) => path.join(dataDir, "postgres");

/** Returns the socket's folder: the cluster's own, or a private temporary folder if that path is too long. */
export function socketDirectory(dataDir: string): string {
  const fits = (folder: string) =>
    Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES;
  const beside = clusterDirectory(path.resolve(dataDir));
  if (fits(beside)) return beside;
  const real = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : path.resolve(dataDir);
  const name = `seo-pro-zone-${createHash("sha256").update(real).digest("hex").slice(0, 16)}`;
  return [os.tmpdir(), "/tmp"].map((folder) => path.join(folder, name)).find(fits) ?? path.join("/tmp", name);
}

/** Returns how to connect to the database, even if it isn't running. */
export function embeddedConnection(dataDir: string): EmbeddedConnection {
  return { host: socketDirectory(dataDir), port: PORT, user: USER, database: DATABASE, ssl: false };
}

/**
 * Starts PostgreSQL in `directory` (DATA_DIR), creating the cluster if necessary, and restarts it if it's killed.
 * PostgreSQL stops cleanly when this process ends, even by `kill -9`.
 * @param options.settings PostgreSQL settings by name
 * @returns once PostgreSQL accepts connections; `stop` waits until it has ended
 * @throws StartRefused if the folder is in use, inaccessible, or from another PostgreSQL version
 */
export async function startPostgres(options: {
  directory: string;
  log: Log;
  settings?: Record<string, string>;
}): Promise<Postgres> {
  const directory = path.resolve(options.directory);
  const { log, settings = {} } = options;
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(directory);
  try {
    const stop = await superviseCluster({ directory, log, settings });
    const connection = embeddedConnection(directory);
    try {
      await prepareRoles(connection);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connection, stop: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function superviseCluster({ directory, log, settings }: Required<Parameters<typeof startPostgres>[0]>) {
  const program = findPostgres(directory);
  const cluster = clusterDirectory(directory);
  refuseOtherMajor(cluster, program.major);
  const identity = chooseIdentity(program, directory, cluster);

  if (!fs.existsSync(cluster)) await createCluster(program, cluster, identity, settings.fsync === "off");
  // A copied cluster may have lost its owner and mode.
  changeOwner(identity.owner, cluster);
  fs.chmodSync(cluster, 0o700);
  const socketFolder = socketDirectory(directory);
  if (socketFolder !== cluster) makePrivateFolder(socketFolder, identity);
  await stopLeftover(cluster, socketFolder);

  const values = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    ...QUIET,
    ...settings,
  };
  const flags = Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = identity.wrap(path.join(program.directory, "postgres"), ["-D", cluster, ...flags]);
  const launch = () => launchServer(command, { ...identity.options, env: program.env }, cluster, log);
  return restartOnExit(launch, { cluster, socketFolder }, log);
}

/** Creates a cluster under another name, and renames it when it's complete. */
async function createCluster(
  program: PostgresProgram,
  cluster: string,
  identity: Identity,
  unsafeButFast: boolean,
) {
  const creator = chooseCreator(identity, program, path.dirname(cluster));
  const aside = `${cluster}.new`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { mode: 0o700 });
  changeOwner(identity.owner, aside);
  const [command, args] = creator.wrap(path.join(program.directory, "initdb"), [
    ...["-D", aside, "--auth=trust"],
    ...INITDB_FLAGS,
    ...(unsafeButFast ? ["--no-sync"] : []),
  ]);
  try {
    await promisify(execFile)(command, args, { ...creator.options, cwd: "/", env: program.env });
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new StartRefused(
      `PostgreSQL couldn't create its database in ${cluster}: ${reasonIn(stderr) || message}`,
    );
  }
  fs.renameSync(aside, cluster);
}

/** Anyone can create a folder in a temporary folder, so a folder that already exists must be ours and private. */
function makePrivateFolder(folder: string, { owner }: Identity) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = fs.lstatSync(folder);
  const trusted = [process.getuid?.(), owner?.uid];
  if (!found.isDirectory() || !trusted.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new StartRefused(
      `${folder}, the folder of the database's socket, belongs to another user. Remove it.`,
    );
  }
  changeOwner(owner, folder);
}
