import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { metricsEndpoint } from "./endpoint.ts";

const PUBLIC = "https://www.example.com";
const LOCAL = "http://localhost:3000";
const bearer = { Authorization: "Bearer a-token-of-the-tests" };

test.each([
  ["a site on this machine", LOCAL, 0, {}, 200],
  ["a public site behind a proxy that TRUST_PROXY counts", PUBLIC, 1, {}, 200],
  ["a public site through that proxy", PUBLIC, 1, { "X-Forwarded-For": "203.0.113.9" }, 404],
  ["a public site behind a proxy that adds nothing and speaks HTTP/1.1", PUBLIC, 0, {}, 404],
  ["a public site with the token", PUBLIC, 0, bearer, 200],
])(
  "a loopback request for the metrics of %s (SITE_URL=%s, TRUST_PROXY=%s, %j) returns a %s",
  async (_what, siteUrl, trustProxy, headers, status) => {
    const config = { siteUrl, trustProxy, metricsToken: "a-token-of-the-tests" };
    const answer = metricsEndpoint(config, async () => []);
    const server = createServer((req, res) => void answer(req, res)).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
    expect(response.status).toBe(status);
  },
);
