import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { variables } from "../../app/platform/config.variables.server.ts";

/** Returns the error message for an invalid environment. */
function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The environment was accepted");
}

describe("the defaults match CONTRACT", () => {
  test("the defaults apply if nothing is set", () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      siteUrl: "http://localhost:3000",
      dataDir: `${process.cwd()}/data`,
      databaseUrl: undefined,
      databasePool: 12,
      adminPassword: undefined,
      smtpUrl: undefined,
      leadsTo: undefined,
      trustProxy: 0,
      webConcurrency: 1,
      backupDir: `${process.cwd()}/data/backups`,
      seed: "demo",
      demo: false,
      searchEngines: true,
      audit: {},
      mediaBaseUrl: "",
      cdnMaxAge: 0,
    });
  });

  test("an empty variable counts as unset", () => {
    const names = [
      "PORT",
      "HOST",
      "SITE_URL",
      "DATA_DIR",
      "DATABASE_URL",
      "ADMIN_PASSWORD",
      "SMTP_URL",
      "LEADS_TO",
      "BACKUP_DIR",
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
  });

  test("the default SITE_URL contains PORT", () => {
    expect(readConfig({ PORT: "4105" }).siteUrl).toBe("http://localhost:4105");
  });
});

test(".env.example lists each variable in CONTRACT with a valid example", () => {
  const read = (file: string) => fs.readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
  const [, environment = ""] = read("docs/contract.md").split("## Environment");
  const rows = environment.split("\n## ")[0]!.match(/^\| `.+?\|/gm)!;
  const names = rows
    .flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g)!)
    .filter((name) => !name.includes("TEST"));
  const examples = Object.fromEntries(
    [...read(".env.example").matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const keys = ["MEDIA_S3_KEY_ID", "MEDIA_S3_SECRET"];
  expect(Object.keys(examples).sort()).toEqual([...names, ...keys].sort());
  const filled = { ...examples, MEDIA_S3_KEY_ID: "AKIA", MEDIA_S3_SECRET: "secret" };
  expect(readConfig(filled)).toMatchObject({
    siteUrl: "https://www.example.com",
    trustProxy: 1,
    seed: "demo",
  });
});

test("docs/configuration.md lists every variable", () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/configuration.md"), "utf8");
  const listed = page.match(/^\| `.+?\|/gm)!.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g)!);
  expect(listed.sort()).toEqual(Object.keys(variables).sort());
});

test("valid values are converted to the types the site uses", () => {
  expect(
    readConfig({
      PORT: "8080",
      HOST: "::1",
      SITE_URL: "https://www.Example.com/",
      DATA_DIR: "/srv/site data",
      DATABASE_URL: "postgres://site:s%40crt@db.example.com:5433/site?sslmode=require",
      DATABASE_POOL: "40",
      ADMIN_PASSWORD: "correct horse",
      SMTP_URL: "smtps://user:pass@mail.example.com:465",
      LEADS_TO: "sales@example.com,owner@example.com",
      TRUST_PROXY: "2",
      WEB_CONCURRENCY: "4",
      BACKUP_DIR: "/mnt/backups",
      SEED: "none",
      SEARCH_ENGINES: "off",
      AUDIT: "off",
      MEDIA_STORE: "s3://pictures?endpoint=https://s3.example.com&region=eu-central-1",
      MEDIA_S3_KEY_ID: "AKIA",
      MEDIA_S3_SECRET: "a/secret+key",
      MEDIA_BASE_URL: "https://media.example.com/",
      CDN_MAX_AGE: "60",
    }),
  ).toEqual({
    port: 8080,
    host: "::1",
    siteUrl: "https://www.example.com",
    dataDir: "/srv/site data",
    databaseUrl: "postgres://site:s%40crt@db.example.com:5433/site?sslmode=require",
    databasePool: 40,
    adminPassword: "correct horse",
    smtpUrl: "smtps://user:pass@mail.example.com:465",
    leadsTo: "sales@example.com, owner@example.com",
    trustProxy: 2,
    webConcurrency: 4,
    backupDir: "/mnt/backups",
    seed: "none",
    demo: false,
    searchEngines: false,
    audit: null,
    mediaStore: {
      ...{ name: "pictures", endpoint: "https://s3.example.com", region: "eu-central-1" },
      ...{ keyId: "AKIA", secret: "a/secret+key" },
    },
    mediaBaseUrl: "https://media.example.com",
    cdnMaxAge: 60,
  });
});

