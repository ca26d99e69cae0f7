import type { AuditResult } from "../app/features/audit/result.ts";
import type { FetchedImage } from "../app/features/import/images.server.ts";
import type { SourceFile } from "../app/features/import/read-export.server.ts";
import type { SourceItem, SourceSummary } from "../app/features/imported/item.ts";
import type { CropTask } from "../app/features/media/crop-file.server.ts";
import type { RefusalName } from "../app/features/media/open-image.server.ts";
import type { ImageTask, Progress } from "../app/features/media/process.server.ts";
import type { ReadPage, SiteCheckTrouble } from "../app/features/page-checks/queries.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database/database.server.ts";
import type { TestNetEntry } from "../app/platform/http/audit-network.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";
import type { Sample } from "./metrics/samples.ts";

export type Role = "serving" | "jobs" | "backup" | "image" | "website" | "site-check" | "import";

export type Task =
  | { do: "prepare" | "work"; connection: Connection }
  /** `warmMs` limits how long the process renders pages before serving. */
  | { do: "serve"; connection: Connection; visitorRole: boolean; warmMs: number }
  | { do: "backup"; connection: Connection; config: Config }
  | { do: "image"; image: ImageTask }
  | { do: "crop"; crop: CropTask }
  | { do: "website"; audit: AuditTask }
  | { do: "links"; links: LinksTask }
  | { do: "site-check"; check: SiteCheckTask }
  | { do: "read-export"; files: SourceFile[]; siteUrl: string; asker: Asker | null }
  | { do: "fetch-images"; images: ImagesTask };

/** Identifies this site to the websites it sends requests to. `testNet` replaces the internet in tests. */
export type Asker = { siteUrl: string; siteTitle: string; testNet: readonly TestNetEntry[] | undefined };
export type ImagesTask = Asker & { urls: string[]; folder: string };
type AuditTask = Asker & { website: string };
export type LinksTask = Asker & { urls: string[] };

/** @property known when each page was last read, by path, in ms since 1970 */
type SiteCheckTask = {
  connection: Connection;
  visitorRole: boolean;
  config: Config;
  known: [path: string, readAt: number][];
};

/**
 * Other messages from the parent process. `count` asks for metrics, `counts` sends those of all processes, `retire`
 * means that a successor has taken over, and `go on` asks for more items.
 */
export type Word =
  | { say: "are you there" | "proxy-unfit" | "count" | "retire" | "go on" }
  | { say: "counts"; samples: Sample[] };

/**
 * A message to the parent process. `failing` asks for a replacement, `proxy-unfit` reports a wrong TRUST_PROXY, `there`
 * replies to a ping, and `asking-counts` asks for all processes' metrics.
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

export type LinkAnswer = { is: "asked"; url: string; status: number | null; failure: string | null };

/** `detail` is for the log. `failed` means a disk error (`code`). */
type ImageAnswer =
  | { is: "progress"; progress: Progress }
  | { is: "made" }
  | { is: "failed"; detail: string; code?: string }
  | { is: "refused"; reason: RefusalName; detail?: string };

/** `listed` comes first, with all paths and the number of pages to read. `read` follows for each batch. */
export type SiteCheckAnswer =
  | { is: "listed"; paths: string[]; due: number }
  | { is: "read"; pages: ReadPage[] }
  | { is: "checked"; trouble: SiteCheckTrouble | null };

export type ImportAnswer =
  | { is: "items"; items: SourceItem[] }
  | { is: "source-read"; summary: SourceSummary }
  | { is: "unreadable"; reason: string }
  | { is: "fetched"; image: FetchedImage };

/** A listening port, passed along as an operating system handle. */
export type Port = { close(): void };

const ARGUMENT = /^--process=(serving|jobs|backup|image|website|site-check|import)$/;

/** Version of these messages. Increment it when a message changes meaning; that update then requires a full restart. */
export const CHANNEL = "--channel=1";
/** Returns whether the first process uses another message version. */
export const isOtherChannel = () => /^--channel=/.test(process.argv[3] ?? "") && process.argv[3] !== CHANNEL;

/** Returns the argument for a role, which shows up in process lists. */
export const argumentOf = (role: Role) => `--process=${role}`;

/** Returns this process's role; undefined in the first process. */
export const ownRole = (): Role | undefined => ARGUMENT.exec(process.argv[2] ?? "")?.[1] as Role | undefined;

/**
 * Waits for this process's task, and answers pings from then on.
 * @returns the task, and the port if one was passed
 * @throws StopRequested if a stop is requested first
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

export function onWord<Say extends Word["say"]>(
  word: Say,
  then: (message: Extract<Word, { say: Say }>) => void,
) {
  process.on("message", (message: Task | Word) => {
    if ("say" in message && message.say === word) then(message as Extract<Word, { say: Say }>);
  });
}

/** Sends a message to the parent process, if it's still running. */
export function answer(message: Answer) {
  process.send?.(message, undefined, undefined, () => {});
}
