import type { TaskList } from "graphile-worker";
import { MAKE_IMAGE, makeImage } from "../../app/features/media/file-job.server.ts";
import { openStore, tmpFolder } from "../../app/features/media/store.server.ts";
import { maintainImages, sweepUnfinished } from "../../app/features/media/upkeep.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { processImageInChild } from "./parent.ts";

const QUEUE = "pictures";
/** These jobs run after those that the database queues, which have priority 0. */
const AFTER_OTHERS = 10;

/**
 * Returns the image jobs, in a queue that runs one at a time. Each file has a job for its urgent sizes and one for the
 * rest, so images uploaded together are all visible soon.
 */
export function imageTasks(db: Database, config: Config, log: Log): TaskList {
  const store = openStore(config);
  const folder = tmpFolder(config.dataDir);
  return {
    async [MAKE_IMAGE](payload, { abortSignal: signal, job: { attempts: attempt, max_attempts }, addJob }) {
      const { id, isRest = false } = payload as { id: string; isRest?: boolean };
      const tools = { store, folder, work: processImageInChild, log, signal, attempt, isStart: !isRest };
      if (!(await makeImage(db, id, tools))) return;
      const options = { queueName: QUEUE, jobKey: `picture:${id}:rest`, priority: AFTER_OTHERS };
      await addJob(MAKE_IMAGE, { id, isRest: true }, { ...options, maxAttempts: max_attempts });
    },
    sweep_uploads: () => sweepUnfinished(folder),
    async look_after_pictures() {
      const done = await maintainImages(db, store, log);
      if (done.deleted || done.remade || done.lost) log.info(done, "Image maintenance is done");
    },
  };
}