describe("the simulated internet for tests", () => {
  const NET =
    "site.test=93.184.215.14>127.0.0.1:4321, v6.test=[2606:4700::1]:443>127.0.0.1:4,evil.test=10.0.0.1";

  test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "the simulated internet is allowed if the site is local: %s",
    (SITE_URL) => {
      expect(readConfig({ AUDIT_TEST_NET: NET, SITE_URL }).audit).toEqual({
        testNet: [
          { name: "site.test", address: "93.184.215.14", to: { host: "127.0.0.1", port: 4321 } },
          { name: "v6.test", address: "2606:4700::1", port: 443, to: { host: "127.0.0.1", port: 4 } },
          { name: "evil.test", address: "10.0.0.1" },
        ],
      });
    },
  );

  test.each(["https://www.example.com", "http://localhost.example.com", "http://127.0.0.1.example.com"])(
    "the simulated internet is rejected if the site is %s",
    (SITE_URL) => {
      const line = refusal({ AUDIT_TEST_NET: NET, SITE_URL });
      expect(line).toContain("it is for tests, where SITE_URL is this machine");
      expect(line).not.toContain("\n");
    },
  );
});

test("BACKUP_DIR=off turns backups off", () => {
  expect(readConfig({ BACKUP_DIR: "off" }).backupDir).toBeNull();
});

test("backups can't go into the database's own folder", () => {
  expect(refusal({ DATA_DIR: "/srv/site", BACKUP_DIR: "/srv/site/postgres/backups" })).toBe(
    "BACKUP_DIR=/srv/site/postgres/backups is invalid: it is the database's own folder. Accepted: a folder that this process can create and write to, or off.",
  );
});

test("DATABASE_URL can point to a socket", () => {
  const byQuery = "postgres:///site?host=/var/run/postgresql";
  const byHost = "postgres://app@%2Fsrv%2Fsocket:5432/site";
  expect(readConfig({ DATABASE_URL: byQuery }).databaseUrl).toBe(byQuery);
  expect(readConfig({ DATABASE_URL: byHost }).databaseUrl).toBe(byHost);
});

