import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabases } from "../app/platform/database.server.ts";
import { createTestDatabase } from "../tests/support/database.ts";
import { PATIENCE } from "../tests/support/patience.ts";
import { queryOnce } from "../tests/support/query-once.ts";
import { quietLog } from "../tests/support/quiet-log.ts";
import { sendPage } from "./page.ts";
import { PageCache, type Render } from "./page-cache.ts";

const connection = await createTestDatabase();
let made: string[] = [];
beforeEach(() => {
  made = [];
});

/** Every page is its key and how many were made before it, as HTML. */
const numbered: Render = async (key) => {
  made.push(key);
  const headers = { "Content-Type": "text/html", "X-Own": "yes" };
  return new Response(`${key} ${made.length} ${"filler ".repeat(100)}`, {
    headers,
    status: key === "/nowhere" ? 404 : 200,
  });
};

async function open(render: Render = numbered) {
  const databases = openDatabases(connection, { owner: 2 });
  const cache = new PageCache(databases, quietLog);
  let renders = 0;
  cache.attach((key) => {
    renders++;
    return render(key);
  });
  const server = createServer(async (req, res) => {
    if (cache.answer(req, res)) return;
    try {
      const page = await cache.find(req, new URL(`http://site.example${req.url}`));
      if (page) return sendPage(page, req, res);
    } catch {
      res.statusCode = 503;
    }
    res.end("not from the cache");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await cache.close();
    await databases.close();
  });
  const { port } = server.address() as AddressInfo;
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { headers });
    return { status: response.status, headers: response.headers, text: (await response.text()).trim() };
  };
  // It keeps pages from the moment that it hears of changes.
  await vi.waitUntil(async () => {
    const before = renders;
    await get("/ready");
    return renders === before;
  }, PATIENCE);
  made = [];
  return { cache, get };
}

describe("a page", () => {
  test("is made once for all who ask meanwhile, and then sent from memory", async () => {
    const { get } = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/about")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await get("/about")).text).toBe(answers[0]?.text);
    expect(made).toEqual(["/about"]);
  });

  test("has an ETag: a browser that has it is told so, without the page", async () => {
    const { get } = await open();
    const first = await get("/about");
    const tag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    const again = await get("/about", { "If-None-Match": `"other", ${tag}` });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect((await get("/about", { "If-None-Match": '"other"' })).status).toBe(200);
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["zstd, nonsense\u00a0", null],
    ["", null],
  ])("goes out as Accept-Encoding %j takes it", async (accepted, encoding) => {
    const { cache, get } = await open();
    await get("/about");
    const page = await cache.find(
      { method: "GET", headers: {} } as never,
      new URL("http://site.example/about"),
    );
    const { identity, br, gzip } = page!.bodies;
    expect(brotliDecompressSync(br!)).toEqual(identity);
    expect(gunzipSync(gzip!)).toEqual(identity);
    const { headers, text } = await get("/about", { "Accept-Encoding": accepted });
    expect(headers.get("Content-Encoding")).toBe(encoding);
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    expect(text).toBe(identity.toString().trim());
  });

  test("is the same whatever an address's query says that it does not know", async () => {
    const { get } = await open();
    const plain = await get("/about");
    expect((await get("/about?utm_source=x&industry=y")).text).toBe(plain.text);
    expect((await get("/case-studies?x=1&industry=saas&page=2")).text).toContain(
      "/case-studies?industry=saas&page=2 ",
    );
    expect((await get("/case-studies?page=2&industry=saas")).text).toContain(" 2 ");
    expect(made).toEqual(["/about", "/case-studies?industry=saas&page=2"]);
  });

  test("is made anew for whoever is logged in, and not kept", async () => {
    const { get } = await open();
    const kept = await get("/about");
    const cookie = { Cookie: "theme=dark; panel_session=abc" };
    expect((await get("/about", cookie)).text).toBe("not from the cache");
    expect((await get("/about")).text).toBe(kept.text);
  });

  test.each([
    "/admin-control-panel-seoprozone",
    "/admin-control-panel-seoprozone/blog",
    "/admin-control-panel-seoprozone.data",
    "/Admin-control-panel-seoprozone/enquiries",
    "/admin-control-panel-seoprozon%65",
    "/api/send-contact-email",
    "/newsletter/confirm/abc",
    "/NEWSLETTER/confirm/abc",
    "/about.data",
  ])("is no answer to %s", async (address) => {
    const { get } = await open();
    expect((await get(address)).text).toBe("not from the cache");
  });

  test.each([
    ["says no-store", { "Cache-Control": "no-store" }, 200],
    ["is private", { "Cache-Control": "private, max-age=5" }, 200],
    ["has expired", { Expires: new Date(0).toUTCString() }, 200],
    ["is a fault", {}, 503],
  ])("that %s is for this request only", async (_, headers, status) => {
    const { get } = await open(async (key) => {
      made.push(key);
      return key === "/ready" ? new Response("ready") : new Response("page", { headers, status });
    });
    await get("/about");
    await get("/about");
    expect(made).toEqual(["/about", "/about"]);
  });

  test("never carries a cookie on", async () => {
    const { get } = await open(async (key) =>
      key === "/ready" ? new Response("ready") : new Response("page", { headers: { "Set-Cookie": "a=b" } }),
    );
    expect((await get("/about")).headers.get("Set-Cookie")).toBeNull();
  });
});

