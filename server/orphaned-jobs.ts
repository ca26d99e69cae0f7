// Frees jobs that a killed worker had locked: the queue itself would free them only after hours, and block the image
// queue until then.
import fs from "node:fs";
import path from "node:path";

/**
 * In DATA_DIR, which belongs to one running site: the worker ids of its current process, or of the last one after a
 * kill.
 */
const FILE = "workers";

/** Stores worker ids where the next process finds them. */
export class OrphanedJobs {
  readonly #file: string;
  #left: string[];

  /** Reads the worker ids that the previous process left. */
  constructor(dataDir: string) {
    this.#file = path.join(dataDir, FILE);
    this.#left = this.#read();
  }

  /** Stores the id of one of this process's workers. */
  note(id: string) {
    this.#write((file) => fs.appendFileSync(file, `${id}\n`, { mode: 0o600 }));
  }

  /**
   * Frees the jobs of the previous process's workers, once in the life of a process.
   * @param unlock gets their ids; if it throws, the next call passes them again
   */
  async release(unlock: (ids: string[]) => Promise<unknown>): Promise<void> {
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
      // There's no file yet.
      return [];
    }
  }

  /** If the file can't be written, jobs are freed after hours. */
  #write(how: (file: string) => void) {
    try {
      how(this.#file);
    } catch {
      // Other files in the same folder fail too, and report it.
    }
  }
}
