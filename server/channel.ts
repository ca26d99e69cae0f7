// The messages between the first process and the others.

import type { AuditResult } from "../app/features/audit/result.ts";
import type { PictureTask, Progress, RefusalName } from "../app/features/media/process.server.ts";
import type { ReadPage, SiteCheckTrouble } from "../app/features/site-check/queries.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database/database.server.ts";
import type { TestNetEntry } from "../app/platform/http/audit-network.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";
import type { Sample } from "./metrics/samples.ts";

/** The purpose of a process beside the first one. */
export type Role = "serving" | "jobs" | "backup" | "picture" | "website" | "site-check";

/** A task from the first process. */
export type Task =
  | { do: "prepare" | "work"; connection: Connection }
  /** `warmMs`: how long it makes pages beforehand at most */
  | { do: "serve"; connection: Connection; visitorRole: boolean; warmMs: number }
  | { do: "backup"; connection: Connection; config: Config }
  | { do: "picture"; picture: PictureTask }
  | { do: "website"; audit: AuditTask }
  | { do: "links"; links: LinksTask }
  | { do: "site-check"; check: SiteCheckTask };

/** In whose name websites are asked; `testNet` is the pretended internet of a test. */
type Asker = { siteUrl: string; siteTitle: string; testNet: readonly TestNetEntry[] | undefined };
type AuditTask = Asker & { website: string };
export type LinksTask = Asker & { urls: string[] };

/** @property known when each page was read last, by its path, in milliseconds since 1970 */
type SiteCheckTask = {
  connection: Connection;
  visitorRole: boolean;
  config: Config;
  known: [path: string, readAt: number][];
};

/**
 * Another message from it: a question whether the process is alive or for its figures, news from one of the others, the
 * figures of all, or that a successor has taken its place.
 */
export type Word =
  | { say: "are you there" | "proxy-unfit" | "count" | "retire" }
  | { say: "counts"; samples: Sample[] };

/**
 * A message to the first process. `failing`: after a fault; another process is to take over while this one ends. `proxy-unfit`:
 * TRUST_PROXY was seen not to fit. `there`, `counts`: the answers to those questions. `asking-counts`: it would have the
 * figures of all.
 */
export type Answer =
  | { is: "prepared"; connection: Connection; visitorRole: boolean; password?: string }
  | { is: "working" }
  | { is: "serving" }
  | { is: "failing" | "proxy-unfit" | "there" | "asking-counts" }
  | { is: "counts"; samples: Sample[] }
  | PictureAnswer
  | { is: "audited"; result: AuditResult }
  | LinkAnswer
  | SiteCheckAnswer;

/** What is at a URL: a status, or why there is none. */
export type LinkAnswer = { is: "asked"; url: string; status: number | null; failure: string | null };

/** What the process of a picture tells of it; `detail` is for the log. */
type PictureAnswer =
  | { is: "progress"; progress: Progress }
  | { is: "made" }
  | { is: "refused"; reason: RefusalName; detail?: string };

/** What the process of a site check tells: first which pages there are and how many it reads, then what it has read. */
export type SiteCheckAnswer =
  | { is: "listed"; paths: string[]; due: number }
  | { is: "read"; pages: ReadPage[] }
  | { is: "checked"; trouble: SiteCheckTrouble | null };

/** Handed over with a task: the port as the operating system knows it. */
export type Port = { close(): void };

const ARGUMENT = /^--process=(serving|jobs|backup|picture|website|site-check)$/;

/**
 * Names the messages of this file, for the first process of one version and the others of the next one: to be counted on
 * with any change of what the messages mean. A rolling restart is then refused, and a full one is needed.
 */
export const CHANNEL = "--channel=1";
/** Whether this process was started by a first one that speaks otherwise. */
export const isOtherChannel = () => /^--channel=/.test(process.argv[3] ?? "") && process.argv[3] !== CHANNEL;

/** The argument that makes a process of the site one of this role; a list of processes shows it. */
export const argumentOf = (role: Role) => `--process=${role}`;

/** The role of this process, undefined in the first one. */
export const ownRole = (): Role | undefined => ARGUMENT.exec(process.argv[2] ?? "")?.[1] as Role | undefined;

/**
 * Waits for this process's task, and answers from then on when it is asked whether it is there.
 * @returns the task, and the port where one was handed over
 * @throws StopRequested where the process is to stop instead
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

/** Hears a word of the first process, whenever it comes. */
export function onWord<Say extends Word["say"]>(
  word: Say,
  then: (message: Extract<Word, { say: Say }>) => void,
) {
  process.on("message", (message: Task | Word) => {
    if ("say" in message && message.say === word) then(message as Extract<Word, { say: Say }>);
  });
}

/** Tells the first process, if it is still there. */
export function answer(message: Answer) {
  process.send?.(message, undefined, undefined, () => {});
}
