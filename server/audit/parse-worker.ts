// A thread that parses other websites' content. It's terminated if it uses too much time or memory.
import { parentPort } from "node:worker_threads";
import type { PageFacts } from "../../app/features/page-checks/facts.ts";
import { readPage } from "../../app/features/page-checks/read-page.server.ts";
import { decodePage } from "./charset.ts";
import { type Robots, type RobotsQuestion, readRobots } from "./read-robots.ts";
import { readSitemap, type Sitemap } from "./read-sitemap.ts";

export type ReadPage = PageFacts & { charset: string; charsetFrom: string };

export type Task =
  | { read: "page"; bytes: Uint8Array; contentType: string }
  | { read: "robots"; text: string; address: string; agent: string; questions: RobotsQuestion[] }
  | { read: "sitemap"; bytes: Uint8Array };

/** A task returns null if it can't parse the input. */
export type Readings = { page: ReadPage; robots: Robots; sitemap: Sitemap };

function work(task: Task): Readings[keyof Readings] {
  if (task.read === "robots") return readRobots(task.text, task.address, task.agent, task.questions);
  const bytes = Buffer.from(task.bytes);
  if (task.read === "sitemap") return readSitemap(bytes);
  const { text, charset, from } = decodePage(bytes, task.contentType);
  return { ...readPage(text), charset, charsetFrom: from };
}

parentPort?.on("message", (task: Task) => {
  try {
    parentPort?.postMessage(work(task));
  } catch {
    parentPort?.postMessage(null);
  }
});
