import fs from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../platform/config.server.ts";
import { originalKey } from "./keys.ts";
import { openStore } from "./store.server.ts";

/** Results are reused for this long, because an unavailable bucket takes seconds to time out. */
const KNOWN_MS = 30_000;
/** With less free space, uploads will soon be rejected. */
const LITTLE_BYTES = 512 * 1024 * 1024;
const WAIT_MS = 2_500;

/** `away`: the bucket isn't responding or rejects the access key. `full`: DATA_DIR's disk is nearly full. */
type StoreTrouble = { is: "away"; detail: string } | { is: "full"; megabytes: number };

let known: { at: number; trouble: Promise<StoreTrouble | null> } | undefined;

/** Returns null if the store works. Takes at most 2.5 s and never rejects. */
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
