import path from "node:path";
import { UnusableValue, type Values, type Variable, variables } from "./config.variables.server.ts";
import { isLoopback, type TestNetEntry } from "./http/audit-network.ts";

/** The site's configuration from the environment (CONTRACT "Environment"), validated and with defaults filled in. */
export type Config = {
  /** where the site listens */
  port: number;
  host: string;
  /** descriptor of a listening socket from systemd; takes precedence over `port` and `host` */
  heldSocket?: number;
  /** the public origin, without a trailing slash */
  siteUrl: string;
  /** absolute path */
  dataDir: string;
  /** unset: the embedded PostgreSQL in `dataDir` */
  databaseUrl?: string;
  /** all database connections of one process; each serving process after the first has additional ones */
  databasePool: number;
  /** unset: generated at the first start */
  adminPassword?: string;
  /** unset: emails wait in the outbox */
  smtpUrl?: string;
  /** unset: the `contact_email` setting; several addresses are separated by ", " */
  leadsTo?: string;
  /** how many reverse proxies to trust; 0 trusts no header */
  trustProxy: number;
  webConcurrency: number;
  /** absolute path of the folder for nightly backups; null turns them off */
  backupDir: string | null;
  seed: "demo" | "none";
  /** whether search engines may index the site and are notified of changes */
  searchEngines: boolean;
  /**
   * whether websites that visitors enter may be fetched; null fetches none. With `testNet`, nothing else can be reached
   */
  audit: { testNet?: TestNetEntry[] } | null;
  /** where images are stored; unset: `dataDir`/uploads */
  mediaStore?: Bucket;
  /** prefix of image URLs on pages: an origin without a trailing slash, or empty */
  mediaBaseUrl: string;
  /** token for reading /metrics from other machines; unset: only this machine can */
  metricsToken?: string;
  /** how many seconds a CDN may cache pages; 0 sends no instructions */
  cdnMaxAge: number;
};

/** An S3-compatible bucket and its key. */
export type Bucket = {
  name: string;
  /** the service's origin; the bucket name is the first part of the path */
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
};

/**
 * Reads the environment. An empty variable counts as unset.
 * @throws UnusableValue for the first invalid variable, in CONTRACT's order
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

/** The first descriptor that systemd passes (sd_listen_fds(3)); `bootstrap.mjs` forwards it under our own name. */
const FIRST_HANDED_OVER = 3;
function heldSocketIn({ LISTEN_PID, LISTEN_FDS, PASSED_SOCKET }: NodeJS.ProcessEnv): number | undefined {
  if (LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0) return FIRST_HANDED_OVER;
  return PASSED_SOCKET ? Number(PASSED_SOCKET) : undefined;
}

/** Throws UnusableValue for a bucket without a key. */
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
 * Returns the environment of the site's other processes. glibc gives each thread its own heap and rarely returns
 * memory; two heaps are enough for compressing pages. The operator's own value takes precedence.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { MALLOC_ARENA_MAX: "2", ...process.env };
}

/** The variables with which the library `nss_wrapper` names a user who has no name (`scripts/container.sh`). */
const NAMING = ["LD_PRELOAD", "NSS_WRAPPER_PASSWD", "NSS_WRAPPER_GROUP"];

/** Returns the extra variables for a program that asks for its user's name; usually none. */
export function namingEnvironment(): Record<string, string> {
  if (!process.env.NSS_WRAPPER_PASSWD) return {};
  return Object.fromEntries(NAMING.map((name) => [name, process.env[name] ?? ""]));
}

/** The variables that a program needs to run at all. */
const BARE = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH", "TZ"];

/**
 * Returns the environment of a process that reads untrusted files: it contains no passwords or URLs, and libvips
 * rejects all formats it doesn't consider safe for untrusted input.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = BARE.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { MALLOC_ARENA_MAX: "2", VIPS_BLOCK_UNTRUSTED: "1", ...Object.fromEntries(kept) };
}
