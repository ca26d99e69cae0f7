import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { freePort, makeTemporaryFolder } from "../support/site.ts";
import { openTestMail } from "../support/test-site.ts";

/** Runs the configuration check as an image does. */
const check = (env: Record<string, string>) =>
  new Promise<{ code: number; report: string }>((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    const child = execFile(
      process.execPath,
      ["bootstrap.mjs", "--no-install", "scripts/doctor.ts"],
      { env: { PATH, HOME, DATA_DIR: makeTemporaryFolder(), ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, report: stdout + stderr }),
    );
  });

const mail = await openTestMail();
const SECRETS = { ADMIN_PASSWORD: "not-to-be-seen-1", METRICS_TOKEN: "not-to-be-seen-22" };

test("the check reads a real database and mail server, and prints no secrets", async () => {
  const server = `127.0.0.1:${new URL(mail.url).port}`;
  mail.login = { username: "ada", password: "not-to-be-seen-3" };
  const { code, report } = await check({
    ...{ ...SECRETS, DATABASE_URL: asDatabaseUrl(await createTestDatabase()) },
    ...{ SMTP_URL: `smtp://ada:not-to-be-seen-3@${server}` },
    ...{ LEADS_TO: "ada@agency.invalid", SITE_URL: "http://localhost" },
  });
  expect(report).toMatch(/^OK +Database +PostgreSQL \d/m);
  expect(report).toMatch(/^OK +Database rights /m);
  expect(report).toMatch(/^OK +Updates /m);
  expect(report).toMatch(/^OK +A long password /m);
  expect(report).toMatch(/^OK +Clock +Agrees with the database/m);
  expect(report).toContain(`${server} accepts the sign-in.`);
  expect(report).toMatch(/^Note +DKIM /m);
  expect(report).toMatch(/^Missing +SITE_URL /m);
  expect(report).not.toContain("not-to-be-seen");
  expect(code).toBe(0);
  const rejected = await check({ SMTP_URL: `smtp://ada:not-to-be-seen-4@${server}` });
  expect(rejected.report).toMatch(/^Problem +Mail server .*rejected the username or password/m);
  expect(rejected.report).not.toContain("not-to-be-seen");
  expect(rejected.code).toBe(1);
});

test("what can't be read or reached becomes a line, and stops no other check", async () => {
  const port = await freePort();
  const { code, report } = await check({
    ...{ PORT: "no-port", DATABASE_URL: `postgres://app:hidden@127.0.0.1:${port}/site` },
    ...{ SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: `http://127.0.0.1:${port}` },
  });
  expect(report).toMatch(/^Problem +PORT +PORT=no-port is invalid/m);
  expect(report).toMatch(/^Problem +Database .*ECONNREFUSED/m);
  expect(report).toMatch(/^Problem +Mail server /m);
  expect(report).toMatch(/^OK +Disk /m);
  expect(report).not.toContain("hidden");
  expect(code).toBe(1);
});

test("before the first start, nothing is created and nothing is a problem", async () => {
  const { code, report } = await check({ DATA_DIR: `${makeTemporaryFolder()}/data` });
  expect(report).toMatch(/^Note +Database +There's none yet/m);
  expect(code).toBe(0);
});
