// Whether pictures can be kept at this moment, for the panel.
import fs from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../platform/config.server.ts";
import { originalKey } from "./keys.ts";
import { openStore } from "./store.server.ts";

/** What is known counts for so long: a bucket that is away takes seconds to say nothing. */
const KNOWN_MS = 30_000;
/** Below it, uploads are refused before long. */
const LITTLE_BYTES = 512 * 1024 * 1024;
const WAIT_MS = 2_500;

/** `away`: the bucket does not answer, or refuses the key; `detail` says why. `full`: DATA_DIR's disk has little room. */
type StoreTrouble = { is: "away"; detail: string } | { is: "full"; megabytes: number };

let known: { at: number; trouble: Promise<StoreTrouble | null> } | undefined;

/**
 * What is wrong with the place where pictures are kept; null where nothing is. It takes 2.5 s at most.
 * @returns never rejects
 */
export function readStoreTrouble(
  config: Pick<Config, "dataDir" | "mediaStore">,
): Promise<StoreTrouble | null> {
  const now = performance.now();
  if (!known || now - known.at > KNOWN_MS) known = { at: now, trouble: look(config) };
  return known.trouble;
}

async function look(config: Pick<Config, "dataDir" | "mediaStore">): Promise<StoreTrouble | null> {
  if (config.mediaStore) {
    const away = (detail: string) => ({ is: "away" as const, detail });
    const asked = openStore(config)
      .head(originalKey("0".repeat(64)))
      .then(
        () => null,
        (error: Error) => away(error.message),
      );
    const late = delay(WAIT_MS, away("It isn't responding."), { ref: false });
    const trouble = await Promise.race([asked, late]);
    if (trouble) return trouble;
  }
  const { bavail, bsize, blocks } = await fs
    .statfs(config.dataDir)
    .catch(() => ({ bavail: 0, bsize: 0, blocks: 0 }));
  const free = bavail * bsize;
  return blocks > 0 && free < LITTLE_BYTES ? { is: "full", megabytes: Math.floor(free / 1024 / 1024) } : null;
}
