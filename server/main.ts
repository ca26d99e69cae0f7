import { readConfig } from "../app/platform/config.server.ts";
import { UnusableValue } from "../app/platform/config.variables.server.ts";
import { log } from "../app/platform/log.server.ts";
import { isOtherChannel, ownRole } from "./channel.ts";
import { ProcessEnded } from "./child-processes.ts";
import { Stop, StopRequested } from "./graceful-shutdown.ts";
import { StartRefused } from "./start-refused.ts";

/**
 * Runs one of the site's processes until a stop is requested. Exit code: 0 after a clean stop, 1 after a refusal (one
 * line on standard error) or an error.
 * @param program the file that child processes run, which calls this function
 */
export async function runSite(program: string) {
  await runUntilStopped(async (stop) => {
    if (isOtherChannel())
      throw new StartRefused(
        "This version can't take over from the running one without downtime: restart the site.",
      );
    const config = readConfig();
    // Each process loads only its own code.
    switch (ownRole()) {
      case "serving":
        return (await import("./serving.ts")).serve(config, stop);
      case "jobs":
        return (await import("./jobs.ts")).runJobs(config, stop);
      case "backup":
        return (await import("./backup/process.ts")).runBackupTask(stop);
      case "image":
        return (await import("./images/child.ts")).runImageTask(stop);
      case "website":
        return (await import("./audit/child.ts")).readWebsites(stop);
      case "site-check":
        return (await import("./page-checks/child.ts")).runSiteCheckTask(stop);
      case "import":
        return (await import("./import/child.ts")).runImportTask(stop);
      default:
        return (await import("./supervisor.ts")).supervise(config, stop, program);
    }
  });
}

/**
 * Runs `start`, waits until a stop is requested, and ends this process.
 * @param start adds everything it starts to `stop`
 */
export async function runUntilStopped(start: (stop: Stop) => Promise<void>): Promise<never> {
  const stop = new Stop(log);
  try {
    await start(stop);
    await stop.asked;
  } catch (error) {
    report(error, stop);
  }
  await stop.run();
  process.exit(stop.exitCode);
}

function report(error: unknown, stop: Stop) {
  // During a stop, other errors are just consequences of it.
  if (error instanceof StopRequested || stop.isAsked) return;
  stop.exitCode = 1;
  if (error instanceof UnusableValue || error instanceof StartRefused)
    process.stderr.write(`${error.message}\n`);
  // The child process has printed the reason.
  else if (!(error instanceof ProcessEnded)) log.fatal({ err: error }, "The site couldn't start");
}
