import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readWebsite } from "../../app/platform/http/website.ts";
import { PATIENCE } from "../../tests/support/patience.ts";
import { Failed } from "./connect.ts";
import { fetchHop } from "./fetch-hop.ts";
import { visit } from "./follow.ts";
import type { Network } from "./network.ts";

const PUBLIC = "93.184.215.14";

/** Requests that reached the local server, which acts as every public address. */
const asked: string[] = [];
const server = http.createServer((request, response) => {
  asked.push(`${request.headers.host}${request.url}`);
  const to = /^\/to\?(.*)$/.exec(request.url ?? "")?.[1];
  if (to) response.writeHead(302, { Location: decodeURIComponent(to) }).end();
  else response.end("ok");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Addresses that sockets connected to. */
const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  asked.length = 0;
});

/** Returns an outlet with these DNS answers. A function may return different answers each time. */
const outletOf = (answers: Record<string, string[] | (() => string[])>) => {
  const network: Network = {
    async resolve(name) {
      const answer = answers[name] ?? [PUBLIC];
      return typeof answer === "function" ? answer() : answer;
    },
    locate(address) {
      opened.push(address);
      return { host: "127.0.0.1", port };
    },
  };
  return { network, userAgent: "test", ownHost: "seopro.example.org" };
};
const signal = () => AbortSignal.timeout(PATIENCE.timeout);

async function failureOf(address: string, answers: Record<string, string[] | (() => string[])> = {}) {
  const url = URL.parse(address);
  if (!url) return "no address";
  try {
    await fetchHop(url, 1_000, outletOf(answers), signal());
  } catch (error) {
    return error instanceof Failed ? error.failure : `not expected: ${error}`;
  }
  return null;
}

describe("the guard refuses requests without opening a socket", () => {
  test.each([
    ...["http://127.0.0.1/", "http://127.1/", "http://127.0.1/", "http://0x7f.1/", "http://0x7f000001/"],
    ...["http://2130706433/", "http://0177.0.0.1/", "http://017700000001/", "http://127.0.0.1./"],
    ...["http://１２７.０.０.１/", "http://127。0。0。1/", "http://①②⑦.⓪.⓪.①/", "http://%31%32%37.0.0.1/"],
    ...["http://0/", "http://0.0.0.0/", "http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/"],
    ...["http://192.168.1.1/", "http://169.254.169.254/latest/meta-data/", "http://100.100.100.200/"],
    ...["http://168.63.129.16/", "http://192.0.0.192/", "http://198.18.0.1/", "http://224.0.0.1/"],
    ...["http://255.255.255.255/", "http://240.0.0.1/", "http://192.0.2.1/", "http://203.0.113.9/"],
    ...["http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
    ...["http://[0:0:0:0:0:ffff:7f00:1]/", "http://[::7f00:1]/", "http://[::127.0.0.1]/"],
    ...["http://[64:ff9b::7f00:1]/", "http://[64:ff9b::a9fe:a9fe]/", "http://[64:ff9b:1::a00:1]/"],
    ...[
      "http://[2002:7f00:1::]/",
      "http://[2002:a00:1::1]/",
      "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    ],
    ...["http://[fc00::1]/", "http://[fd00:ec2::254]/", "http://[fe80::1]/", "http://[fec0::1]/"],
    ...["http://[ff02::1]/", "http://[4000::1]/", "http://[100::1]/", "http://[100:0:0:1::1]/"],
    ...["http://[2001:db8::1]/", "http://[3fff::1]/", "http://[5f00::1]/", "http://[2001:20::1]/"],
    ...["http://localhost/", "http://localhost./", "http://LOCALHOST/", "http://ⓛocalhost/"],
    ...[
      "http://intranet/",
      "http://printer.local/",
      "http://metadata.google.internal/",
      "http://x.localhost/",
    ],
    ...["http://router.home.arpa/", "http://hidden.onion/", "http://metadata.google.internal./"],
    ...[
      "http://example.org:22/",
      "http://example.org:8080/",
      "http://example.org:0/",
      "http://example.org:6379/",
    ],
    ...["https://127.0.0.1:6666\\@1.1.1.1/", "http://1.1.1.1@127.0.0.1/", "http://user@example.org/"],
    ...["http://user:pass@example.org/", "http://:pass@example.org/", "ftp://example.org/"],
    ...["file:///etc/passwd", "gopher://example.org/", "data:text/html,x", "javascript:alert(1)"],
    ...["http://example.org../", "http://.example.org/", `http://${"a.".repeat(127)}org/`],
    ...["https://seopro.example.org/", "http://www.seopro.example.org/", "https://SEOPRO.example.org./"],
  ])("%s", async (address) => {
    expect(await failureOf(address)).toMatch(/^(refused|no address)$/);
    expect(opened).toEqual([]);
    expect(asked).toEqual([]);
  });

  test.each([
    [["127.0.0.1"]],
    [["10.0.0.1"]],
    [[PUBLIC, "127.0.0.1"]],
    [["::1", PUBLIC]],
    [["169.254.169.254"]],
    [["::ffff:10.0.0.1"]],
    [["::7f00:1"]],
    [["64:ff9b::a9fe:a9fe"]],
    [["64:ff9b::10.0.0.1"]],
    [["64:ff9b::7f00:1"]],
    [["64:ff9b::"]],
    [["64:ff9b::1"]],
    [["64:ff9b::c0a8:0"]],
    [["64:ff9b:1::808:808"]],
    [["64:ff9b:0:1::808:808"]],
    [[PUBLIC, "64:ff9b::c0a8:a"]],
    [["fe80::1%lo"]],
    [["2606:4700::1111", "fd00::1"]],
    [["not an address"]],
  ])("the guard refuses a name that resolves to %j", async (addresses) => {
    expect(await failureOf("http://evil.example.org/", { "evil.example.org": addresses })).toBe("refused");
    expect(opened).toEqual([]);
  });

  test("the guard refuses the addresses of this machine", async () => {
    const own = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address } of own) {
      const addresses = [address.replace(/%.*/, "")];
      expect(await failureOf("http://me.example.org/", { "me.example.org": addresses })).toBe("refused");
    }
    expect(opened).toEqual([]);
  });
});

