// A network that can go silent: connections stay open, but nothing gets through.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { EmbeddedConnection } from "../../server/postgres/postgres.ts";

/**
 * Opens a proxy to the database.
 * @returns `connection`, which reaches the database through the proxy, and `fallSilent`, `speakAgain` and `close`
 */
export async function openSilentProxy(database: EmbeddedConnection) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const { host, port } = database;
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on("data", (bytes) => other.write(bytes));
    }
    for (const one of [near, far])
      if (isSilent) one.pause();
      else one.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    connection: { ...database, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    close() {
      for (const one of sockets) one.destroy();
      server.close();
    },
    fallSilent() {
      isSilent = true;
      for (const one of sockets) one.pause();
    },
    speakAgain() {
      isSilent = false;
      for (const one of sockets) one.resume();
    },
  };
}
