import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { quietLog as log } from "../../tests/support/quiet-log.ts";
import { createHttpServer } from "./http-server.ts";
import { bindPorts, listen } from "./ports.ts";

/** The config for a local address; port 0 picks any free one. */
const at = (host: string, port: number) => ({ ...readConfig({}), host, port });

async function serve() {
  const server = createHttpServer(at("127.0.0.1", 0), log);
  server.on("request", (_request, response) => response.end("served"));
  await listen(server, at("127.0.0.1", 0));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { server, port, get: async () => (await fetch(`http://127.0.0.1:${port}/`)).text() };
}

test("a connection that can't be accepted, for example for lack of file descriptors, doesn't end the site", async () => {
  const { server, get } = await serve();
  for (let i = 0; i < 3; i++) {
    server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE", syscall: "accept" }));
  }
  expect(await get()).toBe("served");
});

test("a port in use by another program is reported with its variable, however the site opens it", async () => {
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
