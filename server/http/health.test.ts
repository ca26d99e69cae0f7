import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createPlainServer, type Socket } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../tests/support/database.ts";
import { PATIENCE } from "../../tests/support/patience.ts";
import { DatabaseHealth } from "../postgres/database-health.ts";
import { healthEndpoints } from "./health.ts";

const { host, port, ...database } = await createTestDatabase();

/** Opens a database that accepts connections but stays silent until it's woken up. */
async function silentDatabase() {
  const asleep = new Map<Socket, Buffer[]>();
  let isAwake = false;
  const pass = (socket: Socket) => {
    const server = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    socket.pipe(server).pipe(socket);
    for (const one of [socket, server]) one.on("error", () => {});
    return server;
  };
  const proxy = createPlainServer((socket) => {
    if (isAwake) return pass(socket);
    asleep.set(socket, []);
    socket.on("data", (chunk) => asleep.get(socket)?.push(chunk)).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  // Without a timeout of its own, a probe would wait forever for this pool.
  const pool = new pg.Pool({ ...database, host: "127.0.0.1", port: (proxy.address() as AddressInfo).port });
  pool.on("error", () => {});
  onTestFinished(async () => {
    for (const socket of asleep.keys()) socket.destroy();
    await pool.end();
    proxy.close();
  });
  return {
    pool,
    wakeUp() {
      isAwake = true;
      for (const [socket, said] of asleep) {
        socket.removeAllListeners("data");
        const server = pass(socket);
        for (const chunk of said) server.write(chunk);
      }
      asleep.clear();
    },
  };
}

/** Serves the health endpoints, and a 501 for everything else. */
async function serve(pool: pg.Pool, isReady = () => true) {
  const health = new DatabaseHealth(pool);
  const answer = healthEndpoints(health, isReady);
  const server = createServer((req, res) => {
    if (!answer(req, res)) res.writeHead(501).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    health.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
  return { health, ask, statusOf: async (path: string) => (await ask(path)).status };
}

test("CONTRACT: 'All three respond within a second, even if the database doesn't', and /healthz recovers with it", async () => {
  const { pool, wakeUp } = await silentDatabase();
  const { health, ask, statusOf } = await serve(pool);
  const sick = await ask("/healthz");
  expect([sick.status, sick.headers.get("Retry-After"), await sick.json()]).toEqual([
    503,
    "2",
    { status: "unavailable" },
  ]);
  expect(await Promise.all(["/livez", "/readyz"].map(statusOf))).toEqual([200, 200]);
  expect(health.isDown).toBe(true);

  // Any number of requests share one connection.
  await Promise.all(Array.from({ length: 50 }, () => statusOf("/healthz")));
  expect(pool.totalCount).toBe(1);

  wakeUp();
  await vi.waitUntil(() => !health.isDown, PATIENCE);
  const well = await ask("/healthz");
  expect([well.status, await well.json()]).toEqual([200, { status: "ok" }]);
});

test("/readyz returns a 503 while a process shouldn't get requests", async () => {
  const { pool } = await silentDatabase();
  let isReady = false;
  const { statusOf } = await serve(pool, () => isReady);
  expect(await Promise.all(["/livez", "/readyz"].map(statusOf))).toEqual([200, 503]);
  isReady = true;
  expect(await statusOf("/readyz")).toBe(200);
});

test("health endpoints answer HEAD, ignore queries and are never cached", async () => {
  const { pool } = await silentDatabase();
  const { ask, statusOf } = await serve(pool);
  const head = await ask("/livez?from=balancer", "HEAD");
  expect([head.status, head.headers.get("Cache-Control"), await head.text()]).toEqual([200, "no-store", ""]);
  expect((await ask("/livez", "POST")).status).toBe(501);
  expect(await Promise.all(["/livezz", "/x/livez", "/"].map(statusOf))).toEqual([501, 501, 501]);
});
