/**
 * Loads Graphile Worker. While loading, it looks for a configuration file in all folders above the current one, and
 * fails if this user can't enter a `.config` folder there.
 */
export async function loadGraphileWorker(): Promise<typeof import("graphile-worker")> {
  const folder = process.cwd();
  process.chdir("/");
  try {
    return await import("graphile-worker");
  } finally {
    process.chdir(folder);
  }
}