describe("parsing a website's URL", () => {
  test.each([
    ["example.org", "https://example.org/"],
    ["  WWW.Example.org/Shop?a=1#top ", "https://www.example.org/Shop?a=1"],
    ["http://example.org", "http://example.org/"],
    ["example.org.", "https://example.org/"],
    ["example.org:443", "https://example.org/"],
    ["bücher.example.org", "https://xn--bcher-kva.example.org/"],
    ["пример.рф", "https://xn--e1afmkfd.xn--p1ai/"],
  ])("readWebsite reads %j as %s", (typed, address) => {
    expect(readWebsite(typed)?.href).toBe(address);
  });

  test.each(["", "   ", "not a website", "me@example.org", "mailto:me@example.org", "javascript:alert(1)"])(
    "readWebsite rejects %j",
    (typed) => expect(readWebsite(typed)).toBeNull(),
  );

  test("readWebsite rejects overlong text", () =>
    expect(readWebsite(`example.org/${"a".repeat(2_000)}`)).toBeNull());
});

test("the socket connects to the checked address, and the request names the original host", async () => {
  const answer = await fetchHop(new URL("http://Example.org/a?b=c"), 100, outletOf({}), signal());
  expect(answer).toMatchObject({ status: 200, url: "http://example.org/a?b=c" });
  expect(opened).toEqual([PUBLIC]);
  expect(asked).toEqual(["example.org/a?b=c"]);
});

test.each(["64:ff9b::5db8:d70e", "64:FF9B:0:0::93.184.215.14"])(
  "a NAT64 address is allowed from DNS, but not in a URL: %s",
  async (translated) => {
    const outlet = outletOf({ "four.example.org": [translated] });
    const answer = await fetchHop(new URL("http://four.example.org/"), 9, outlet, signal());
    expect(answer.status).toBe(200);
    expect(opened).toEqual([translated]);
    expect(await failureOf(`http://[${translated}]/`)).toBe("refused");
  },
);

test("IPv6 is tried if two IPv4 addresses can't be reached", async () => {
  const addresses = ["93.184.215.15", "93.184.215.16", "64:ff9b::5db8:d70e"];
  const outlet = outletOf({ "six.example.org": addresses });
  const { locate } = outlet.network;
  outlet.network.locate = (address, to) => (address.includes(":") ? locate(address, to) : null);
  await fetchHop(new URL("http://six.example.org/"), 9, outlet, signal());
  expect(opened).toEqual(["64:ff9b::5db8:d70e"]);
});

test("IPv4 is tried first", async () => {
  const addresses = ["2606:4700::1111", PUBLIC];
  await fetchHop(new URL("http://two.example.org/"), 9, outletOf({ "two.example.org": addresses }), signal());
  expect(opened).toEqual([PUBLIC]);
});

describe("DNS rebinding", () => {
  test("the guard refuses a request whose host now resolves to a private address", async () => {
    const flips = [[PUBLIC], ["127.0.0.1"]];
    const outlet = outletOf({ "flip.example.org": () => flips.shift() ?? [] });
    const url = new URL("http://flip.example.org/");
    await fetchHop(url, 100, outlet, signal());
    await expect(fetchHop(url, 100, outlet, signal())).rejects.toMatchObject({ failure: "refused" });
    expect(asked).toHaveLength(1);
  });

  test("a request queries DNS only once", async () => {
    let questions = 0;
    const outlet = outletOf({ "flip.example.org": () => (questions++ === 0 ? [PUBLIC] : ["127.0.0.1"]) });
    await fetchHop(new URL("http://flip.example.org/"), 100, outlet, signal());
    expect(questions).toBe(1);
    expect(opened).toEqual([PUBLIC]);
  });

  test("the guard checks the same host again after a redirect", async () => {
    const flips = [[PUBLIC], ["10.0.0.1"]];
    const outlet = outletOf({ "flip.example.org": () => flips.shift() ?? [] });
    const url = new URL(`http://flip.example.org/to?${encodeURIComponent("/inside")}`);
    expect(await visit(url, 100, outlet, signal())).toMatchObject({ failure: "refused", answer: null });
    expect(asked).toHaveLength(1);
  });
});

test.each([
  "http://127.0.0.1/",
  "http://10.0.0.1/",
  "//169.254.169.254/",
  "http://[::ffff:127.0.0.1]/",
  "http://user:pass@other.example.org/",
  "http://other.example.org:6379/",
  "file:///etc/passwd",
  "https://127.0.0.1:6666\\@1.1.1.1/",
  "http://inner.example.org/",
])("a redirect to %s isn't followed", async (target) => {
  const outlet = outletOf({ "inner.example.org": ["192.168.0.10"] });
  const url = new URL(`http://example.org/to?${encodeURIComponent(target)}`);
  expect(await visit(url, 100, outlet, signal())).toMatchObject({ failure: "refused", answer: null });
  expect(asked).toHaveLength(1);
});
