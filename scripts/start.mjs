// `npm start`: builds the site if necessary and runs it.
import { existsSync } from "node:fs";
import { currentBuild, isBuiltFrom, listSources, runBuild } from "./builds.mjs";

const build = currentBuild();
if (build && isBuiltFrom(build, listSources())) await runBuild(build);
else await runBuild(await rebuild());

/** @returns {Promise<string>} the build's folder */
async function rebuild() {
  const stop = new AbortController();
  const abort = () => stop.abort();
  const asked = ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"];
  for (const event of asked) process.once(event, abort);
  try {
    const { readConfig } = await import("../app/platform/config.server.ts");
    const { lockDataDir } = await import("../server/postgres/data-lock.ts");
    const { ensureBuild } = await import("./build.ts");
    // Checked first, because a start that will be refused shouldn't build anything.
    const { databaseUrl, dataDir } = readConfig();
    if (!databaseUrl && existsSync(dataDir)) lockDataDir(dataDir)();
    return await ensureBuild(stop.signal, "the database");
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    return process.exit(1);
  } finally {
    for (const event of asked) process.removeListener(event, abort);
  }
}
