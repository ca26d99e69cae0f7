import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { PATIENCE } from "../../tests/support/patience.ts";
import { Failed } from "./connect.ts";
import { type Answer, fetchHop } from "./fetch-hop.ts";
import { visit } from "./follow.ts";
import type { Network } from "./network.ts";

const SITE = new URL("http://site.example.org/");
const servers: { server: net.Server; sockets: Set<net.Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

/** Opens a website that passes each received request to this callback. */
async function siteThat(answers: (socket: net.Socket, request: string) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (request) => answers(socket, request.toString("latin1")));
  });
  servers.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const network: Network = {
    resolve: async () => ["93.184.215.14"],
    locate: () => ({ host: "127.0.0.1", port }),
  };
  const ms = PATIENCE.timeout;
  const limits = { hopMs: ms, dnsMs: ms, connectMs: ms };
  return { network, limits, userAgent: "SEOProZoneAudit/1.0", ownHost: "own.example" };
}

const fetchFrom = async (
  answers: Parameters<typeof siteThat>[0],
  ms = PATIENCE.timeout,
): Promise<Answer | string> => {
  const outlet = await siteThat(answers);
  return fetchHop(SITE, 2_000_000, outlet, AbortSignal.timeout(ms)).catch((error) =>
    error instanceof Failed ? error.failure : `not expected: ${error}`,
  );
};
const packed = (encoding: string, body: Buffer) => (socket: net.Socket) => {
  socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.end(body);
};

test("fetchHop returns the response and identifies our checker", async () => {
  let request = "";
  const answer = await fetchFrom((socket, text) => {
    request = text;
    packed("gzip", gzipSync("<h1>Hello"))(socket);
  });
  expect(answer).toMatchObject({ status: 200, body: { isCut: false, encoding: "gzip" } });
  expect((answer as Answer).body.bytes.toString()).toBe("<h1>Hello");
  expect(request.split("\r\n").toSorted()).toEqual(
    [
      ...["GET / HTTP/1.1", "Host: site.example.org", "User-Agent: SEOProZoneAudit/1.0"],
      ...["Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
      ...["Accept-Encoding: gzip, br", "Connection: close", "", ""],
    ].toSorted(),
  );
});

describe("decompression", () => {
  const zeros = Buffer.alloc(100_000_000);
  const gzip = gzipSync(zeros);
  const brotli = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

  test.each([
    ["gzip", gzip],
    ["br", brotli],
  ])("fetchHop truncates a small %s body that unpacks to 100 MB", async (encoding, body) => {
    expect(body.length).toBeLessThan(100_000);
    const answer = await fetchFrom(packed(encoding, body));
    expect(answer).toMatchObject({ status: 200, body: { isCut: true } });
    expect((answer as Answer).body.bytes).toHaveLength(2_000_000);
  });

  test.each(["gzip, gzip", Array(500).fill("gzip").join(", "), "br, gzip", "deflate", "compress", "zstd"])(
    "bodies with unrequested or multiple content codings aren't unpacked: %.20s",
    async (encoding) => {
      expect(await fetchFrom(packed(encoding, gzipSync(gzip)))).toBe("unreadable");
    },
  );

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "fetchHop rejects a content coding named like an object property: %s",
    async (encoding) => {
      expect(await fetchFrom(packed(encoding, Buffer.from("<h1>Hi!!!</h1>")))).toBe("unreadable");
    },
  );

  test("fetchHop reports a damaged body as unreadable", async () => {
    expect(await fetchFrom(packed("gzip", Buffer.from("not gzip at all")))).toBe("unreadable");
    expect(await fetchFrom(packed("br", Buffer.from("\xff\xff\xffnot brotli", "latin1")))).toBe("unreadable");
  });

  test("fetchHop reads a truncated compressed body as far as possible", async () => {
    const whole = gzipSync("<h1>Hello</h1>".repeat(1_000));
    const answer = await fetchFrom(packed("gzip", whole.subarray(0, whole.length - 8)));
    expect((answer as Answer).body.bytes.toString()).toContain("<h1>Hello</h1>");
  });

  test("fetchHop truncates an endless body and closes the connection", async () => {
    let closed = false;
    const answer = await fetchFrom((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const chunk = Buffer.alloc(65_536, "a");
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", more).on("close", () => {
        closed = true;
      });
      more();
    });
    expect((answer as Answer).body).toMatchObject({ isCut: true });
    await expect.poll(() => closed).toBe(true);
  });
});