describe("a change of content", () => {
  test("by any process drops every page", async () => {
    const { get } = await open();
    const old = await Promise.all([get("/about"), get("/nowhere")]);
    await queryOnce(connection, "insert into industries (name) values ('SaaS')");
    await vi.waitUntil(async () => (await get("/about")).text !== old[0].text, PATIENCE);
    expect((await get("/nowhere")).text).not.toBe(old[1].text);
    await queryOnce(connection, "truncate case_studies, industries");
  });

  test.each(["enquiries", "subscribers", "outgoing_mails", "missing_paths"])(
    "is not what is written to %s",
    async (table) => {
      const rows = await queryOnce(
        connection,
        "select 1 from information_schema.triggers where event_object_table = $1 and trigger_name like 'tell_content_%'",
        [table],
      );
      expect(rows).toEqual([]);
    },
  );

  test("is never overtaken: a page whose making began before it is not kept after it", async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const { cache, get } = await open(async (key) => {
      if (key === "/slow" && !made.includes(key)) {
        made.push(key);
        begun.resolve();
        await go.promise;
        return new Response("of before");
      }
      return new Response("of after");
    });
    const early = get("/slow");
    await begun.promise;
    cache.forget();
    // Who asks after the change does not join those who asked before.
    expect((await get("/slow")).text).toBe("of after");
    go.resolve();
    expect((await early).text).toBe("of before");
    expect((await get("/slow")).text).toBe("of after");
  });
});

describe("while the database is away", () => {
  test("kept pages are served; when it is back nothing stale is, whoever wrote meanwhile", async () => {
    let isAway = false;
    const { get } = await open(async (key) => {
      if (isAway) return new Response("fault", { status: 503 });
      const rows = await queryOnce<{ name: string }>(connection, "select name from industries");
      return new Response(`${key} ${rows.map(({ name }) => name).join()}`);
    });
    expect((await get("/about")).text).toBe("/about");

    isAway = true;
    const server = { ...connection, database: "postgres" };
    await queryOnce(server, `alter database ${connection.database} allow_connections false`);
    await queryOnce(server, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      connection.database,
    ]);
    expect((await get("/about")).text).toBe("/about");
    expect((await get("/never-asked-before")).status).toBe(503);

    await queryOnce(server, `alter database ${connection.database} allow_connections true`);
    isAway = false;
    // Before the cache listens again: what it holds may be stale, and is not given out.
    await queryOnce(connection, "insert into industries (name) values ('Retail')");
    expect((await get("/about")).text).toBe("/about Retail");
    await vi.waitUntil(async () => {
      const { text, headers } = await get("/about");
      return text === "/about Retail" && headers.get("ETag");
    }, PATIENCE);
    await queryOnce(connection, "truncate case_studies, industries");
  });
});
