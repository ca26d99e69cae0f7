import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { PATIENCE } from "../../tests/support/patience.ts";
import { refuse } from "./refuse.ts";
import { BodyBudget, readBody } from "./request-body.ts";

const limit = { bytes: 10_000, words: "10 kB" };
let budget = new BodyBudget(20_000, 12_000);
let onRead: (read: Awaited<ReturnType<typeof readBody>>, res: ServerResponse) => void;
const failures: unknown[] = [];

async function receive(req: IncomingMessage, res: ServerResponse) {
  const sender = String(req.headers["x-sender"]);
  const read = await readBody(req, res, { limit, isJson: false, budget, sender });
  if ("status" in read) refuse(req, res, read.status, read.message, read.headers);
  else onRead(read, res);
}
const server = createServer((req, res) => {
  receive(req, res).catch((error) => failures.push(error));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());
beforeEach(() => {
  budget = new BodyBudget(20_000, 12_000);
  onRead = (read, res) => res.end("body" in read ? read.body : "");
});

const post = (body: BodyInit, sender = "ada", type = "application/x-www-form-urlencoded") =>
  fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    body,
    headers: { "Content-Type": type, "X-Sender": sender },
  });

/** Writes the pieces to a raw socket, one at a time. */
async function send(...pieces: string[]) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  for (const piece of pieces) socket.write(piece);
  return socket;
}

test("in memory, a body in one-byte chunks takes at most twice its size", async () => {
  const body = `a=${"x".repeat(4_998)}`;
  const chunks = body.split("").map((letter) => `1\r\n${letter}\r\n`);
  const head = "POST / HTTP/1.1\r\nHost: x\r\nX-Sender: ada\r\nTransfer-Encoding: chunked\r\n";
  const socket = await send(
    `${head}Content-Type: application/x-www-form-urlencoded\r\n\r\n`,
    ...chunks,
    "0\r\n\r\n",
  );
  let answer = "";
  socket.on("data", (part) => {
    answer += part;
  });
  await vi.waitUntil(() => answer.endsWith(body), PATIENCE);
  socket.destroy();
});

test("neither a single sender nor all senders together can exceed their budget", async () => {
  const held: ServerResponse[] = [];
  onRead = (_read, res) => held.push(res);
  const taken = [post("x".repeat(8_000)), post("x".repeat(8_000), "bob")];
  await vi.waitUntil(() => held.length === 2, PATIENCE);
  const refused = [await post("x".repeat(8_000)), await post("x".repeat(8_000), "eve")];
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("5");
    await answer.text();
  }
  for (const res of held.splice(0)) res.end();
  for (const answer of await Promise.all(taken)) await answer.text();
  // The answered requests have returned their bytes to the budget.
  const again = [post("x".repeat(8_000), "eve"), post("x".repeat(8_000))];
  await vi.waitUntil(() => held.length === 2, PATIENCE);
  for (const res of held) res.end();
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200]);
});

const UNFINISHED =
  "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\nContent-Type: application/x-www-form-urlencoded\r\n";
const stall = (sender: string) => send(`${UNFINISHED}X-Sender: ${sender}\r\n\r\n${"x".repeat(8_000)}`);

test("a broken connection's bytes are returned to the budget", async () => {
  let dropped = 0;
  budget = new BodyBudget(20_000, 12_000, () => dropped++);
  const held: ServerResponse[] = [];
  onRead = (_read, res) => held.push(res);
  const before = failures.length;
  const socket = await stall("ada");
  const first = post("x".repeat(8_000), "bob");
  await vi.waitUntil(() => held.length === 1, PATIENCE);
  socket.destroy();
  await vi.waitUntil(() => failures.length > before, PATIENCE);
  const second = post("x".repeat(8_000), "eve");
  await vi.waitUntil(() => held.length === 2, PATIENCE);
  for (const res of held) res.end();
  expect([(await first).status, (await second).status, dropped]).toEqual([200, 200, 0]);
});

test("a complete body displaces the biggest sender's oldest unfinished body", async () => {
  onRead = (read, res) => res.end("body" in read ? read.body : "");
  budget = new BodyBudget(40_000, 20_000);
  const answers: string[] = [];
  const stalled = async (sender: string) => {
    const at = answers.push("") - 1;
    const socket = await stall(sender);
    socket.setEncoding("latin1").on("data", (part) => {
      answers[at] = answers[at]! + part;
    });
    return socket;
  };
  const small = await stalled("bob");
  const sockets = [await stalled("ada"), await stalled("ada")];
  await vi.waitUntil(async () => {
    const answer = await post("x".repeat(9_500), "eve");
    expect(answer.status).toBe(200);
    return answers[1] !== "";
  }, PATIENCE);
  expect(answers[1]).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n/s);
  expect([answers[0], answers[2]]).toEqual(["", ""]);
  for (const socket of [small, ...sockets]) socket.destroy();
});

test("a client that sends its whole body first still gets the rejection", async () => {
  const answer = await post("x".repeat(5_000_000));
  expect(answer.status).toBe(413);
  expect(answer.headers.get("Connection")).toBe("close");
  expect(await answer.text()).toContain("This is too large (the limit is 10 kB)");
});

test("fields are counted by their separators", async () => {
  expect((await post(`a${"&a".repeat(500)}`)).status).toBe(200);
  expect((await post(`a${"&a".repeat(501)}`)).status).toBe(413);
  const parts = (count: number) => `${"--b\r\n\r\n\r\n".repeat(count)}--b--`;
  expect((await post(parts(499), "ada", "multipart/form-data; boundary=b")).status).toBe(200);
  expect((await post(parts(501), "ada", 'multipart/form-data; boundary="b"')).status).toBe(413);
});
