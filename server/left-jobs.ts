// What a killed worker held: the queue would give its jobs back after hours, and hold up the queue of pictures meanwhile.
import fs from "node:fs";
import path from "node:path";

/** In DATA_DIR, which one living site has: the workers of its present process, and after a kill those of the last one. */
const FILE = "workers";

/** Keeps the ids of workers where the next process finds them. */
export class LeftJobs {
  readonly #file: string;
  #left: string[];

  /** Reads which workers the process before has left. */
  constructor(dataDir: string) {
    this.#file = path.join(dataDir, FILE);
    this.#left = this.#read();
  }

  /** Notes a worker of this process. */
  note(id: string) {
    this.#write((file) => fs.appendFileSync(file, `${id}\n`, { mode: 0o600 }));
  }

  /**
   * Gives back what those workers held, once in the life of a process.
   * @param unlock takes their ids; where it throws, the next try has them again
   */
  async requeueAudit(unlock: (ids: string[]) => Promise<unknown>): Promise<void> {
    const left = this.#left;
    if (!left.length) return;
    await unlock(left);
    this.#left = [];
    const present = this.#read().filter((id) => !left.includes(id));
    this.#write((file) => fs.writeFileSync(file, present.map((id) => `${id}\n`).join(""), { mode: 0o600 }));
  }

  #read(): string[] {
    try {
      return fs.readFileSync(this.#file, "utf8").split("\n").filter(Boolean);
    } catch {
      // There is none yet.
      return [];
    }
  }

  /** Where it cannot be written, jobs come back after hours. */
  #write(how: (file: string) => void) {
    try {
      how(this.#file);
    } catch {
      // The folder's other files tell of it.
    }
  }
}
