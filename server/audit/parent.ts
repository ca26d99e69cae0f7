import { type AuditResult, unreadResult } from "../../app/features/audit/result.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import type { MakeAudit } from "../audit-queue.ts";
import { runConfined } from "../confined-process.ts";

/** V8's heap in MB, excluding the parser thread's. */
const HEAP = 96;
/** An audit takes up to nine seconds, and a busy machine needs time to start the process. */
const LONGEST_MS = 20_000;

/** Returns a function that audits each website in its own process. A crash counts as `unreadable`. */
export const auditInChild =
  (db: Database, { siteUrl, audit: on }: Pick<Config, "siteUrl" | "audit">, log: Log): MakeAudit =>
  async (website, signal) => {
    let result: AuditResult | undefined;
    const { site_title: siteTitle } = await readSettings(db);
    const audit = { website, siteUrl, siteTitle, testNet: on?.testNet };
    const limits = { heap: HEAP, longestMs: LONGEST_MS, signal };
    const detail = await runConfined("website", { do: "website", audit }, limits, (answer) => {
      if (answer.is === "audited") result = answer.result;
    });
    if (!result && !signal.aborted) log.warn({ detail }, "The audit process failed");
    return result ?? unreadResult(website, URL.parse(website)?.host ?? "", "unreadable");
  };
