import fs from "node:fs";
import { Agent, request } from "node:http";
import type { QueryResultRow } from "pg";
import { ensureBuild } from "../scripts/build.ts";
import { embeddedConnection } from "../server/postgres/postgres.ts";
import { queryOnce } from "../tests/support/query-once.ts";
import { makeTemporaryFolder, processesOf, type SiteProcess, startSite } from "../tests/support/site.ts";

/**
 * Builds and starts a site with a temporary DATA_DIR, which `close` deletes.
 * @param env environment variables besides DATA_DIR
 */
export async function openSite(env: Record<string, string> = {}) {
  const folder = makeTemporaryFolder("seo-pro-zone-bench-");
  await ensureBuild();
  const site = await startSite({ DATA_DIR: folder, ...env });
  const agent = new Agent({ keepAlive: true });
  const database = embeddedConnection(folder);
  return {
    ...site,
    folder,
    database,
    query: <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
      queryOnce<Row>(database, text, values),
    /** Reads a whole response over a keep-alive connection. */
    ask(path: string, headers: Record<string, string> = {}): Promise<{ ms: number; status: number }> {
      const startedAt = performance.now();
      const all = { "Accept-Encoding": "br", ...headers };
      return new Promise((resolve, reject) => {
        request(site.url + path, { agent, headers: all }, (response) => {
          const status = response.statusCode ?? 0;
          response.resume().once("end", () => resolve({ ms: performance.now() - startedAt, status }));
        })
          .on("error", reject)
          .end();
      });
    },
    async close() {
      agent.destroy();
      await site.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a different IP address for each number, to send as X-Forwarded-For with TRUST_PROXY=1. */
const addressOf = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** Posts an enquiry as JSON, from a different IP address for each number. */
export function postEnquiry(url: string, number: number, name: string): Promise<Response> {
  return fetch(`${url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": addressOf(number) },
    body: JSON.stringify({ name, email: "ada@example.com", message: "Hello", formType: "contact" }),
  });
}

/** Returns the serving process's resident bytes (Linux only). */
export function servingMemory(site: SiteProcess): number {
  const [pid] = processesOf(site, "serving");
  return Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

/** Polls the serving process's memory. Returns a function that stops polling and returns the peak. */
export function watchMemory(site: SiteProcess, everyMs: number): () => number {
  let most = servingMemory(site);
  const watch = setInterval(() => {
    most = Math.max(most, servingMemory(site));
  }, everyMs);
  return () => {
    clearInterval(watch);
    return most;
  };
}
