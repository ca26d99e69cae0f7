import { type ChildProcess, fork, type SendHandle } from "node:child_process";
import { once } from "node:events";
import { childEnvironment } from "../app/platform/config.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import { type Answer, argumentOf, CHANNEL, type Port, type Role, type Task, type Word } from "./channel.ts";

/** A process that ran this long was healthy, so its successor starts without delay. */
const HEALTHY_MS = 10_000;
/** The first replacement is immediate. The second comes after this delay, which then doubles each time. */
const FIRST_RETRY_MS = 100;
/** The delay doubles up to this limit. */
const LAST_RETRY_MS = { began: 1_000, neverBegan: 10_000 };
/** Slightly longer than a failing process gives its open requests. */
const FAILING_MS = 5_000;
/** A stopping process waits up to 2.5 s for load balancers to notice, and 4 s for open requests. */
const STOP_MS = 8_500;

/** By then, all idle connections have closed. */
const RETIRED_MS = 150_000;

/** A process that misses `MAX_UNANSWERED` pings counts as hung. There's no time limit, because a laptop may sleep. */
const ASK_EVERY_MS = 3_000;
const MAX_UNANSWERED = 5;

/** Half of V8's default: just as fast, and takes 75 MB less after 100,000 requests. */
const NEW_SPACE = "--max-semi-space-size=8";

/** A process ended during startup, after printing the reason. */
export class ProcessEnded extends Error {}

export class RestartedProcess {
  readonly #program: string;
  readonly #role: Role;
  readonly #log: Log;
  readonly #alive = new Set<ChildProcess>();
  readonly #endedEarly = Promise.withResolvers<never>();
  #present: ChildProcess | undefined;
  #startedAt = 0;
  #hasBegun = false;
  #failures = 0;
  #isEnding = false;
  #unanswered = 0;
  readonly #asking: NodeJS.Timeout;
  #retry: NodeJS.Timeout | undefined;
  #successor: { task: Task; port: Port | undefined } | undefined;
  #answered: ((answer: Answer) => void) | undefined;
  /** Called with every answer, including those from replacements. */
  onAnswer: ((answer: Answer) => void) | undefined;

  /** Starts the process, which loads its code and waits for a task. */
  constructor(program: string, role: Role, log: Log) {
    this.#program = program;
    this.#role = role;
    this.#log = log;
    this.#endedEarly.promise.catch(() => {});
    this.#asking = setInterval(() => this.#askWhetherThere(), ASK_EVERY_MS).unref();
    this.#start();
  }

  /** Rejects with ProcessEnded if the process ends before `replaceWith` is called. */
  get endedEarly(): Promise<never> {
    return this.#endedEarly.promise;
  }

  /** Gives the process its task. Never resolves if the process ends, which `endedEarly` reports. */
  ask(task: Task, port?: Port): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => {
      this.#answered = resolve;
    });
    this.#send(task, port);
    return answered;
  }

  /** From now on, replaces the process whenever it ends. */
  replaceWith(task: Task, port?: Port) {
    this.#successor = { task, port };
  }

  tell(word: Word) {
    this.#send(word);
  }

  /** Asks the process to end once its connections have closed. Resolves when it has ended. */
  async retire() {
    this.#leave();
    const ended = [...this.#alive].map((child) => once(child, "exit"));
    this.tell({ say: "retire" });
    const late = setTimeout(() => this.end(), RETIRED_MS);
    await Promise.all(ended);
    clearTimeout(late);
  }

  /** Asks the process to stop, and kills it after a few seconds. */
  async end() {
    this.#leave();
    const ended = [...this.#alive].map((child) => once(child, "exit"));
    for (const child of this.#alive) child.kill("SIGTERM");
    const late = setTimeout(() => {
      for (const child of this.#alive) child.kill("SIGKILL");
    }, STOP_MS);
    await Promise.all(ended);
    clearTimeout(late);
  }

  #leave() {
    this.#isEnding = true;
    clearTimeout(this.#retry);
    clearInterval(this.#asking);
  }

  #start() {
    const child = fork(this.#program, [argumentOf(this.#role), CHANNEL], {
      execArgv: [...process.execArgv, NEW_SPACE],
      env: childEnvironment(),
    });
    this.#present = child;
    this.#startedAt = performance.now();
    this.#hasBegun = false;
    this.#unanswered = 0;
    this.#alive.add(child);
    // If the process has ended, `exit` reports that.
    child.on("error", () => {});
    child.on("message", (answer: Answer) => this.#onWord(child, answer));
    child.once("exit", (code, signal) => {
      this.#alive.delete(child);
      this.#replace(child, { code, signal });
    });
  }

  #askWhetherThere() {
    if (!this.#hasBegun) return;
    if (this.#unanswered === MAX_UNANSWERED) {
      this.#log.error(
        { process: this.#role, pid: this.#present?.pid },
        "A process isn't responding and is being killed",
      );
      this.#present?.kill("SIGKILL");
    }
    this.#unanswered++;
    this.tell({ say: "are you there" });
  }

  #send(message: Task | Word, port?: Port) {
    this.#present?.send(message, port as unknown as SendHandle, () => {});
  }

  #onWord(child: ChildProcess, answer: Answer) {
    if (answer.is === "failing") {
      const late = setTimeout(() => child.kill("SIGKILL"), FAILING_MS);
      child.once("exit", () => clearTimeout(late));
      this.#replace(child, { failing: true });
    } else if (child === this.#present) {
      this.#hasBegun = true;
      this.#unanswered = 0;
      this.#answered?.(answer);
      this.onAnswer?.(answer);
    }
  }

  #replace(child: ChildProcess, how: { code?: number | null; signal?: string | null; failing?: true }) {
    if (child !== this.#present || this.#isEnding) return;
    this.#present = undefined;
    if (!this.#successor) {
      this.#endedEarly.reject(new ProcessEnded());
      return;
    }
    const { task, port } = this.#successor;
    if (performance.now() - this.#startedAt > HEALTHY_MS) this.#failures = 0;
    const limit = this.#hasBegun ? LAST_RETRY_MS.began : LAST_RETRY_MS.neverBegan;
    const waitMs = this.#failures === 0 ? 0 : Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), limit);
    this.#failures++;
    this.#log.error(
      { process: this.#role, ended: child.pid, ...how, waitMs },
      "A process ended; starting a replacement",
    );
    const start = () => {
      this.#start();
      this.#send(task, port);
    };
    if (waitMs === 0) start();
    else this.#retry = setTimeout(start, waitMs);
  }
}
