import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { clusterProcesses, readPid } from "../../server/postgres/leftover.ts";
import { clusterDirectory } from "../../server/postgres/postgres.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { processesOf, type SiteProcess, spawnSite, startSite } from "../support/site.ts";
import { folderOfFile, folderOfTest } from "../support/test-folder.ts";

/** The DATA_DIR of a site that has been started and stopped once. */
const served = folderOfFile();

beforeAll(async () => {
  await ensureBuild();
  const site = await startSite({ DATA_DIR: served, SEED: "none" });
  await site.stop();
});

function servedFolder(): string {
  const folder = folderOfTest();
  fs.cpSync(served, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** Starts a site, by default without sample content, and kills it when the test ends. */
async function start(env: Record<string, string>): Promise<SiteProcess> {
  const site = await startSite({ SEED: "none", ...env });
  onTestFinished(async () => {
    site.process.kill("SIGKILL");
    await site.ended;
    await allGone(env.DATA_DIR ?? "");
  });
  return site;
}

/** Starts a site that's expected to fail. Returns its exit code and output after it has ended. */
async function refuse(env: Record<string, string>) {
  const site = await spawnSite({ SEED: "none", ...env });
  onTestFinished(() => void site.process.kill("SIGKILL"));
  const { code } = await site.ended;
  const lines = site.stderr().split("\n").filter(Boolean);
  return { code, lines, stdout: site.stdout() };
}

const postgresOf = (dataDir: string) => {
  const cluster = clusterDirectory(dataDir);
  return fs.existsSync(cluster) ? clusterProcesses(cluster) : [];
};
const postmaster = (dataDir: string) => readPid(path.join(clusterDirectory(dataDir), "postmaster.pid"));

async function allGone(dataDir: string) {
  while (postgresOf(dataDir).length > 0) await delay(10);
}

const health = async (url: string) => (await fetch(`${url}/healthz`)).status;

const serving = (site: SiteProcess) => processesOf(site, "serving");

describe("a start that can't succeed ends with one line and exit code 1", () => {
  test.each([
    [{ PORT: "abc" }, "PORT=abc is invalid. Accepted: a whole number from 1 to 65535."],
    [
      { HOST: "192.0.2.1" },
      "HOST=192.0.2.1 is invalid: it isn't an address of this machine. Accepted: an IP address",
    ],
    [{ ADMIN_PASSWORD: "secret\nsecret" }, "ADMIN_PASSWORD=*** is invalid. Accepted: one line"],
    [
      { DATABASE_URL: "postgres://site:secret@127.0.0.1:1/site" },
      "DATABASE_URL=postgres://site:***@127.0.0.1:1/site is invalid: connect ECONNREFUSED 127.0.0.1:1. Accepted: the URL of PostgreSQL 15 or newer",
    ],
  ])("%o", async (env, line) => {
    const { code, lines, stdout } = await refuse({ DATA_DIR: folderOfTest(), ...env });
    expect(lines.at(-1)).toContain(line);
    expect(lines.join("\n")).not.toMatch(/secret|\n\s+at /);
    expect(lines.filter((other) => /is invalid|Error/.test(other))).toHaveLength(1);
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });

  test("DATA_DIR can't be a file", async () => {
    const file = path.join(folderOfTest(), "file");
    fs.writeFileSync(file, "");
    const { code, lines } = await refuse({ DATA_DIR: file });
    expect(lines.at(-1)).toBe(
      `DATA_DIR=${file} is invalid: EEXIST. Accepted: a folder that this process can create and write to.`,
    );
    expect(code).toBe(1);
  });

  test.each(["/proc/x", "/proc/self/x/y"])(
    "DATA_DIR=%s is rejected if folders can't be created there",
    async (folder) => {
      const { code, lines } = await refuse({ DATA_DIR: folder });
      expect(lines).toEqual([
        `DATA_DIR=${folder} is invalid: ENOENT. Accepted: a folder that this process can create and write to.`,
      ]);
      expect(code).toBe(1);
    },
  );

  test.each(["1", "2"])(
    "a PORT that's in use is rejected, with WEB_CONCURRENCY=%s",
    async (WEB_CONCURRENCY) => {
      const other = createServer().listen(0, "127.0.0.1");
      onTestFinished(() => void other.close());
      await new Promise((resolve) => other.once("listening", resolve));
      const PORT = String((other.address() as AddressInfo).port);
      const { code, lines } = await refuse({ DATA_DIR: folderOfTest(), PORT, WEB_CONCURRENCY });
      expect(lines.at(-1)).toBe(
        `PORT=${PORT} is invalid: another program is already listening on it at 127.0.0.1. Accepted: a whole number from 1 to 65535.`,
      );
      expect(code).toBe(1);
    },
  );
});

test("a restart keeps the data, and the password is shown only once", async () => {
  const DATA_DIR = folderOfTest();
  const first = await start({ DATA_DIR });
  expect(await health(first.url)).toBe(200);
  const { port } = new URL(first.url);
  expect(first.stdout()).toContain(`http://localhost:${port}\n`);
  expect(first.stdout()).toContain(`http://localhost:${port}/admin-control-panel-seoprozone\n`);
  expect(first.stdout()).toContain("SMTP_URL isn't set, so the control panel's settings apply");
  const password = fs.readFileSync(path.join(DATA_DIR, "admin-password"), "utf8").trim();
  expect(first.stdout()).toContain(password);
  expect(fs.statSync(path.join(DATA_DIR, "admin-password")).mode & 0o777).toBe(0o600);

  expect(await first.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(postgresOf(DATA_DIR)).toEqual([]);

  const second = await start({ DATA_DIR, SMTP_URL: "smtp://127.0.0.1:1" });
  expect(await health(second.url)).toBe(200);
  expect(second.stdout()).toContain("/admin-control-panel-seoprozone\n");
  expect(second.stdout()).not.toContain(password);
  expect(second.stdout()).not.toContain("outbox");
  expect(await second.stop("SIGINT")).toEqual({ code: 0, signal: null });
  expect(postgresOf(DATA_DIR)).toEqual([]);
});

test("a second start with the same DATA_DIR is rejected", async () => {
  const DATA_DIR = servedFolder();
  const site = await start({ DATA_DIR });
  const before = postmaster(DATA_DIR);
  const { code, lines } = await refuse({ DATA_DIR, PORT: new URL(site.url).port });
  expect(lines.at(-1)).toBe(`DATA_DIR=${DATA_DIR}: already running, process ${site.process.pid}.`);
  expect(code).toBe(1);
  expect(postmaster(DATA_DIR)).toBe(before);
  expect(await health(site.url)).toBe(200);
});

test("a stopping site finishes pending requests and ignores a second signal", async () => {
  const DATA_DIR = servedFolder();
  const site = await start({ DATA_DIR });
  const request = http.request(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Length": 2 },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  request.write("{");
  // Once this response arrives, the first request has been accepted.
  await health(site.url);
  const stopped = site.stop("SIGTERM");
  site.process.kill("SIGINT");
  while (await accepts(site.url)) await delay(5);
  expect(postgresOf(DATA_DIR)).not.toEqual([]);

  request.end("}");
  const response = await answered;
  await text(response);
  expect(response.statusCode).toBeLessThan(500);
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(postgresOf(DATA_DIR)).toEqual([]);
});

function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

test("pages are still served if the secret for form stamps can't be created", async () => {
  const DATA_DIR = servedFolder();
  const secret = path.join(DATA_DIR, "form-secret");
  fs.rmSync(secret, { force: true });
  fs.mkdirSync(secret);
  const site = await start({ DATA_DIR });
  const page = await fetch(`${site.url}/contact`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('name="stamp" value=""');
  expect(site.stderr()).toContain("form-secret");
});

test("/readyz returns 503 before a stopping site refuses connections (CONTRACT)", async () => {
  const site = await start({ DATA_DIR: servedFolder() });
  const ask = async (address: string) => {
    const headers = { Connection: "close" };
    const { status } = await fetch(site.url + address, { headers }).catch(() => ({ status: "refused" }));
    return status;
  };
  expect(await ask("/readyz")).toBe(200);
  const stopped = site.stop("SIGTERM");
  const seen: unknown[] = [];
  for (let ready: unknown = 200; ready !== "refused"; ) {
    ready = await ask("/readyz");
    seen.push(ready);
    if (ready === 503 && !seen.includes("a page")) {
      expect(await Promise.all(["/contact", "/livez", "/healthz"].map(ask))).toEqual([200, 200, 200]);
      seen.push("a page");
    }
  }
  expect(seen.filter((one, i) => one !== seen[i - 1] && one !== 200)).toEqual([
    503,
    "a page",
    503,
    "refused",
  ]);
  expect(await stopped).toEqual({ code: 0, signal: null });
});

test("a site that's stopped during startup ends cleanly", async () => {
  const DATA_DIR = folderOfTest();
  const site = await spawnSite({ DATA_DIR, SEED: "none" });
  onTestFinished(() => void site.process.kill("SIGKILL"));
  while (!fs.existsSync(path.join(DATA_DIR, "site.pid"))) await delay(5);
  expect(await site.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(site.stdout()).toBe("");
  expect(postgresOf(DATA_DIR)).toEqual([]);
});

test("kill -9 of the site leaves no PostgreSQL behind", async () => {
  const DATA_DIR = servedFolder();
  const site = await start({ DATA_DIR });
  expect(postgresOf(DATA_DIR)).not.toEqual([]);
  await site.stop("SIGKILL");
  await allGone(DATA_DIR);
  const next = await start({ DATA_DIR });
  expect(await health(next.url)).toBe(200);
});

test("the site stops when its parent process ends", async () => {
  const DATA_DIR = servedFolder();
  const site = await start({ DATA_DIR });
  site.process.disconnect();
  expect(await site.ended).toEqual({ code: 0, signal: null });
  expect(postgresOf(DATA_DIR)).toEqual([]);
});

test("the site keeps running if its output is closed", async () => {
  const site = await spawnSite({ DATA_DIR: servedFolder(), SEED: "none" });
  onTestFinished(async () => {
    site.process.kill("SIGKILL");
    await site.ended;
  });
  site.process.stdout?.destroy();
  site.process.stderr?.destroy();
  while ((await health(site.url).catch(() => 0)) !== 200) await delay(10);
  const [before = 0] = serving(site);
  process.kill(before, "SIGKILL");
  while (serving(site).includes(before)) await delay(10);
  // The first request may still use a connection of the killed process.
  while ((await health(site.url).catch(() => 0)) !== 200) await delay(10);
  expect(site.process.exitCode).toBeNull();
});

test("the site recovers from kill -9 of PostgreSQL", async () => {
  const DATA_DIR = servedFolder();
  const site = await start({ DATA_DIR });
  const killed = postmaster(DATA_DIR);
  process.kill(killed ?? 0, "SIGKILL");
  while (postmaster(DATA_DIR) === killed || (await health(site.url)) !== 200) await delay(10);
});

test("DATABASE_URL replaces the embedded database", async () => {
  const DATA_DIR = folderOfTest();
  const site = await start({
    DATA_DIR,
    DATABASE_URL: asDatabaseUrl(await createTestDatabase({ migrated: false })),
  });
  expect(await health(site.url)).toBe(200);
  expect(fs.existsSync(clusterDirectory(DATA_DIR))).toBe(false);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
});

describe.runIf(process.platform === "linux")("with WEB_CONCURRENCY=2", () => {
  test("two processes share the connections, and a dead process is replaced", async () => {
    const DATA_DIR = servedFolder();
    const site = await start({ DATA_DIR, WEB_CONCURRENCY: "2" });
    const [first = 0, ...others] = serving(site);
    expect(others).toHaveLength(1);
    const sockets = () => [first, ...others].map((pid) => fs.readdirSync(`/proc/${pid}/fd`).length);
    const before = sockets();
    const connections = Array.from({ length: 64 }, () =>
      connect(Number(new URL(site.url).port), "127.0.0.1"),
    );
    await Promise.all(connections.map((one) => once(one, "connect")));
    const taken = () => sockets().map((count, i) => count - (before[i] ?? 0));
    while (taken().reduce((sum, count) => sum + count, 0) < 60) await delay(10);
    for (const count of taken()) expect(count).toBeGreaterThan(10);
    for (const one of connections) one.destroy();
    process.kill(first, "SIGKILL");
    while (serving(site).includes(first) || serving(site).length < 2) await delay(10);
    // The new process may not be listening yet.
    while ((await health(site.url).catch(() => 0)) !== 200) await delay(10);
    const all = serving(site);
    expect(await site.stop("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(all.filter((pid) => fs.existsSync(`/proc/${pid}`))).toEqual([]);
    expect(postgresOf(DATA_DIR)).toEqual([]);
  });

  test("kill -9 of the main process ends all other processes and PostgreSQL", async () => {
    const DATA_DIR = servedFolder();
    const site = await start({ DATA_DIR, WEB_CONCURRENCY: "2" });
    const all = [...serving(site), ...processesOf(site, "jobs")];
    expect(all).toHaveLength(3);
    site.process.kill("SIGKILL");
    while (all.some((pid) => fs.existsSync(`/proc/${pid}`))) await delay(10);
    await allGone(DATA_DIR);
  });
});

describe("malformed connections", () => {
  test("malformed requests get a 400, CONNECT a 405, and an Upgrade is ignored", async () => {
    const site = await start({ DATA_DIR: servedFolder() });
    expect(await send(site.url, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send(site.url, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 405 /,
    );
    const upgrade =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n";
    expect(await send(site.url, upgrade)).toMatch(/^HTTP\/1\.1 200 /);
    const post = (expect: string) =>
      `POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nExpect: ${expect}\r\nConnection: close\r\n\r\n`;
    expect(await send(site.url, post("100-continue"))).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 4\d\d /,
    );
    expect(await send(site.url, post("miracles"))).toMatch(/^HTTP\/1\.1 417 /);
    expect(await send(site.url, `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(await health(site.url)).toBe(200);
  });

  function send(url: string, request: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(request));
    return text(socket);
  }
});
