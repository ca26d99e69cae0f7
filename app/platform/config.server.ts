import path from "node:path";
import { UnusableValue, type Values, type Variable, variables } from "./config.variables.server.ts";
import { isLoopback, type TestNetEntry } from "./http/audit-network.ts";

/** The validated environment (CONTRACT "Environment"), with defaults for unset variables. */
export type Config = {
  port: number;
  host: string;
  /** socket descriptor from systemd; overrides `port` and `host` */
  heldSocket?: number;
  /** public origin without a trailing slash */
  siteUrl: string;
  dataDir: string;
  /** unset: the embedded PostgreSQL in `dataDir` */
  databaseUrl?: string;
  /** database connections of one process; each additional serving process has its own */
  databasePool: number;
  /** unset: generated on first start */
  adminPassword?: string;
  /** unset: the mail server in Settings → Email; until there's one, emails stay in the outbox */
  smtpUrl?: string;
  /** recipients of notifications, separated by ", "; unset: those in Settings → Email, or else `contact_email` */
  leadsTo?: string;
  /** number of reverse proxies whose headers are trusted */
  trustProxy: number;
  webConcurrency: number;
  /** absolute path for nightly backups; null turns them off */
  backupDir: string | null;
  seed: "demo" | "none";
  /** resets itself every hour, sends no email and requests no other website */
  demo: boolean;
  /** whether search engines may index the site and get notified of changes */
  searchEngines: boolean;
  /** null forbids fetching the websites that visitors enter; with `testNet`, only its hosts can be reached */
  audit: { testNet?: TestNetEntry[] } | null;
  /** unset: `dataDir`/uploads */
  mediaStore?: Bucket;
  /** origin of image URLs without a trailing slash, or empty */
  mediaBaseUrl: string;
  /** where to ask for the newest version, once the owner has agreed; unset: nowhere */
  updateFeed?: { url: string; key: string };
  /** allows reading /metrics from other machines; unset: only this machine can */
  metricsToken?: string;
  /** seconds that a CDN may cache pages; 0 sends no header for CDNs */
  cdnMaxAge: number;
};

export type Bucket = {
  name: string;
  /** origin of the service; the bucket name comes first in the path */
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
};

/** Shown on the demo's login page. */
const DEMO_PASSWORD = "have-a-look-around";

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
  const demo = given.DEMO ?? false;
  if (demo && given.MEDIA_STORE)
    throw new UnusableValue("DEMO", env.DEMO!, "its images are in DATA_DIR, so MEDIA_STORE can't be set");
  return {
    port,
    host: given.HOST ?? "127.0.0.1",
    heldSocket: heldSocketIn(env),
    siteUrl,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    databasePool: given.DATABASE_POOL ?? 12,
    adminPassword: given.ADMIN_PASSWORD ?? (demo ? DEMO_PASSWORD : undefined),
    smtpUrl: demo ? undefined : given.SMTP_URL,
    leadsTo: given.LEADS_TO,
    trustProxy: given.TRUST_PROXY ?? 0,
    webConcurrency: given.WEB_CONCURRENCY ?? 1,
    backupDir: demo ? null : backupDir,
    seed: given.SEED ?? "demo",
    demo,
    searchEngines: !demo && (given.SEARCH_ENGINES ?? true),
    audit: !demo && (given.AUDIT ?? true) ? { testNet: given.AUDIT_TEST_NET } : null,
    mediaStore: bucketOf(given, env),
    mediaBaseUrl: given.MEDIA_BASE_URL ?? "",
    updateFeed: demo ? undefined : updateFeedOf(given, env),
    metricsToken: given.METRICS_TOKEN,
    cdnMaxAge: given.CDN_MAX_AGE ?? 0,
  };
}

/** First descriptor that systemd passes (sd_listen_fds(3)). `bootstrap.mjs` forwards it in PASSED_SOCKET. */
const FIRST_HANDED_OVER = 3;
function heldSocketIn({ LISTEN_PID, LISTEN_FDS, PASSED_SOCKET }: NodeJS.ProcessEnv): number | undefined {
  if (LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0) return FIRST_HANDED_OVER;
  return PASSED_SOCKET ? Number(PASSED_SOCKET) : undefined;
}

/** Throws UnusableValue if there's no key to check the file with. */
function updateFeedOf(given: Values, env: NodeJS.ProcessEnv): Config["updateFeed"] {
  const { UPDATE_FEED_URL: url, UPDATE_FEED_KEY: key } = given;
  if (url && !key)
    throw new UnusableValue("UPDATE_FEED_URL", env.UPDATE_FEED_URL!, "it needs UPDATE_FEED_KEY");
  return url && key ? { url, key } : undefined;
}

/** Throws UnusableValue if the bucket has no key. */
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
 * Returns the environment for child processes. Limits glibc to two heaps, because it rarely returns freed
 * memory.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { MALLOC_ARENA_MAX: "2", ...process.env };
}

/** Variables of `nss_wrapper`, which gives the user a name (`scripts/container.sh`). */
const NAMING = ["LD_PRELOAD", "NSS_WRAPPER_PASSWD", "NSS_WRAPPER_GROUP"];

/** Returns the variables for programs that need the user's name; usually none. */
export function namingEnvironment(): Record<string, string> {
  if (!process.env.NSS_WRAPPER_PASSWD) return {};
  return Object.fromEntries(NAMING.map((name) => [name, process.env[name] ?? ""]));
}

const BARE = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH", "TZ"];

/**
 * Returns an environment without passwords or URLs, for processes that read untrusted files. It also makes
 * libvips reject unsafe formats.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = BARE.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { MALLOC_ARENA_MAX: "2", VIPS_BLOCK_UNTRUSTED: "1", ...Object.fromEntries(kept) };
}
