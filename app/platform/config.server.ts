import path from "node:path";
import { UnusableValue, type Values, type Variable, variables } from "./config.variables.server.ts";
import { isLoopback, type TestNetEntry } from "./http/audit-network.ts";

/** The site's settings from the environment (CONTRACT "Environment"), checked and with defaults filled in. */
export type Config = {
  /** where the site listens */
  port: number;
  host: string;
  /** the descriptor of a socket that listens already and is systemd's; it goes before `port` and `host` */
  heldSocket?: number;
  /** the public origin, without a trailing slash */
  siteUrl: string;
  /** absolute path */
  dataDir: string;
  /** unset: the embedded PostgreSQL in `dataDir` */
  databaseUrl?: string;
  /** connections to the database, everything included; each serving process after the first has its own besides */
  databasePool: number;
  /** unset: made at the first start */
  adminPassword?: string;
  /** unset: mail waits in the outbox */
  smtpUrl?: string;
  /** unset: the `contact_email` setting; several addresses are separated by ", " */
  leadsTo?: string;
  /** how many reverse proxies to believe; 0 believes no header */
  trustProxy: number;
  webConcurrency: number;
  /** absolute path of the folder for nightly backups; null makes none */
  backupDir: string | null;
  seed: "demo" | "none";
  /** whether search engines may read the site and are notified of changes */
  searchEngines: boolean;
  /** whether websites that visitors name may be read; null reads none. `testNet` is all the internet there is then */
  audit: { testNet?: TestNetEntry[] } | null;
  /** where pictures are kept; unset: `dataDir`/uploads */
  mediaStore?: Bucket;
  /** what stands before the addresses of pictures on pages: an origin without a closing slash, or nothing */
  mediaBaseUrl: string;
  /** what shows the figures of /metrics to programs elsewhere; unset: to those on this machine only */
  metricsToken?: string;
  /** how many seconds a CDN may keep pages; 0 tells it nothing */
  cdnMaxAge: number;
};

/** A bucket with S3's interface, and the key to it. */
export type Bucket = {
  name: string;
  /** the service's origin; the bucket's name follows as the first part of the path */
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
};

/**
 * Reads the environment. An empty variable counts as unset.
 * @throws UnusableValue for the first variable, in CONTRACT's order, that cannot be used
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(variables) as Variable[]) {
    const value = env[name];
    if (value === undefined || value === "") continue;
    const result = variables[name].schema.safeParse(value);
    if (!result.success) throw new UnusableValue(name, value);
    values[name] = result.data;
  }
  const given = values as Values;
  const port = given.PORT ?? 3000;
  const dataDir = given.DATA_DIR ?? path.resolve("data");
  const backupDir = given.BACKUP_DIR === undefined ? path.join(dataDir, "backups") : given.BACKUP_DIR;
  if (backupDir && path.relative(dataDir, backupDir).split(path.sep)[0] === "postgres")
    throw new UnusableValue("BACKUP_DIR", backupDir, "it is the database's own folder");
  const siteUrl = given.SITE_URL ?? `http://localhost:${port}`;
  if (given.AUDIT_TEST_NET && !isLoopback(siteUrl))
    throw new UnusableValue(
      "AUDIT_TEST_NET",
      env.AUDIT_TEST_NET!,
      "it is for tests, where SITE_URL is this machine",
    );
  return {
    port,
    host: given.HOST ?? "127.0.0.1",
    heldSocket: heldSocketIn(env),
    siteUrl,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    databasePool: given.DATABASE_POOL ?? 12,
    adminPassword: given.ADMIN_PASSWORD,
    smtpUrl: given.SMTP_URL,
    leadsTo: given.LEADS_TO,
    trustProxy: given.TRUST_PROXY ?? 0,
    webConcurrency: given.WEB_CONCURRENCY ?? 1,
    backupDir,
    seed: given.SEED ?? "demo",
    searchEngines: given.SEARCH_ENGINES ?? true,
    audit: (given.AUDIT ?? true) ? { testNet: given.AUDIT_TEST_NET } : null,
    mediaStore: bucketOf(given, env),
    mediaBaseUrl: given.MEDIA_BASE_URL ?? "",
    metricsToken: given.METRICS_TOKEN,
    cdnMaxAge: given.CDN_MAX_AGE ?? 0,
  };
}

/** The first descriptor that systemd hands over (sd_listen_fds(3)); `bootstrap.mjs` passes it on under a name of ours. */
const FIRST_HANDED_OVER = 3;
function heldSocketIn({ LISTEN_PID, LISTEN_FDS, PASSED_SOCKET }: NodeJS.ProcessEnv): number | undefined {
  if (LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0) return FIRST_HANDED_OVER;
  return PASSED_SOCKET ? Number(PASSED_SOCKET) : undefined;
}

/** @throws UnusableValue for a bucket without a key */
function bucketOf(
  { MEDIA_STORE: store, MEDIA_S3_KEY_ID: keyId, MEDIA_S3_SECRET: secret }: Values,
  env: NodeJS.ProcessEnv,
): Bucket | undefined {
  if (!store) return undefined;
  if (!keyId || !secret)
    throw new UnusableValue(
      "MEDIA_STORE",
      env.MEDIA_STORE!,
      "a bucket needs MEDIA_S3_KEY_ID and MEDIA_S3_SECRET",
    );
  return { ...store, keyId, secret };
}

/**
 * The environment of the site's other processes. glibc gives each thread its own heap and hardly takes anything back;
 * two are enough for compressing pages. What the operator has set goes first.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { MALLOC_ARENA_MAX: "2", ...process.env };
}

/** By these the library `nss_wrapper` gives a name to a user who has none (`scripts/container.sh`). */
const NAMING = ["LD_PRELOAD", "NSS_WRAPPER_PASSWD", "NSS_WRAPPER_GROUP"];

/** What a program that asks for its user's name needs of the environment besides; nothing as a rule. */
export function namingEnvironment(): Record<string, string> {
  if (!process.env.NSS_WRAPPER_PASSWD) return {};
  return Object.fromEntries(NAMING.map((name) => [name, process.env[name] ?? ""]));
}

/** What a program needs of the environment to run at all. */
const BARE = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH", "TZ"];

/**
 * The environment of a process that reads what strangers may have made: no password and no address is in it. libvips
 * opens none of the formats that it does not vouch for.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = BARE.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { MALLOC_ARENA_MAX: "2", VIPS_BLOCK_UNTRUSTED: "1", ...Object.fromEntries(kept) };
}
