import { once } from "node:events";
import { Agent, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { quietLog as log } from "../../tests/support/quiet-log.ts";
import { createHttpServer, drain } from "./http-server.ts";
import { PANEL } from "./panel-path.ts";
import { bindPorts, listen } from "./ports.ts";

/** Returns the config for a local address. Port 0 picks any free port. */
const at = (host: string, port: number) => ({ ...readConfig({}), host, port });

async function serve() {
  const server = createHttpServer(at("127.0.0.1", 0), log);
  server.on("request", (_request, response) => response.end("served"));
  await listen(server, at("127.0.0.1", 0));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { server, port, get: async () => (await fetch(`http://127.0.0.1:${port}/`)).text() };
}

test("a connection that can't be accepted doesn't crash the site", async () => {
  const { server, get } = await serve();
  for (let i = 0; i < 3; i++) {
    server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE", syscall: "accept" }));
  }
  expect(await get()).toBe("served");
});

test.each([
  ["POST", "/contact", "408"],
  ["POST", `${PANEL}/import/upload?key=k`, "200"],
  ["PUT", `${PANEL}/media/upload?name=a`, "200"],
])("a %s to %s whose body takes 31 seconds gets a %s", async (method, path, status) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createHttpServer(at("127.0.0.1", 0), log);
  const begun = Promise.withResolvers<void>();
  server.on("request", (request, response) => {
    begun.resolve();
    request.resume().once("end", () => response.end());
  });
  await listen(server, at("127.0.0.1", 0));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na`);
  await begun.promise;
  vi.advanceTimersByTime(31_000);
  socket.write("b");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
});

test("a port in use is reported as a bad PORT", async () => {
  const { port } = await serve();
  const refusal = `PORT=${port} is invalid: another program is already listening on it at 127.0.0.1.`;
  await expect(listen(createHttpServer(at("127.0.0.1", port), log), at("127.0.0.1", port))).rejects.toThrow(
    refusal,
  );
  for (const count of [1, 2]) await expect(bindPorts(at("127.0.0.1", port), count)).rejects.toThrow(refusal);
  await expect(bindPorts(at("192.0.2.1", 0), 1)).rejects.toThrow("HOST=192.0.2.1 is invalid");
  await expect(bindPorts(at("no.such.host.invalid", 0), 1)).rejects.toThrow("HOST=no.such.host.invalid");
});

test.each(["127.0.0.1", "localhost", "::1"])(
  "a port on %s is opened and handed to the server",
  async (host) => {
    const server = createHttpServer(at(host, 0), log);
    server.on("request", (_request, response) => response.end("served"));
    const [taken] = await bindPorts(at(host, 0), 1);
    await listen(server, at(host, 0), taken);
    onTestFinished(() => void server.close());
    const { port, address, family } = server.address() as AddressInfo;
    const name = family === "IPv6" ? `[${address}]` : address;
    expect(await (await fetch(`http://${name}:${port}/`)).text()).toBe("served");
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  },
);

async function open(answer: (res: ServerResponse) => void): Promise<{ server: Server; port: number }> {
  const server = createHttpServer(at("127.0.0.1", 0), log);
  server.on("request", (_req, res) => answer(res));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

/** Sends a request and returns its response once it has been read. */
async function ask(port: number, agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, agent }), "response")) as [IncomingMessage];
  await once(response.resume(), "end");
  return response;
}

test("a client that reuses an idle connection of a stopping server gets a response", async () => {
  const { server, port } = await open((res) => res.end());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  expect((await ask(port, agent)).headers.connection).toBe("keep-alive");
  const drained = drain(server, "asked");
  const { statusCode, headers } = await ask(port, agent);
  expect([statusCode, headers.connection]).toEqual([200, "close"]);
  await drained;
});

test("a connection without a request doesn't hold up the stop, and pending requests are finished", async () => {
  const pending = Promise.withResolvers<ServerResponse>();
  const { server, port } = await open(pending.resolve);
  const connected = once(server, "connection");
  const silent = connect(port, "127.0.0.1");
  await connected;
  const asked = ask(port, new Agent());
  const response = await pending.promise;
  const drained = drain(server, "asked");
  await once(silent.resume(), "close");
  response.end();
  expect((await asked).statusCode).toBe(200);
  await drained;
});

test("a response that begins after the stop says that the connection closes", async () => {
  const pending = Promise.withResolvers<ServerResponse>();
  const { server, port } = await open(pending.resolve);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const asked = ask(port, agent);
  const response = await pending.promise;
  const drained = drain(server, "asked");
  response.end();
  expect((await asked).headers.connection).toBe("close");
  await drained;
});
