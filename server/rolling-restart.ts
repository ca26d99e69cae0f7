// A rolling restart replaces every process but the first, without downtime. The first holds the database and the port.
import fs from "node:fs";
import path from "node:path";
import type { Connection } from "../app/platform/database/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import type { Answer, Port, Task } from "./channel.ts";
import type { RestartedProcess } from "./child-processes.ts";
import { hasSameFirstProcess } from "./first-process-code.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";

/** `scripts/builds.mjs` has the same names. */
const CURRENT = "current";
const USED_BY = "used-by-";
/** A successor renders pages first, so visitors don't hit an empty cache. */
const WARM_MS = 2_000;
/** Backing up and migrating a large database takes time. */
const LONGEST_MS = 45 * 60_000;

export type Running = {
  program: string;
  jobs: RestartedProcess;
  serving: RestartedProcess[];
  ports: Port[];
  /** Includes retired processes that still serve open connections. */
  processes: Set<RestartedProcess>;
  /** The configured connection, before `prepareDatabase` checks it. */
  found: Connection;
  /** The serving processes' task. The jobs process gets the same connection. */
  serve: Omit<Extract<Task, { do: "serve" }>, "warmMs">;
  begin(program: string, role: "jobs" | "serving"): RestartedProcess;
};

/** A successor couldn't start. The reason has been reported. */
class NotTakenOver extends Error {}

export class RollingRestart {
  readonly #running: Running;
  readonly #stop: Stop;
  readonly #log: Log;
  readonly #first: string;
  readonly #longestMs: number;
  #isOn = false;

  constructor(running: Running, stop: Stop, log: Log, longestMs = LONGEST_MS) {
    this.#longestMs = longestMs;
    this.#running = running;
    this.#first = running.program;
    this.#stop = stop;
    this.#log = log;
  }

  /** Runs one rolling restart at a time. If a successor can't take over, the old processes keep running. */
  async run() {
    if (this.#isOn) return this.#log.warn("A rolling restart is already in progress");
    this.#isOn = true;
    const program = presentProgram(this.#running.program);
    const build = path.basename(path.dirname(path.dirname(program)));
    this.#log.info({ build }, "A rolling restart has started");
    try {
      await this.#replaceJobs(program);
      for (const i of this.#running.serving.keys()) await this.#replaceServing(i, program);
      this.#running.program = program;
      this.#log.info({ build }, "The rolling restart is done");
      this.#tellOfFirst(program, build);
    } catch (error) {
      if (error instanceof StopRequested) return;
      const err = error instanceof NotTakenOver ? undefined : error;
      this.#log.error(
        { build, err },
        "The rolling restart was interrupted: processes that weren't replaced keep running",
      );
    } finally {
      this.#isOn = false;
    }
  }

  /** Warns if this process, which isn't replaced, runs outdated code. */
  #tellOfFirst(program: string, build: string) {
    try {
      if (program === this.#first || hasSameFirstProcess(this.#first, program)) return;
    } catch {
      // Without the old build, assume that the code has changed.
    }
    this.#log.warn(
      { build },
      "The main process, which holds the port and the database, keeps running the previous code, which this build changes: restart the site when convenient",
    );
  }

  /** Jobs wait in the database during the replacement. */
  async #replaceJobs(program: string) {
    const running = this.#running;
    await running.jobs.end();
    running.processes.delete(running.jobs);
    try {
      const prepared = await this.#started(running.begin(program, "jobs"), {
        do: "prepare",
        connection: running.found,
      });
      running.jobs = prepared.by;
      const { connection, visitorRole } = prepared.answer as Extract<Answer, { is: "prepared" }>;
      running.serve = { do: "serve", connection, visitorRole };
    } catch (error) {
      if (error instanceof StopRequested) throw error;
      running.jobs = running.begin(running.program, "jobs");
      running.jobs.ask({ do: "work", connection: running.serve.connection });
      throw error;
    } finally {
      running.jobs.replaceWith({ do: "work", connection: running.serve.connection });
    }
  }

  /** For a moment, both processes accept connections. */
  async #replaceServing(i: number, program: string) {
    const { serving, ports, processes, serve, begin } = this.#running;
    const task = { ...serve, warmMs: WARM_MS };
    const { by } = await this.#started(begin(program, "serving"), task, ports[i]);
    const before = serving[i]!;
    serving[i] = by;
    by.replaceWith(task, ports[i]);
    before.retire().then(() => processes.delete(before));
  }

  /** Gives a process its task. Throws StopRequested, or NotTakenOver if the process ends or hangs. */
  async #started(by: RestartedProcess, task: Task, port?: Port) {
    const stopped = this.#stop.asked.then(() => {
      throw new StopRequested();
    });
    const ended = by.endedEarly.catch(() => {
      throw new NotTakenOver();
    });
    const hangs = Promise.withResolvers<never>();
    const late = setTimeout(() => {
      this.#log.error(
        { minutes: this.#longestMs / 60_000 },
        "A process of the new build didn't get ready in time and is being stopped",
      );
      hangs.reject(new NotTakenOver());
    }, this.#longestMs);
    try {
      return { by, answer: await Promise.race([by.ask(task, port), ended, stopped, hangs.promise]) };
    } catch (error) {
      by.end().then(() => this.#running.processes.delete(by));
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}

/** Returns the current build's program; `program` itself if there is no other build. */
function presentProgram(program: string): string {
  const build = path.resolve(program, "../..");
  try {
    // The path that the site was started with may go through a link, which now goes to another release.
    const builds = fs.realpathSync(path.resolve(process.argv[1] ?? "", "../../build"));
    const present = path.join(builds, fs.readFileSync(path.join(builds, CURRENT), "utf8"));
    const file = path.join(present, path.relative(build, program));
    if (!fs.existsSync(file)) return program;
    markUsed(present);
    return file;
  } catch {
    // Without a builds folder, the site runs from source.
    return program;
  }
}

/** Marks a build as in use, so that it isn't removed. */
function markUsed(build: string) {
  const mark = path.join(build, USED_BY + process.pid);
  try {
    if (fs.existsSync(mark)) return;
    fs.writeFileSync(mark, "");
    process.once("exit", () => fs.rmSync(mark, { force: true }));
  } catch {
    // A user who can't write here can't remove builds either.
  }
}
