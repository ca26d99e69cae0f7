import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrateDatabase } from "../../app/platform/database/database.server.ts";
import { clusterProcesses, readPid } from "../../server/postgres/leftover.ts";
import {
  clusterDirectory,
  embeddedConnection,
  type Postgres,
  socketDirectory,
  startPostgres,
} from "../../server/postgres/postgres.ts";
import {
  chooseIdentity,
  findPostgres,
  INITDB_FLAGS,
  PROGRAM_ENV,
  SUPERUSER,
  USER,
} from "../../server/postgres/program.ts";
import { withCluster } from "../support/cluster.ts";
import { PATIENCE } from "../support/patience.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { folderOfTest } from "../support/test-folder.ts";

/** Starts PostgreSQL. The test must stop it. */
const open = (directory: string) => startPostgres({ directory, log, settings: { fsync: "off" } });

async function start(directory: string): Promise<Postgres> {
  const postgres = await open(directory);
  onTestFinished(() => postgres.stop());
  return postgres;
}

const postmaster = (directory: string) =>
  readPid(path.join(clusterDirectory(directory), "postmaster.pid")) ?? 0;

/** Returns a DATA_DIR whose database already exists. */
const folderInUse = () => withCluster(folderOfTest());
const ISNT_LOST = "select from industries";

