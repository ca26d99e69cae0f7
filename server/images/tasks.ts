// The jobs for images.
import type { TaskList } from "graphile-worker";
import { MAKE_IMAGE, makeImage } from "../../app/features/media/file-job.server.ts";
import { openStore, tmpFolder } from "../../app/features/media/store.server.ts";
import { maintainImages, sweepUnfinished } from "../../app/features/media/upkeep.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { processImageInChild } from "./process.ts";

/** Returns the tasks. Each file has its own job, in a queue that runs one at a time. */
export function imageTasks(db: Database, config: Config, log: Log): TaskList {
  const store = openStore(config);
  const folder = tmpFolder(config.dataDir);
  return {
    async [MAKE_IMAGE](payload, { abortSignal: signal, job: { attempts: attempt } }) {
      const { id } = payload as { id: string };
      await makeImage(db, id, { store, folder, work: processImageInChild, log, signal, attempt });
    },
    sweep_uploads: () => sweepUnfinished(folder),
    async look_after_pictures() {
      const done = await maintainImages(db, store, log);
      if (done.deleted || done.remade || done.lost) log.info(done, "Image maintenance is done");
    },
  };
}
