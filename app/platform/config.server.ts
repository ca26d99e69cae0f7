import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { isLoopback, parseTestNet, type TestNetEntry } from "./audit-network.ts";

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

/** A value of the environment that the site cannot use. Its message is one line for the operator. */
export class UnusableValue extends Error {
  /**
   * @param name the variable
   * @param value as it was given; passwords in it are hidden here
   * @param reason what is wrong with it, where that does not go without saying
   */
  constructor(name: Variable, value: string, reason?: string) {
    const accepted = variables[name].accepted;
    super(
      `${name}=${shown(name, value)} cannot be used${reason ? `: ${reason}` : ""}. Accepted: ${accepted}.`,
    );
    this.name = "UnusableValue";
  }
}

const SHOWN_CHARACTERS = 200;
const SECRETS = ["ADMIN_PASSWORD", "MEDIA_S3_SECRET", "METRICS_TOKEN"];

/** A value as it may be printed: on one line, not endless, passwords in addresses as `***`. */
function shown(name: string, value: string): string {
  if (SECRETS.includes(name)) return "***";
  const masked = value
    // scheme://user:password@ and user:password@; a password may itself contain any character
    .replace(/^(.*?\/\/)?([^:@/]*):(?!\/\/).*@/s, (_, scheme = "", user) => `${scheme}${user}:***@`)
    .replace(/(pass(?:word|wd)?=)[^&\s]*/gi, "$1***");
  const line = JSON.stringify(masked).slice(1, -1);
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

const wholeNumber = (min: number, max: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max)),
  accepted: `a whole number from ${min} to ${max}`,
});

const parseUrl = (value: string) => (/[\s\\]/.test(value) ? null : URL.parse(value));

const address = (protocols: string[], accepted: string) => ({
  schema: z.string().refine((value) => {
    const url = parseUrl(value);
    // A database on this machine may be named by its socket's folder instead: postgres:///name?host=/folder
    const host = url?.hostname || url?.searchParams.get("host");
    return url !== null && protocols.includes(url.protocol) && Boolean(host) && url.port !== "0";
  }),
  accepted,
});

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,62})?(\.[a-z0-9]([a-z0-9-]{0,62})?)*$/i;
/** Digits and dots alone are an address with a slip in it, not a name. */
const isHost = (value: string) => isIP(value) !== 0 || (HOST_NAME.test(value) && !/^[\d.]+$/.test(value));

const isBareOrigin = (url: URL | null): url is URL =>
  url !== null &&
  (url.protocol === "https:" || url.protocol === "http:") &&
  url.href === `${url.origin}/` &&
  url.hostname !== "";

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/;

/** `s3://bucket?endpoint=…&region=…`; null where it is none. */
function parseBucket(value: string) {
  const url = parseUrl(value);
  const endpoint = URL.parse(url?.searchParams.get("endpoint") ?? "");
  const region = url?.searchParams.get("region") ?? "us-east-1";
  const isBucket =
    url?.protocol === "s3:" && BUCKET.test(url.host) && !url.username && ["", "/"].includes(url.pathname);
  if (!isBucket || !isBareOrigin(endpoint) || !/^[\w-]{1,40}$/.test(region)) return null;
  return { name: url.host, endpoint: endpoint.origin, region };
}

/** Signs that stand in a header as they are. */
const KEY = z.string().regex(/^[\x21-\x7e]{1,300}$/);

const OTHER_OFF = /^(off|no|none|never|false|0)$/i;

/** Each variable with its rule and what to tell the operator, in the order of CONTRACT's table. */
const variables = {
  PORT: wholeNumber(1, 65535),
  HOST: {
    schema: z.string().refine(isHost),
    accepted: "an IP address or host name of this machine, e.g. 127.0.0.1, or 0.0.0.0 for all of them",
  },
  SITE_URL: {
    schema: z
      .string()
      .refine((value) => isBareOrigin(parseUrl(value)))
      .transform((value) => new URL(value).origin),
    accepted: "the site's public origin without a path, e.g. https://www.example.com",
  },
  DATA_DIR: {
    schema: z
      .string()
      .refine((value) => !value.includes("\0"))
      .transform((value) => path.resolve(value)),
    accepted: "a folder that this process may create and write to",
  },
  DATABASE_URL: address(
    ["postgres:", "postgresql:"],
    "the address of a PostgreSQL 15 or newer, e.g. postgres://user:password@host:5432/database",
  ),
  DATABASE_POOL: wholeNumber(6, 500),
  ADMIN_PASSWORD: {
    schema: z
      .string()
      .max(1000)
      .refine((value) => !/\p{Cc}/u.test(value) && value.trim() !== ""),
    accepted: "one line of 1 to 1000 characters, not only spaces",
  },
  SMTP_URL: address(["smtp:", "smtps:"], "the address of a mail server, e.g. smtp://user:password@host:587"),
  LEADS_TO: {
    schema: z
      .string()
      .transform((value) => value.split(",").map((one) => one.trim()))
      .pipe(z.array(z.email()))
      .transform((all) => all.join(", ")),
    accepted: "an e-mail address, or several separated by commas",
  },
  TRUST_PROXY: wholeNumber(0, 100),
  WEB_CONCURRENCY: wholeNumber(1, 128),
  BACKUP_DIR: {
    schema: z
      .string()
      // Other words for off are hardly the name of a folder.
      .refine((value) => !value.includes("\0") && (value === "off" || !OTHER_OFF.test(value)))
      .transform((value) => (value === "off" ? null : path.resolve(value))),
    accepted: "a folder that this process may create and write to, or off",
  },
  SEARCH_ENGINES: {
    schema: z.enum(["on", "off"]).transform((value) => value === "on"),
    accepted: "on or off",
  },
  AUDIT: {
    schema: z.enum(["on", "off"]).transform((value) => value === "on"),
    accepted: "on or off",
  },
  AUDIT_TEST_NET: {
    schema: z
      .string()
      .refine((value) => parseTestNet(value) !== null)
      .transform((value) => parseTestNet(value)!),
    accepted: "name=address>127.0.0.1:port, several separated by commas",
  },
  SEED: { schema: z.enum(["demo", "none"]), accepted: "demo or none" },
  MEDIA_STORE: {
    schema: z
      .string()
      .refine((value) => parseBucket(value) !== null)
      .transform((value) => parseBucket(value)!),
    accepted: "s3://bucket?endpoint=https://…&region=…",
  },
  MEDIA_S3_KEY_ID: { schema: KEY, accepted: "the id of a key to the bucket" },
  MEDIA_S3_SECRET: { schema: KEY, accepted: "the secret of that key" },
  MEDIA_BASE_URL: {
    schema: z
      .string()
      .refine((value) => isBareOrigin(parseUrl(value)))
      .transform((value) => new URL(value).origin),
    accepted: "the origin of a CDN in front of this site without a path, e.g. https://media.example.com",
  },
  CDN_MAX_AGE: wholeNumber(0, 86_400),
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\x21-\x7e]{16,300}$/),
    accepted: "16 to 300 letters, digits and signs without spaces",
  },
};

type Variable = keyof typeof variables;
type Values = { [Name in Variable]?: z.output<(typeof variables)[Name]["schema"]> };

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