describe("misbehaving websites", () => {
  test("a website that sends a byte every 50 ms times out", async () => {
    expect(
      await fetchFrom((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        const drip = setInterval(() => socket.write("a"), 50);
        socket.on("close", () => clearInterval(drip));
      }, 300),
    ).toBe("time-out");
  });

  test("a website with endless headers times out", async () => {
    expect(
      await fetchFrom((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("a: b\r\n"), 50);
        socket.on("close", () => clearInterval(drip));
      }, 300),
    ).toBe("time-out");
  });

  test("a website that stays silent times out", async () => {
    expect(await fetchFrom(() => {}, 200)).toBe("time-out");
  });

  test("a website with a silent DNS server times out", async () => {
    const network: Network = { resolve: () => new Promise(() => {}), locate: () => null };
    const outlet = { network, userAgent: "", ownHost: "own.example" };
    await expect(fetchHop(SITE, 9, outlet, AbortSignal.timeout(100))).rejects.toMatchObject({
      failure: "time-out",
    });
  });

  test("a website with endless 1xx responses times out", async () => {
    expect(
      await fetchFrom((socket) => {
        const drip = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20);
        socket.on("close", () => clearInterval(drip));
      }, 300),
    ).toBe("time-out");
  });

  test.each([
    ["60 kB of headers", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(60_000)}\r\n\r\n`],
    ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["two different lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["an upgrade", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"],
    ["a body shorter than its length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"],
    ["an invalid chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"],
  ])("a website that sends %s can't be read", async (_, text) => {
    expect(await fetchFrom((socket) => socket.end(text))).toMatch(/^un(readable|reachable)$/);
  });

  test("a website that closes, resets or refuses the connection is unreachable", async () => {
    expect(await fetchFrom((socket) => socket.end())).toBe("unreachable");
    expect(await fetchFrom((socket) => socket.resetAndDestroy())).toBe("unreachable");
    const outlet = await siteThat(() => {});
    servers.at(-1)?.server.close();
    await expect(fetchHop(SITE, 9, outlet, AbortSignal.timeout(PATIENCE.timeout))).rejects.toMatchObject({
      failure: "unreachable",
    });
  });

  test("a plain HTTP server at an https URL causes a TLS error", async () => {
    const outlet = await siteThat((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await expect(
      fetchHop(new URL("https://site.example.org/"), 9, outlet, AbortSignal.timeout(PATIENCE.timeout)),
    ).rejects.toMatchObject({ failure: "tls", tlsProblem: "invalid" });
  });
});

test("a refused TLS handshake is reported as an alert", async () => {
  const refusal = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
  const outlet = await siteThat((socket) => socket.end(refusal));
  await expect(
    fetchHop(new URL("https://site.example.org/"), 9, outlet, AbortSignal.timeout(PATIENCE.timeout)),
  ).rejects.toMatchObject({ failure: "tls", tlsProblem: "alert" });
});

describe("following redirects", () => {
  const redirecting = (to: (path: string) => string | null) => (socket: net.Socket, request: string) => {
    const target = to(request.split(" ")[1] ?? "");
    socket.end(
      target === null
        ? "HTTP/1.1 200 OK\r\n\r\nhere"
        : Buffer.from(`HTTP/1.1 301 Moved\r\nLocation: ${target}\r\n\r\n`),
    );
  };

  test("visit follows redirects in order, including relative and UTF-8 ones", async () => {
    const outlet = await siteThat(redirecting((path) => ({ "/": "/a", "/a": "/ü#part" })[path] ?? null));
    const led = await visit(SITE, 100, outlet, AbortSignal.timeout(PATIENCE.timeout));
    expect(led.redirects.map(({ to, status }) => `${status} ${to}`)).toEqual([
      "301 http://site.example.org/a",
      "301 http://site.example.org/%C3%BC",
    ]);
    expect(led).toMatchObject({ url: "http://site.example.org/%C3%BC", answer: { status: 200 } });
  });

  test("visit fails on redirect loops and on more than five redirects", async () => {
    const circle = await siteThat(redirecting((path) => (path === "/" ? "/a" : "/")));
    expect(await visit(SITE, 9, circle, AbortSignal.timeout(PATIENCE.timeout))).toMatchObject({
      failure: "loop",
    });
    const endless = await siteThat(redirecting((path) => `${path}a`));
    const led = await visit(SITE, 9, endless, AbortSignal.timeout(PATIENCE.timeout));
    expect(led).toMatchObject({ failure: "loop" });
    expect(led.redirects).toHaveLength(6);
  });

  test("visit returns a redirect without a target as the response", async () => {
    const outlet = await siteThat((socket) => socket.end("HTTP/1.1 302 Found\r\n\r\n"));
    expect(await visit(SITE, 9, outlet, AbortSignal.timeout(PATIENCE.timeout))).toMatchObject({
      ...{ failure: null, answer: { status: 302 } },
    });
  });
});