test("a new database is UTF-8, sorts the same everywhere, is private and survives a power failure", async () => {
  const { connection, stop } = await startPostgres({ directory: folderOfTest(), log });
  onTestFinished(() => stop());
  const [settings] = await queryOnce(
    connection,
    `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
            current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
            current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commits
       from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual({
    ...{ encoding: "UTF8", provider: "b", locale: "C.UTF-8", addresses: "" },
    ...{ fsync: "on", pages: "on", commits: "on" },
  });
  expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700);
});

test("the database recovers from each kill -9, and a connection pool reconnects", async () => {
  const directory = folderInUse();
  const { connection } = await start(directory);
  const pool = new pg.Pool(connection);
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  await pool.query("create table kept as select 1 as n");

  for (let round = 0; round < 3; round++) {
    const killed = postmaster(directory);
    process.kill(killed, "SIGKILL");
    while (postmaster(directory) === killed || !(await pool.query("table kept").catch(() => null)))
      await delay(10);
  }
  expect((await pool.query("table kept")).rows).toEqual([{ n: 1 }]);
});

test("stopping PostgreSQL leaves no process behind, even after kill -9", async () => {
  const directory = folderInUse();
  const { stop } = await open(directory);
  expect(clusterProcesses(clusterDirectory(directory)).length).toBeGreaterThan(1);
  process.kill(postmaster(directory), "SIGKILL");
  await stop();
  expect(clusterProcesses(clusterDirectory(directory))).toEqual([]);
});

test("a second start on the same folder is rejected, and the first keeps running", async () => {
  const directory = folderInUse();
  const { connection } = await start(directory);
  const before = postmaster(directory);
  await expect(startPostgres({ directory, log })).rejects.toThrow(
    `DATA_DIR=${directory}: already running, process ${process.pid}.`,
  );
  expect(postmaster(directory)).toBe(before);
  expect(await queryOnce(connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a database from another major version of PostgreSQL is rejected with one line and left alone", async () => {
  const directory = folderOfTest();
  const version = path.join(clusterDirectory(directory), "PG_VERSION");
  fs.mkdirSync(path.dirname(version));
  fs.writeFileSync(version, "17\n");
  const refused = startPostgres({ directory, log });
  await expect(refused).rejects.toThrow(
    /^DATA_DIR=\S+ contains a PostgreSQL 17 database, and .+ PostgreSQL 18\..+$/,
  );
  expect(fs.readdirSync(path.dirname(version))).toEqual(["PG_VERSION"]);
});

test("a long DATA_DIR gets a short, private socket path", async () => {
  const directory = withCluster(path.join(folderOfTest(), "a-long-name".repeat(9), "data"));
  const { connection } = await start(directory);
  expect(connection.host).toBe(socketDirectory(directory));
  expect(Buffer.byteLength(`${connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
  expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700);
  expect(await queryOnce(connection, "select 1 as one")).toEqual([{ one: 1 }]);
  onTestFinished(() => fs.rmSync(connection.host, { recursive: true, force: true }));
});

test.runIf(process.platform === "linux")("a folder name may contain spaces, commas and quotes", async () => {
  const directory = path.join(folderOfTest(), `it's "my", data`);
  const { connection } = await start(directory);
  expect(await queryOnce(connection, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("starting PostgreSQL first stops an orphaned one in the same folder", async () => {
  const directory = folderInUse();
  const program = findPostgres(directory);
  const cluster = clusterDirectory(directory);
  const identity = chooseIdentity(program, directory, cluster);
  const [command, args] = identity.wrap(path.join(program.directory, "postgres"), [
    ...["-D", cluster, "-c", "listen_addresses=", "-c", `unix_socket_directories="${cluster}"`],
  ]);
  const orphan = spawn(command, args, { ...identity.options, env: PROGRAM_ENV, stdio: "ignore" });
  onTestFinished(() => void orphan.kill("SIGKILL"));
  while (postmaster(directory) !== orphan.pid) await delay(10);

  const { connection } = await start(directory);
  expect(orphan.exitCode).not.toBeNull();
  await queryOnce(connection, ISNT_LOST);
});

/** Returns the rights of the site's role, and the objects that belong to other roles. */
async function roleAndOthers(connection: pg.ClientConfig) {
  const [role] = await queryOnce(
    connection,
    "select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user",
  );
  const others = await queryOnce(
    connection,
    `select kind, name from (
        select 'table' as kind, relnamespace as schema, relname::text as name, relowner as owner from pg_class
        union all select 'routine', pronamespace, proname, proowner from pg_proc
        union all select 'type', typnamespace, typname, typowner from pg_type
        union all select 'schema', oid, nspname, nspowner from pg_namespace where nspname <> 'public'
      ) as objects
      where schema::regnamespace::text !~ '^pg_|^information_schema$' and owner <> current_user::regrole`,
  );
  return { role, others };
}
const ORDINARY = { role: { rolsuper: false, rolcreaterole: false, rolbypassrls: false }, others: [] };

test("the site's role isn't a superuser, and public pages use a separate role", async () => {
  const { connection } = await start(folderInUse());
  expect(await migrateDatabase(connection, log)).toEqual({ visitorRole: true });
  expect(await roleAndOthers(connection)).toEqual(ORDINARY);
  await expect(queryOnce(connection, "copy (select 1) to program 'true'")).rejects.toThrow(
    "permission denied",
  );
});

/** Starts a cluster as an older version created it, with the site's role as superuser. */
async function startOldCluster(directory: string) {
  const cluster = clusterDirectory(directory);
  const program = findPostgres(directory);
  const identity = chooseIdentity(program, directory, cluster);
  const run = (name: string, ...args: string[]) => {
    const [command, all] = identity.wrap(path.join(program.directory, name), args);
    return spawn(command, all, { ...identity.options, env: PROGRAM_ENV, stdio: "ignore" });
  };
  const made = run("initdb", "-D", cluster, "--no-sync", "--auth=trust", ...INITDB_FLAGS, "--username", USER);
  await once(made, "exit");
  const old = run(
    ...(["postgres", "-D", cluster, "-c", "listen_addresses=", "-c", "fsync=off"] as const),
    ...["-c", `unix_socket_directories="${cluster}"`],
  );
  onTestFinished(() => void old.kill("SIGKILL"));
  const connection = embeddedConnection(directory);
  while (!(await queryOnce(connection, "select").catch(() => null))) await delay(10);
  return {
    connection,
    async stop() {
      old.kill("SIGINT");
      await once(old, "exit");
    },
  };
}

test("an older version's database is handed over to the site's role", async () => {
  const directory = folderOfTest();
  const { connection, stop: stopOld } = await startOldCluster(directory);
  await migrateDatabase(connection, log);
  await queryOnce(connection, "insert into industries (name) values ('Retail')");
  await queryOnce(
    connection,
    "create type mood as enum ('good'); create sequence beside; create view seen as select 1",
  );
  expect((await roleAndOthers(connection)).role).toMatchObject({ rolsuper: true });
  await stopOld();

  // The second start has nothing left to do.
  for (let round = 0; round < 2; round++) {
    const { stop } = await open(directory);
    expect(await migrateDatabase(connection, log)).toEqual({ visitorRole: true });
    expect(await roleAndOthers(connection)).toEqual(ORDINARY);
    expect(
      await queryOnce(connection, "update industries set name = 'Shops' returning version"),
    ).toHaveLength(1);
    await queryOnce(connection, "select graphile_worker.add_job('tidy_up')");
    await stop();
  }
});

test("the next start completes an interrupted upgrade", async () => {
  const directory = folderInUse();
  const first = await open(directory);
  const site = first.connection;
  // Simulates an upgrade that stopped after its first step, which renames the superuser.
  const superuser = { ...site, user: SUPERUSER };
  await queryOnce(
    superuser,
    `create role renamer superuser login; reassign owned by ${USER} to ${SUPERUSER}`,
  );
  await queryOnce(superuser, `drop owned by ${USER}; drop role ${USER}`);
  await first.stop();

  const { connection } = await start(directory);
  expect(await roleAndOthers(connection)).toEqual(ORDINARY);
  expect(await queryOnce(connection, "select rolname from pg_roles where rolname = 'renamer'")).toEqual([]);
});

test("a lock file that names another program's process is removed, after kill -9 and at a start", async () => {
  const directory = folderInUse();
  const first = await open(directory);
  const cluster = clusterDirectory(directory);
  const unrelated = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void unrelated.kill("SIGKILL"));
  const lockFile = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8");
  const nameUnrelated = () => {
    for (const file of ["postmaster.pid", ".s.PGSQL.5432.lock"])
      fs.writeFileSync(path.join(cluster, file), lockFile.replace(/^\d+/, String(unrelated.pid)), {
        mode: 0o600,
      });
  };
  const isThere = (connection: pg.ClientConfig) => queryOnce(connection, "select 1").catch(() => null);

  process.kill(postmaster(directory), "SIGKILL");
  nameUnrelated();
  await vi.waitUntil(() => isThere(first.connection), PATIENCE);
  await first.stop();
  nameUnrelated();
  const { connection } = await start(directory);
  expect(await isThere(connection)).not.toBeNull();
  expect(unrelated.exitCode).toBeNull();
});

test("an interrupted first start doesn't leave a half-finished database", async () => {
  const directory = folderOfTest();
  const half = `${clusterDirectory(directory)}.new`;
  fs.mkdirSync(half);
  fs.writeFileSync(path.join(half, "PG_VERSION"), "18\n");
  const { connection } = await start(directory);
  expect(await queryOnce(connection, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(fs.existsSync(half)).toBe(false);
});

/** Returns whether other users can run programs from this checkout. */
function isOpenToOthers(folder = import.meta.dirname): boolean {
  const parent = path.dirname(folder);
  return (fs.statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToOthers(parent));
}

test.runIf(process.getuid?.() === 0 && isOpenToOthers())(
  "as root, the site runs the database as the folder's owner",
  async () => {
    const directory = folderInUse();
    const nobody = 65534;
    fs.chmodSync(directory, 0o755);
    const cluster = clusterDirectory(directory);
    fs.chownSync(cluster, nobody, nobody);
    for (const name of fs.readdirSync(cluster, { recursive: true, encoding: "utf8" })) {
      fs.lchownSync(path.join(cluster, name), nobody, nobody);
    }

    const { connection } = await start(directory);
    await queryOnce(connection, ISNT_LOST);
    expect(fs.statSync(path.join(cluster, "postmaster.pid")).uid).toBe(nobody);
  },
);
