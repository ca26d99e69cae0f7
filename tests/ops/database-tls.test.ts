import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { checkServer } from "../../server/postgres/find-database.ts";
import { type EmbeddedConnection, startPostgres } from "../../server/postgres/postgres.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";
import { createTestDatabase } from "../support/database.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { openSilentProxy } from "../support/silent-proxy.ts";
import { startSite } from "../support/site.ts";
import { folderOfFile } from "../support/test-folder.ts";

const folder = folderOfFile();
const certificate = path.join(folder, "server.crt");
const key = path.join(folder, "server.key");
/** A local address outside the private ranges, so the site treats it as remote. */
const ELSEWHERE = "0.0.0.0";
const made = spawnSync("openssl", [
  ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=database"],
  ...[
    "-addext",
    `subjectAltName=DNS:localhost,IP:127.0.0.1,IP:${ELSEWHERE}`,
    "-out",
    certificate,
    "-keyout",
    key,
  ],
]);
const canRun = made.status === 0 && process.platform === "linux";
const WHY_NOT = "openssl isn't installed, or this isn't Linux";

/** A PostgreSQL server with TLS, on its own loopback address. */
let encrypting: EmbeddedConnection & { socket: EmbeddedConnection };
let stop: (() => Promise<void>) | undefined;
afterAll(() => stop?.());
beforeAll(async () => {
  if (!canRun) return;
  const address = `127.${Math.ceil(Math.random() * 250)}.${Math.ceil(Math.random() * 250)}.1`;
  fs.chmodSync(key, 0o600);
  const postgres = await startPostgres({
    directory: path.join(folder, "data"),
    log,
    settings: {
      fsync: "off",
      listen_addresses: address,
      ssl: "on",
      ssl_cert_file: certificate,
      ssl_key_file: key,
    },
  });
  const { connection } = postgres;
  stop = postgres.stop;
  encrypting = { ...connection, host: address, socket: connection };
});

/** Returns a DATABASE_URL that reaches the database through a proxy, as if over a network. */
async function addressOf(database: EmbeddedConnection, host: string, query = "") {
  const { connection, close } = await openSilentProxy(database);
  onTestFinished(close);
  return `postgres://${database.user}:secret@${host}:${connection.port}/${database.database}${query}`;
}
const check = (DATABASE_URL: string) => checkServer(readConfig({ DATABASE_URL }));

test("sslmode=require encrypts every connection", async ({ skip }) => {
  skip(!canRun, WHY_NOT);
  await ensureBuild();
  const address = await addressOf(encrypting, "localhost", `?sslmode=require&sslrootcert=${certificate}`);
  const site = await startSite({ DATABASE_URL: address, DATA_DIR: path.join(folder, "site"), SEED: "none" });
  onTestFinished(() => site.stop().then(() => {}));
  expect((await fetch(site.url)).status).toBe(200);
  const connections = await queryOnce(
    { ...encrypting.socket, user: SUPERUSER },
    `select ssl, count(*)::int as n from pg_stat_ssl join pg_stat_activity using (pid)
      where usename = '${encrypting.user}' group by ssl`,
  );
  expect(connections).toEqual([{ ssl: true, n: expect.any(Number) }]);
  expect(site.stderr()).not.toMatch(/warning/i);
});

describe("over an untrusted network, if the URL doesn't specify the encryption", () => {
  const CHOICES = /sslmode=verify-full .*sslrootcert.*sslmode=no-verify .*sslmode=disable/;

  test("if the certificate is valid, every later connection verifies it", async ({ skip }) => {
    skip(!canRun, WHY_NOT);
    const before = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...before, fs.readFileSync(certificate, "utf8")]);
    onTestFinished(() => tls.setDefaultCACertificates(before));
    const address = await addressOf(encrypting, ELSEWHERE);
    expect(await check(address)).toBe(`${address}?sslmode=verify-full`);
  });

  test("an invalid certificate is rejected with a list of options", async ({ skip }) => {
    skip(!canRun, WHY_NOT);
    const refused = await check(await addressOf(encrypting, ELSEWHERE)).catch(
      (error: Error) => error.message,
    );
    expect(refused).toMatch(
      /^DATABASE_URL=postgres:\/\/app:\*\*\*@0\.0\.0\.0:\d+\/postgres is invalid: .*certificate/,
    );
    expect(refused).toMatch(CHOICES);
    expect(refused).not.toMatch(/secret|\n/);
  });

  test("a server that doesn't encrypt is rejected, unless the URL allows it", async () => {
    const plain = await createTestDatabase();
    const address = await addressOf(plain, ELSEWHERE);
    await expect(check(address)).rejects.toThrow(/0\.0\.0\.0 isn't on a private network and doesn't encrypt/);
    await expect(check(address)).rejects.toThrow(CHOICES);
    expect(await check(`${address}?sslmode=disable`)).toBe(`${address}?sslmode=disable`);
  });

  test("a database on this machine needs no encryption", async () => {
    const plain = await createTestDatabase();
    for (const host of ["127.0.0.1", "localhost"]) {
      const address = await addressOf(plain, host);
      expect(await check(address)).toBe(address);
    }
  });
});

test("sslmode=no-verify accepts any certificate, and verify-full only a valid one", async ({ skip }) => {
  skip(!canRun, WHY_NOT);
  const address = await addressOf(encrypting, ELSEWHERE);
  expect(await check(`${address}?sslmode=no-verify`)).toBe(`${address}?sslmode=no-verify`);
  await expect(check(`${address}?sslmode=verify-full`)).rejects.toThrow(
    /certificate of 0\.0\.0\.0 can't be verified/,
  );
  const known = `${address}?sslmode=verify-full&sslrootcert=${certificate}`;
  expect(await check(known)).toBe(known);
  await expect(check(`${address}?sslrootcert=${folder}/none`)).rejects.toThrow(/ENOENT/);
});

test.each(["allow", "yes"])("sslmode=%s is rejected with the accepted values", async (mode) => {
  const refused = check(`postgres://u:secret@db.example.com/site?sslmode=${mode}`);
  await expect(refused).rejects.toThrow(
    "is invalid: sslmode may be verify-full, no-verify, disable. Accepted:",
  );
});
