// The Nu HTML checker, as used by the W3C's validator. Needs Java.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { makeTemporaryFolder } from "./site.ts";

const root = path.resolve(import.meta.dirname, "../..");
const PACKAGED = path.join(root, "tools", "html");
const JAR = path.join(PACKAGED, "node_modules", "vnu-jar", "build", "dist", "vnu.jar");
const CHECK_MS = 3 * 60_000;
const REPORT_MAX_BYTES = 50 * 1024 * 1024;

/** The checker runs only for seconds, so Java's further optimizations don't pay off. */
const JAVA_FLAGS = ["-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const run = promisify(execFile);

/**
 * Checks pages, downloading the checker first if needed.
 * @param pages the HTML by name, such as the URL
 * @returns one line per error, without warnings and CSS messages, because the checker's CSS support lags behind
 * @throws if the checker can't be downloaded or run
 */
export async function findHtmlErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  if (!fs.existsSync(JAR)) {
    await run("npm", ["ci", "--prefix", PACKAGED, "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  const folder = makeTemporaryFolder("seo-pro-zone-html-");
  const names = new Map<string, string>();
  for (const [name, html] of pages) {
    const file = path.join(folder, `${names.size}.html`);
    fs.writeFileSync(file, html);
    names.set(path.basename(file), name);
  }
  try {
    const { stderr } = await run(
      "java",
      [...JAVA_FLAGS, "-jar", JAR, "--errors-only", "--exit-zero-always", "--format", "json", folder],
      { timeout: CHECK_MS, maxBuffer: REPORT_MAX_BYTES },
    );
    type Message = { type: string; url: string; message: string; extract?: string };
    const { messages } = JSON.parse(stderr) as { messages: Message[] };
    return messages
      .filter(({ message }) => !message.startsWith("CSS:"))
      .map(({ url, message, extract }) => `${names.get(path.basename(url))}: ${message} ${extract ?? ""}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
