import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isThisMachine } from "../../app/features/mail/rules.ts";
import { describeTrouble, mailSetupOf } from "../../app/features/mail/words.server.ts";
import { readStoreTrouble } from "../../app/features/media/store-trouble.server.ts";
import { type Config, readConfig } from "../../app/platform/config.server.ts";
import { showValue, UnusableValue, variables } from "../../app/platform/config.variables.server.ts";
import { type Connection, DatabaseRefused } from "../../app/platform/database/database.server.ts";
import { mailServerOf, tryMailServer } from "../../app/platform/http/mail.server.ts";
import { isPublicSite } from "../../app/platform/http/public-site.ts";
import { clusterDirectory } from "../../server/postgres/postgres.ts";
import { StartRefused } from "../../server/start-refused.ts";
import { askSenderDns, askSite, readFreeBytes, readMemoryBytes } from "./ask.ts";
import { readStored, type Stored } from "./database.ts";
import { type Line, missing, note, ok, problem } from "./line.ts";
import {
  certificateLine,
  clockLine,
  diskLine,
  mailServerLine,
  memoryLine,
  misspelledLines,
  proxyLine,
  type Reply,
  senderLines,
  siteUrlLines,
} from "./rules.ts";

/** No check takes longer. The mail server and the database may each need two attempts. */
const LIMIT_MS = 25_000;

type Connect = (config: Config, work: (connection: Connection) => Promise<Stored>) => Promise<Stored>;

/**
 * Checks the configuration and what it refers to. A check that fails or takes too long becomes a line of its own, and
 * never stops the others.
 * @param connect runs `work` on the site's database
 */
export async function examine(env: NodeJS.ProcessEnv, connect: Connect): Promise<Line[]> {
  const { config, invalid, lines } = readVariables(env);
  const asking = attempt(() => askSite(config.siteUrl));
  const isThere = Boolean(config.databaseUrl) || fs.existsSync(clusterDirectory(config.dataDir));
  const isUnknown = invalid.includes("DATABASE_URL") || !isThere;
  const storing = isUnknown
    ? null
    : attempt(() => connect(config, (connection) => readStored(connection, config)));
  const [reply, stored, storage] = await Promise.all([asking, storing, attempt(() => readStorage(config))]);
  const site = reply.found ?? null;
  return [
    ...lines,
    ok("Node.js", `${process.versions.node}.`),
    memoryLine(readMemoryBytes()),
    ...(storage.found ?? [note("Disk", storage.why)]),
    ...siteUrlLines(config.siteUrl, site, reply.why),
    ...(invalid.includes("TRUST_PROXY") ? [] : [proxyLine(config.siteUrl, config.trustProxy, site)]),
    ...(site?.certificate ? [certificateLine(site.certificate, new Date())] : []),
    ...databaseLinesOf(stored),
    compareClocks(site, stored?.found),
    ...(await mailLines(config, stored?.found, site !== null && isPublicSite(config.siteUrl))),
  ];
}

type Attempt<Found> = { found?: Found; why: string; isRefused?: boolean };

/** Runs a check within the limit. Never rejects. */
async function attempt<Found>(check: () => Promise<Found>): Promise<Attempt<Found>> {
  const over = new AbortController();
  const late = delay(LIMIT_MS, { why: "it took too long" }, { ref: false, signal: over.signal });
  const checked = check().then(
    (found) => ({ found, why: "" }),
    (error: NodeJS.ErrnoException) => ({
      why: (error.message || error.code || "unknown error").split("\n")[0]!,
      isRefused: [UnusableValue, DatabaseRefused, StartRefused].some((kind) => error instanceof kind),
    }),
  );
  return Promise.race([checked, late.catch(() => ({ why: "" }))]).finally(() => over.abort());
}

/** Returns one line for each variable that's set. Invalid ones count as unset from here on. */
function readVariables(env: NodeJS.ProcessEnv) {
  const given = { ...env };
  const lines: Line[] = [];
  const invalid: string[] = [];
  for (;;) {
    try {
      const config = readConfig(given);
      const set = Object.keys(variables).filter((name) => given[name]);
      const values = set.map((name) => `${name}=${maskLogin(showValue(name, given[name]!))}`);
      const summary = ok("Variables", values.join(", ") || "None are set.");
      const unset = given.DATA_DIR
        ? []
        : [missing("DATA_DIR", `It's ${config.dataDir}. Set a folder outside the checkout.`)];
      const misspelled = misspelledLines(Object.keys(env), Object.keys(variables));
      return { config, invalid, lines: [summary, ...lines, ...misspelled, ...unset] };
    } catch (error) {
      if (!(error instanceof UnusableValue)) throw error;
      lines.push(problem(error.variable, error.message));
      invalid.push(error.variable);
      delete given[error.variable];
    }
  }
}

/** Some mail providers' user names are secret tokens. */
const maskLogin = (value: string) => value.replace(/\/\/[^/]*@/, "//***@");

async function readStorage(config: Config): Promise<Line[]> {
  const { dataDir, backupDir, mediaStore } = config;
  const trouble = mediaStore ? await readStoreTrouble(config) : null;
  return [
    diskLine("Disk", dataDir, await readFreeBytes(dataDir)),
    ...(backupDir ? [diskLine("Backup disk", backupDir, await readFreeBytes(backupDir))] : []),
    ...(mediaStore
      ? [
          trouble?.is === "away"
            ? problem("MEDIA_STORE", trouble.detail)
            : ok("MEDIA_STORE", "The bucket responds."),
        ]
      : []),
  ];
}

function databaseLinesOf(stored: Attempt<Stored> | null): Line[] {
  if (!stored)
    return [
      note(
        "Database",
        "There's none yet. The first start creates it in DATA_DIR, unless DATABASE_URL is set.",
      ),
    ];
  if (stored.found) return stored.found.lines;
  return [problem("Database", stored.isRefused ? stored.why : `It couldn't be read: ${stored.why}.`)];
}

function compareClocks(site: Reply | null, stored: Stored | undefined): Line {
  const date = Date.parse(String(site?.headers.date));
  return clockLine([
    { name: "the database", aheadMs: stored?.aheadMs ?? null },
    { name: "SITE_URL", aheadMs: Number.isNaN(date) ? null : date - Date.now() },
  ]);
}

async function mailLines(config: Config, stored: Stored | undefined, isOnline: boolean): Promise<Line[]> {
  const { smtpUrl, ...mail } = stored?.mail ?? config;
  if (!smtpUrl)
    return [
      missing(
        "Mail server",
        "Set it up in Settings → Email, or set SMTP_URL. Until then, emails wait in the outbox.",
      ),
    ];
  const domain = stored?.sender?.split("@")[1];
  const dns = domain ? await askSenderDns(domain) : null;
  const server = mailServerOf(smtpUrl);
  const { found: delivery, why } = await attempt(() => tryMailServer(smtpUrl));
  const words =
    delivery && delivery.outcome !== "sent"
      ? describeTrouble(
          { recipient: null, trouble: delivery.trouble, last_error: delivery.reason },
          mailSetupOf({ ...mail, smtpUrl }, {}),
        )
      : null;
  const hasDns = dns !== null && Object.values(dns).some((answer) => answer !== null);
  return [
    delivery
      ? mailServerLine(
          server,
          delivery,
          words?.words ?? "",
          isOnline || hasDns || isThisMachine(new URL(smtpUrl).hostname),
        )
      : note("Mail server", why),
    ...(domain && dns
      ? senderLines(domain, dns)
      : [missing("Sender", "There's no sender address. Enter one in Settings → Email.")]),
  ];
}
