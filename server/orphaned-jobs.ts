// Unlocks the jobs of killed workers, which would otherwise stay locked for hours and block the image queue.
import fs from "node:fs";
import path from "node:path";

/** This file in DATA_DIR contains the worker ids of the current or last process. */
const FILE = "workers";

export class OrphanedJobs {
  readonly #file: string;
  #left: string[];

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, FILE);
    this.#left = this.#read();
  }

  note(id: string) {
    this.#write((file) => fs.appendFileSync(file, `${id}\n`, { mode: 0o600 }));
  }

  /**
   * Frees the previous process's jobs, once.
   * @param unlock receives worker ids; if it throws, the next call passes them again
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
      // The file doesn't exist yet.
      return [];
    }
  }

  #write(how: (file: string) => void) {
    try {
      how(this.#file);
    } catch {
      // Other writes to the folder fail for the same reason and report it.
    }
  }
}
