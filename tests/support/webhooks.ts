// A tool that receives webhooks at https://<name>.site.test.
import { once } from "node:events";
import fs from "node:fs";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import tls from "node:tls";
import { afterAll } from "vitest";
import type { Network } from "../../server/audit/network.ts";
import type { EventData } from "../../server/webhooks/facts.ts";

/** A test certificate and key for site.test and its subdomains. */
const PAIR = fs.readFileSync(path.join(import.meta.dirname, "audit-fixture.pem"), "utf8");
export const CERTIFICATE = PAIR.slice(PAIR.indexOf("-----BEGIN CERT"));
export const ADDRESS = "93.184.215.14";

export type Received = {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** in the standard format */
  json: { type: string; data: EventData & { person?: Record<string, string> } };
};

/** Starts the tool. It accepts everything until `answer` says otherwise. */
export async function openReceiver() {
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), CERTIFICATE]);
  const received: Received[] = [];
  const accept = (_: Received, response: ServerResponse): unknown => response.end("ok");
  const receiver = { received, answer: accept, accept, port: 0, network: null as unknown as Network };
  const server = https.createServer({ key: PAIR, cert: CERTIFICATE }, async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { headers, url: at = "" } = request;
    const one = { host: headers.host ?? "", path: at, headers, body, json: body && JSON.parse(body) };
    received.push(one);
    receiver.answer(one, response);
  });
  server.on("clientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.port = (server.address() as AddressInfo).port;
  receiver.network = {
    resolve: async () => [ADDRESS],
    locate: () => ({ host: "127.0.0.1", port: receiver.port }),
  };
  return receiver;
}
