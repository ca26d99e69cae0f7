// Ways for the PostgreSQL in a DATA_DIR to fail and come back.
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { clusterProcesses, readPid } from "../../server/postgres/leftover.ts";
import { clusterDirectory, embeddedConnection } from "../../server/postgres/postgres.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";

/** `begin` starts the outage. `end` lets the database come back. */
export type Outage = { begin(): Promise<void>; end(): Promise<void> };

const POLL_MS = 20;

/** Kills the database (kill -9), and each process started in its place, until `end`. */
export function killed(dataDir: string): Outage {
  let isOver = false;
  let killing = Promise.resolve();
  return {
    async begin() {
      signalPostmaster(dataDir, "SIGKILL");
      killing = (async () => {
        while (!isOver) {
          signalPostmaster(dataDir, "SIGKILL");
          await delay(POLL_MS);
        }
      })();
    },
    async end() {
      isOver = true;
      await killing;
    },
  };
}

/** Stops the database as an update of PostgreSQL does. The site starts it again. */
export const restarted = (dataDir: string): Outage => ({
  async begin() {
    signalPostmaster(dataDir, "SIGINT");
  },
  async end() {},
});

/** Freezes the database: connections stay open, but nothing responds. */
export function frozen(dataDir: string): Outage {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of clusterProcesses(clusterDirectory(dataDir))) process.kill(pid, name);
  };
  return { begin: async () => signal("SIGSTOP"), end: async () => signal("SIGCONT") };
}

/** Takes every connection the server allows, and closes the site's connections to take those too. */
export function full(dataDir: string): Outage {
  const taken: pg.Client[] = [];
  let isOver = false;
  let taking = Promise.resolve();
  const take = async () => {
    const client = new pg.Client({ ...embeddedConnection(dataDir), user: SUPERUSER });
    client.on("error", () => {});
    await client.connect();
    taken.push(client);
  };
  /** @returns whether no connection was left to take */
  const takeAll = async () => {
    try {
      for (;;) await take();
    } catch {
      const [first] = taken;
      const { rows } = await first!.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user",
      );
      return rows.length === 0;
    }
  };
  return {
    async begin() {
      while (!(await takeAll()));
      taking = (async () => {
        while (!isOver) {
          await takeAll();
          await delay(POLL_MS);
        }
      })();
    },
    async end() {
      isOver = true;
      await taking;
      await Promise.all(taken.map((client) => client.end()));
    },
  };
}

function signalPostmaster(dataDir: string, name: NodeJS.Signals) {
  const pid = readPid(path.join(clusterDirectory(dataDir), "postmaster.pid"));
  // The file may name a process that has ended or is ending.
  if (pid === null || !clusterProcesses(clusterDirectory(dataDir)).includes(pid)) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
