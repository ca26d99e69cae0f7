// Messages between the first process and its child processes.

import type { AuditResult } from "../app/features/audit/result.ts";
import type { ImageTask, Progress, RefusalName } from "../app/features/media/process.server.ts";
import type { FetchedImage } from "../app/features/move-in/images.server.ts";
import type { SourceItem, SourceSummary } from "../app/features/move-in/item.ts";
import type { SourceFile } from "../app/features/move-in/read-export.server.ts";
import type { ReadPage, SiteCheckTrouble } from "../app/features/site-check/queries.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database/database.server.ts";
import type { TestNetEntry } from "../app/platform/http/audit-network.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";
import type { Sample } from "./metrics/samples.ts";

/** The purpose of a child process. */
export type Role = "serving" | "jobs" | "backup" | "image" | "website" | "site-check" | "import";

/** A task from the first process. */
export type Task =
  | { do: "prepare" | "work"; connection: Connection }
  /** `warmMs`: the longest it renders pages before it serves */
  | { do: "serve"; connection: Connection; visitorRole: boolean; warmMs: number }
  | { do: "backup"; connection: Connection; config: Config }
  | { do: "image"; image: ImageTask }
  | { do: "website"; audit: AuditTask }
  | { do: "links"; links: LinksTask }
  | { do: "site-check"; check: SiteCheckTask }
  | { do: "read-export"; files: SourceFile[]; siteUrl: string; asker: Asker | null }
  | { do: "fetch-images"; images: ImagesTask };

/** The site that requests other websites; `testNet` is a test's fake internet. */
export type Asker = { siteUrl: string; siteTitle: string; testNet: readonly TestNetEntry[] | undefined };
export type ImagesTask = Asker & { urls: string[]; folder: string };
type AuditTask = Asker & { website: string };
export type LinksTask = Asker & { urls: string[] };

/** @property known when each page was last read, by path, in milliseconds since 1970 */
type SiteCheckTask = {
  connection: Connection;
  visitorRole: boolean;
  config: Config;
  known: [path: string, readAt: number][];
};

/**
 * Any other message from the first process: a ping, a request for this process's metrics, news from another process,
 * the metrics of all processes, an order to retire because a successor has taken over, or a request for the next items.
 */
export type Word =
  | { say: "are you there" | "proxy-unfit" | "count" | "retire" | "go on" }
  | { say: "counts"; samples: Sample[] };

/**
 * A message to the first process. `failing`: after an error, another process should take over while this one ends.
 * `proxy-unfit`: TRUST_PROXY turned out to be wrong. `there`, `counts`: replies to a ping and to a request for metrics.
 * `asking-counts`: a request for the metrics of all processes.
 */
export type Answer =
  | { is: "prepared"; connection: Connection; visitorRole: boolean; password?: string }
  | { is: "working" }
  | { is: "serving" }
  | { is: "failing" | "proxy-unfit" | "there" | "asking-counts" }
  | { is: "counts"; samples: Sample[] }
  | ImageAnswer
  | { is: "audited"; result: AuditResult }
  | LinkAnswer
  | SiteCheckAnswer
  | ImportAnswer;

/** A URL's result: a status, or why there is none. */
export type LinkAnswer = { is: "asked"; url: string; status: number | null; failure: string | null };

/** What the image process reports; `detail` is for the log. */
type ImageAnswer =
  | { is: "progress"; progress: Progress }
  | { is: "made" }
  | { is: "refused"; reason: RefusalName; detail?: string };

/** What the site check process reports: first the list of pages and how many it will read, then what it has read. */
export type SiteCheckAnswer =
  | { is: "listed"; paths: string[]; due: number }
  | { is: "read"; pages: ReadPage[] }
  | { is: "checked"; trouble: SiteCheckTrouble | null };

/** What the import process reports: items, and what else it found, or why it can't read the source. */
export type ImportAnswer =
  | { is: "items"; items: SourceItem[] }
  | { is: "source-read"; summary: SourceSummary }
  | { is: "unreadable"; reason: string }
  | { is: "fetched"; image: FetchedImage };

/** A port passed along with a task, as a handle of the operating system. */
export type Port = { close(): void };

const ARGUMENT = /^--process=(serving|jobs|backup|image|website|site-check|import)$/;

/**
 * Version of the messages in this file, shared by the first process of one version and the child processes of the next.
 * Increment it whenever the meaning of a message changes. A rolling restart is then refused, and a full one is needed.
 */
export const CHANNEL = "--channel=1";
/** Returns whether this process was started by a first process that uses another message version. */
export const isOtherChannel = () => /^--channel=/.test(process.argv[3] ?? "") && process.argv[3] !== CHANNEL;

/** Returns the argument that gives a process this role; it's visible in a process list. */
export const argumentOf = (role: Role) => `--process=${role}`;

/** Returns this process's role, undefined in the first process. */
export const ownRole = (): Role | undefined => ARGUMENT.exec(process.argv[2] ?? "")?.[1] as Role | undefined;

/**
 * Waits for this process's task and answers pings from then on.
 * @returns the task, and the port if one was passed
 * @throws StopRequested if the process is asked to stop first
 */
export async function receiveTask<Do extends Task["do"]>(stop: Stop) {
  const received = new Promise<[task: Extract<Task, { do: Do }>, port: Port | undefined]>((resolve) =>
    process.once("message", (task, port) => resolve([task as Extract<Task, { do: Do }>, port as Port])),
  );
  const asked = stop.asked.then(() => {
    throw new StopRequested();
  });
  const task = await Promise.race([received, asked]);
  onWord("are you there", () => answer({ is: "there" }));
  return task;
}

/** Calls `then` for every message of this kind from the first process. */
export function onWord<Say extends Word["say"]>(
  word: Say,
  then: (message: Extract<Word, { say: Say }>) => void,
) {
  process.on("message", (message: Task | Word) => {
    if ("say" in message && message.say === word) then(message as Extract<Word, { say: Say }>);
  });
}

/** Sends a message to the first process, if it's still running. */
export function answer(message: Answer) {
  process.send?.(message, undefined, undefined, () => {});
}