describe("an invalid value gets one line with the variable and the accepted values", () => {
  test.each([
    ["PORT", "abc", "a whole number from 1 to 65535"],
    ["PORT", "0", "a whole number from 1 to 65535"],
    ["PORT", "65536", "a whole number from 1 to 65535"],
    ["PORT", "80.5", "a whole number from 1 to 65535"],
    ["PORT", "-1", "a whole number from 1 to 65535"],
    ["PORT", " 3000", "a whole number from 1 to 65535"],
    ["HOST", "not a host", "an IP address or host name"],
    ["HOST", "999.1.1.1", "an IP address or host name"],
    ["HOST", "http://localhost", "an IP address or host name"],
    ["SITE_URL", "example.com", "the site's public origin"],
    ["SITE_URL", "ftp://example.com", "the site's public origin"],
    ["SITE_URL", "https://example.com/shop", "the site's public origin"],
    ["SITE_URL", "https://example.com/?a=1", "the site's public origin"],
    ["DATABASE_URL", "mysql://localhost/site", "the URL of PostgreSQL 15 or newer"],
    ["DATABASE_URL", "localhost", "the URL of PostgreSQL 15 or newer"],
    ["DATABASE_URL", "postgres://", "the URL of PostgreSQL 15 or newer"],
    ["DATABASE_URL", "mysql://u@h/db", "the URL of PostgreSQL 15 or newer"],
    ["DATABASE_POOL", "5", "a whole number from 6 to 500"],
    ["SMTP_URL", "mail.example.com:25", "the URL of a mail server"],
    ["SMTP_URL", "http://mail.example.com", "the URL of a mail server"],
    ["LEADS_TO", "sales", "an email address"],
    ["LEADS_TO", "sales@example.com,", "an email address"],
    ["TRUST_PROXY", "true", "a whole number from 0 to 100"],
    ["WEB_CONCURRENCY", "0", "a whole number from 1 to 128"],
    ["WEB_CONCURRENCY", "many", "a whole number from 1 to 128"],
    ["BACKUP_DIR", "false", "a folder that this process can create and write to, or off"],
    ["DEMO", "yes", "1 for a demo that resets itself, or 0"],
    ["SEED", "full", "demo or none"],
    ["SEARCH_ENGINES", "no", "on or off"],
    ["AUDIT", "false", "on or off"],
    ["AUDIT_TEST_NET", "site.test", "name=address>127.0.0.1:port"],
    ["AUDIT_TEST_NET", "site.test=93.184.215.14>10.0.0.1:80", "name=address>127.0.0.1:port"],
    ["AUDIT_TEST_NET", "site.test=93.184.215.14>127.0.0.1:70000", "name=address>127.0.0.1:port"],
    ["MEDIA_STORE", "s3://pictures", "s3://bucket?endpoint=https://…&region=…"],
    ["MEDIA_STORE", "https://s3.example.com/pictures", "s3://bucket?endpoint=https://…&region=…"],
    [
      "MEDIA_STORE",
      "s3://pictures?endpoint=https://s3.example.com/x",
      "s3://bucket?endpoint=https://…&region=…",
    ],
    ["MEDIA_BASE_URL", "https://media.example.com/pictures", "the origin of a CDN"],
  ])("%s=%s", (name, value, accepted) => {
    const line = refusal({ [name]: value });
    expect(line).toContain(`${name}=${value} is invalid. Accepted: ${accepted}`);
    expect(line).not.toContain("\n");
  });

  test("an invalid value with several lines is shown on one line", () => {
    expect(refusal({ SEED: "demo\nnone" })).toContain("SEED=demo\\nnone is invalid");
  });

  test.each([
    ["DATABASE_URL", "mysql://root:hunter2@localhost/site", "mysql://root:***@localhost/site"],
    ["DATABASE_URL", "postgres://root:hunter2@/", "postgres://root:***@/"],
    ["DATABASE_URL", "postgres://root:hunt@er2@host:99999/site", "postgres://root:***@host:99999/site"],
    ["DATABASE_URL", "root:hunter2@localhost", "root:***@localhost"],
    ["DATABASE_URL", "host=localhost password=hunter2", "host=localhost password=***"],
    ["DATABASE_URL", "mysql://localhost/site?password=hunter2", "mysql://localhost/site?password=***"],
    ["SMTP_URL", "//root:hunter2@localhost", "//root:***@localhost"],
    ["SITE_URL", "https://root:hunter2@example.com", "https://root:***@example.com"],
  ])("the password in %s=%s is replaced by ***", (name, value, shown) => {
    const line = refusal({ [name]: value });
    expect(line).toContain(`${name}=${shown} is invalid`);
    expect(line).not.toMatch(/hunter2|er2/);
  });

  test.each(["two\nlines", "   ", "x".repeat(1001)])("error messages never show ADMIN_PASSWORD", (value) => {
    expect(refusal({ ADMIN_PASSWORD: value })).toBe(
      "ADMIN_PASSWORD=*** is invalid. Accepted: one line of 1 to 1000 characters, not only spaces.",
    );
  });

  test("a bucket with a key ID but no secret is rejected, and an invalid secret is never shown", () => {
    const store = "s3://pictures?endpoint=https://s3.example.com";
    expect(refusal({ MEDIA_STORE: store, MEDIA_S3_KEY_ID: "AKIA" })).toContain(
      "a bucket needs MEDIA_S3_KEY_ID and MEDIA_S3_SECRET",
    );
    expect(refusal({ MEDIA_S3_SECRET: "two words" })).toContain("MEDIA_S3_SECRET=*** is invalid");
  });
});
