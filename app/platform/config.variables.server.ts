import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { parseTestNet } from "./http/audit-network.ts";

/** Thrown for an invalid environment value, with a one-line message for the operator. */
export class UnusableValue extends Error {
  readonly variable: Variable;

  /**
   * @param value as given; masked here
   * @param reason what's wrong, unless that's obvious
   */
  constructor(name: Variable, value: string, reason?: string) {
    const accepted = variables[name].accepted;
    super(
      `${name}=${showValue(name, value)} is invalid${reason ? `: ${reason}` : ""}. Accepted: ${accepted}.`,
    );
    this.name = "UnusableValue";
    this.variable = name;
  }
}

const SHOWN_CHARACTERS = 200;
const SECRETS = ["ADMIN_PASSWORD", "MEDIA_S3_KEY_ID", "MEDIA_S3_SECRET", "METRICS_TOKEN"];

/** Returns a value for people to read: shortened, on one line, with passwords as `***`. */
export function showValue(name: string, value: string): string {
  if (SECRETS.includes(name)) return "***";
  const masked = value
    // scheme://user:password@ or user:password@, where the password may contain any character
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
    // Local databases can have a socket folder instead: postgres:///name?host=/folder
    const host = url?.hostname || url?.searchParams.get("host");
    return url !== null && protocols.includes(url.protocol) && Boolean(host) && url.port !== "0";
  }),
  accepted,
});

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,62})?(\.[a-z0-9]([a-z0-9-]{0,62})?)*$/i;
/** Digits and dots alone are a mistyped IP address. */
const isHost = (value: string) => isIP(value) !== 0 || (HOST_NAME.test(value) && !/^[\d.]+$/.test(value));

const isBareOrigin = (url: URL | null): url is URL =>
  url !== null &&
  (url.protocol === "https:" || url.protocol === "http:") &&
  url.href === `${url.origin}/` &&
  url.hostname !== "";

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/;

/** Parses `s3://bucket?endpoint=…&region=…`; null if invalid. */
function parseBucket(value: string) {
  const url = parseUrl(value);
  const endpoint = URL.parse(url?.searchParams.get("endpoint") ?? "");
  const region = url?.searchParams.get("region") ?? "us-east-1";
  const isBucket =
    url?.protocol === "s3:" && BUCKET.test(url.host) && !url.username && ["", "/"].includes(url.pathname);
  if (!isBucket || !isBareOrigin(endpoint) || !/^[\w-]{1,40}$/.test(region)) return null;
  return { name: url.host, endpoint: endpoint.origin, region };
}

/** Safe in a header without escaping. */
const KEY = z.string().regex(/^[\x21-\x7e]{1,300}$/);

const OTHER_OFF = /^(off|no|none|never|false|0)$/i;

/** In the order of CONTRACT's table. */
export const variables = {
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
    accepted: "a folder that this process can create and write to",
  },
  DATABASE_URL: address(
    ["postgres:", "postgresql:"],
    "the URL of PostgreSQL 15 or newer, e.g. postgres://user:password@host:5432/database",
  ),
  DATABASE_POOL: wholeNumber(6, 500),
  ADMIN_PASSWORD: {
    schema: z
      .string()
      .max(1000)
      .refine((value) => !/\p{Cc}/u.test(value) && value.trim() !== ""),
    accepted: "one line of 1 to 1000 characters, not only spaces",
  },
  SMTP_URL: address(["smtp:", "smtps:"], "the URL of a mail server, e.g. smtp://user:password@host:587"),
  LEADS_TO: {
    schema: z
      .string()
      .transform((value) => value.split(",").map((one) => one.trim()))
      .pipe(z.array(z.email()))
      .transform((all) => all.join(", ")),
    accepted: "an email address, or several separated by commas",
  },
  TRUST_PROXY: wholeNumber(0, 100),
  WEB_CONCURRENCY: wholeNumber(1, 128),
  BACKUP_DIR: {
    schema: z
      .string()
      // Words like "no" are more likely to mean "off" than a folder.
      .refine((value) => !value.includes("\0") && (value === "off" || !OTHER_OFF.test(value)))
      .transform((value) => (value === "off" ? null : path.resolve(value))),
    accepted: "a folder that this process can create and write to, or off",
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
  DEMO: {
    schema: z.enum(["1", "0"]).transform((value) => value === "1"),
    accepted: "1 for a demo that resets itself, or 0",
  },
  SEED: { schema: z.enum(["demo", "none"]), accepted: "demo or none" },
  MEDIA_STORE: {
    schema: z
      .string()
      .refine((value) => parseBucket(value) !== null)
      .transform((value) => parseBucket(value)!),
    accepted: "s3://bucket?endpoint=https://…&region=…",
  },
  MEDIA_S3_KEY_ID: { schema: KEY, accepted: "the bucket's access key ID" },
  MEDIA_S3_SECRET: { schema: KEY, accepted: "the secret access key" },
  MEDIA_BASE_URL: {
    schema: z
      .string()
      .refine((value) => isBareOrigin(parseUrl(value)))
      .transform((value) => new URL(value).origin),
    accepted: "the origin of a CDN in front of this site without a path, e.g. https://media.example.com",
  },
  CDN_MAX_AGE: wholeNumber(0, 86_400),
  UPDATE_FEED_URL: {
    schema: z.string().refine((value) => {
      const url = parseUrl(value);
      return url?.protocol === "https:" && url.hostname !== "" && !url.username && !url.password;
    }),
    accepted: "the https URL of a signed file, e.g. https://updates.example.com/updates.json",
  },
  UPDATE_FEED_KEY: {
    schema: z.string().regex(/^[\w-]{43}$/),
    accepted: "the feed's public Ed25519 key, 43 characters, as scripts/sign-feed.mjs prints it",
  },
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\x21-\x7e]{16,300}$/),
    accepted: "16 to 300 letters, digits or symbols, without spaces",
  },
};

export type Variable = keyof typeof variables;
export type Values = { [Name in Variable]?: z.output<(typeof variables)[Name]["schema"]> };
