// `npm start`: builds the site if need be and runs it.
import cluster from "node:cluster";
import { ensureBuild } from "./build.ts";

// Before anything loads React, which reads it once.
process.env.NODE_ENV = "production";

if (cluster.isPrimary) {
  const stop = new AbortController();
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.once(event, () => stop.abort());
  try {
    await ensureBuild(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

const { runSite } = await import("../server/main.ts");
await runSite();
