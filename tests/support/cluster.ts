// Embedded databases that needn't be new. Copying a cluster takes a fraction of the time that it takes to create one.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { inject } from "vitest";
import { clusterDirectory } from "../../server/postgres/postgres.ts";

/** Gives a DATA_DIR the database of a site that has migrated it and stored nothing yet. Returns the DATA_DIR. */
export function withCluster(dataDir: string): string {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyCluster(inject("cluster"), clusterDirectory(dataDir));
  return dataDir;
}

/** Copies a stopped cluster with its owner and mode. */
export const copyCluster = (from: string, to: string) => void execFileSync("cp", ["-a", from, to]);
