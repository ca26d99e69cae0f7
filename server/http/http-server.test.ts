import { once } from "node:events";
import { Agent, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Config } from "../../app/platform/config.server.ts";
import { quietLog } from "../../tests/support/quiet-log.ts";
import { createHttpServer, drain } from "./http-server.ts";

async function open(answer: (res: ServerResponse) => void): Promise<{ server: Server; port: number }> {
  const server = createHttpServer({ trustProxy: 0 } as Config, quietLog);
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
