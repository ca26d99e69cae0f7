import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import type { Gap } from "../../app/platform/http/gap.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { PATIENCE } from "../../tests/support/patience.ts";
import { queryOnce } from "../../tests/support/query-once.ts";
import { quietLog } from "../../tests/support/quiet-log.ts";
import { sendPage } from "./cached-response.ts";
import { PageCache } from "./page-cache.ts";

const connection = await createTestDatabase();
let made: string[] = [];
beforeEach(() => {
  made = [];
});

type Render = (key: string, mayLeaveGap: boolean) => Promise<Response | Gap>;

/** Renders each page as its key and the number of renders so far. */
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
  cache.attach({
    render(key, mayLeaveGap) {
      renders++;
      return render(key, mayLeaveGap);
    },
    redirect: (location) => new Response(null, { status: 301, headers: { Location: location } }),
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
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { headers, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: (await response.text()).trim() };
  };
  // Wait until the listener works, because nothing is cached before that.
  await vi.waitUntil(async () => {
    const before = renders;
    await get("/ready");
    return renders === before;
  }, PATIENCE);
  made = [];
  /** Takes all of the site's connections. */
  async function holdUp() {
    const held = await Promise.all([databases.pool.connect(), databases.pool.connect()]);
    return {
      letGo() {
        for (const client of held) client.release();
      },
    };
  }
  return { cache, get, holdUp };
}

describe("cached pages", () => {
  test("a page is rendered once for all concurrent requests", async () => {
    const { get } = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/about")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await get("/about")).text).toBe(answers[0]?.text);
    expect(made).toEqual(["/about"]);
  });

  test("a page's previous version is served while the render queue is busy", async () => {
    const slow = Promise.withResolvers<void>();
    const { cache, get } = await open(async (key, mayLeaveGap) => {
      if (key.startsWith("/slow")) await slow.promise;
      return numbered(key, mayLeaveGap);
    });
    const before = await get("/about");
    const waiting = Array.from({ length: 60 }, (_, i) => get(`/slow/${i}`));
    await vi.waitUntil(() => cache.renders.isBehind, PATIENCE);
    cache.forget();
    expect((await get("/about")).text).toBe(before.text);
    slow.resolve();
    await Promise.all(waiting);
    await vi.waitUntil(async () => (await get("/about")).text !== before.text, PATIENCE);
  });

  test("a browser that has the current page gets a 304", async () => {
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
  ])("a page is sent in the best encoding that Accept-Encoding %j allows", async (accepted, encoding) => {
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

  test("a request with a session cookie isn't answered from memory", async () => {
    const { cache, get } = await open();
    await get("/about");
    const asked = (cookie?: string) => ({ method: "GET", url: "/about", headers: { cookie } }) as never;
    expect(cache.answer(asked("theme=dark; panel_session=abc"), {} as never)).toBeUndefined();
    expect(cache.answer(asked("a=b; __Host-panel_session=abc"), {} as never)).toBeUndefined();
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
  ])("the response at %s isn't cached", async (address) => {
    const { get } = await open();
    expect((await get(address)).text).toBe("not from the cache");
  });

  test.each([
    ["says no-store", { "Cache-Control": "no-store" }, 200],
    ["is private", { "Cache-Control": "private, max-age=5" }, 200],
    ["has expired", { Expires: new Date(0).toUTCString() }, 200],
    ["is an error", {}, 503],
  ])("a page that %s isn't cached", async (_, headers, status) => {
    const { get } = await open(async (key) => {
      made.push(key);
      return key === "/ready" ? new Response("ready") : new Response("page", { headers, status });
    });
    await get("/about");
    await get("/about");
    expect(made).toEqual(["/about", "/about"]);
  });

  test("a page for all visitors never sets a cookie", async () => {
    const { get } = await open(async (key) =>
      key === "/ready" ? new Response("ready") : new Response("page", { headers: { "Set-Cookie": "a=b" } }),
    );
    expect((await get("/about")).headers.get("Set-Cookie")).toBeNull();
  });
});

describe("content changes", () => {
  test("a content change by any process invalidates every page", async () => {
    const { get } = await open();
    const old = await Promise.all([get("/about"), get("/nowhere")]);
    await queryOnce(connection, "insert into industries (name) values ('SaaS')");
    await vi.waitUntil(async () => (await get("/about")).text !== old[0].text, PATIENCE);
    expect((await get("/nowhere")).text).not.toBe(old[1].text);
    await queryOnce(connection, "truncate case_studies, industries");
  });

  test.each(["enquiries", "subscribers", "outgoing_mails", "missing_paths"])(
    "a write to %s doesn't count as a content change",
    async (table) => {
      const rows = await queryOnce(
        connection,
        "select 1 from information_schema.triggers where event_object_table = $1 and trigger_name like 'tell_content_%'",
        [table],
      );
      expect(rows).toEqual([]);
    },
  );

  test("a content change re-renders popular pages first", async () => {
    const { cache, get } = await open();
    for (const address of ["/asked", "/once", "/asked"]) await get(address);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    made = [];
    cache.forget();
    await vi.advanceTimersByTimeAsync(5_000);
    // `open` has requested /ready until it was cached.
    await vi.waitUntil(() => ["/ready", "/asked"].every((key) => cache.holds(key)), PATIENCE);
    expect(made).toEqual(["/ready", "/asked"]);
    cache.forget();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(made).toHaveLength(2);
    await vi.waitUntil(() => made.length === 6, PATIENCE);
    expect(made.slice(2).toSorted()).toEqual(["/asked", "/once", "/ready", "/sitemap.xml"]);
  });

  test("a page whose rendering began before a content change isn't cached", async () => {
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
    // A request after the change doesn't share an earlier render.
    expect((await get("/slow")).text).toBe("of after");
    go.resolve();
    expect((await early).text).toBe("of before");
    expect((await get("/slow")).text).toBe("of after");
  });
});

/** Takes the database offline for everyone. */
async function takeOffline() {
  const server = { ...connection, database: "postgres" };
  const allow = (isAllowed: boolean) =>
    queryOnce(server, `alter database ${connection.database} allow_connections ${isAllowed}`);
  await allow(false);
  await queryOnce(server, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    connection.database,
  ]);
  return { bringOnline: () => allow(true) };
}

/** Renders the names of all industries, or a 503 if they can't be read. Once there are industries, `/gone` is a 404. */
const ofIndustries: Render = async (key) => {
  const rows = await queryOnce<{ name: string }>(connection, "select name from industries").catch(() => null);
  if (!rows) return new Response("fault", { status: 503 });
  const status = key === "/gone" && rows.length ? 404 : 200;
  return new Response(`${key} ${rows.map(({ name }) => name).join()}`, { status });
};
const addIndustry = (name: string) =>
  queryOnce(connection, "insert into industries (name) values ($1)", [name]);

describe("while the database is down", () => {
  afterEach(() => queryOnce(connection, "truncate case_studies, industries"));

  test("cached pages are served, but no stale ones after the recovery", async () => {
    const { cache, get } = await open(ofIndustries);
    expect((await get("/about")).text).toBe("/about");
    const { bringOnline } = await takeOffline();
    expect((await get("/about")).text).toBe("/about");
    expect((await get("/never-asked-before")).status).toBe(503);

    await bringOnline();
    await addIndustry("Retail");
    // This request notices the recovery. Until the listener works again, stale pages aren't served.
    await vi.waitUntil(async () => !(await cache.database.isAway()), PATIENCE);
    expect((await get("/about")).text).toBe("/about Retail");
    await vi.waitUntil(async () => {
      const { text, headers } = await get("/about");
      return text === "/about Retail" && headers.get("ETag");
    }, PATIENCE);
  });

  test("a page's previous version is served, unless the page was deleted", async () => {
    const { cache, get } = await open(ofIndustries);
    for (const address of ["/about", "/gone"]) await get(address);
    await addIndustry("SaaS");
    await vi.waitUntil(async () => (await get("/gone")).status === 404, PATIENCE);
    cache.forget();
    const { bringOnline } = await takeOffline();
    expect(await get("/about")).toMatchObject({ status: 200, text: "/about" });
    expect((await get("/gone")).status).toBe(404);
    await bringOnline();
    await vi.waitUntil(async () => !(await cache.database.isAway()), PATIENCE);
    expect((await get("/about")).text).toBe("/about SaaS");
  });

  test("if the database hangs, visitors get a page's previous version", async () => {
    let isStuck = false;
    const { cache, get, holdUp } = await open((key) =>
      isStuck ? new Promise(() => {}) : numbered(key, true),
    );
    const before = await get("/about");
    const { letGo } = await holdUp();
    cache.forget();
    isStuck = true;
    expect((await get("/about")).text).toBe(before.text);
    // The cache now knows that the database is down.
    expect(cache.database.isDown).toBe(true);
    expect((await get("/about")).text).toBe(before.text);
    expect((await get("/never-asked-before")).status).toBe(503);
    letGo();
    await vi.waitUntil(() => !cache.database.isDown, PATIENCE);
  });
});

describe("while the database is up", () => {
  test("visitors wait for the current page after a change", async () => {
    const go = Promise.withResolvers<void>();
    let isSlow = false;
    const { cache, get } = await open(async () => {
      if (!isSlow) return new Response("of before");
      await go.promise;
      return new Response("of after");
    });
    await get("/about");
    isSlow = true;
    cache.forget();
    const checked = vi.spyOn(cache.database, "check");
    const asked = get("/about");
    // The request has waited once and found that the database is up.
    await vi.waitUntil(() => checked.mock.settledResults[0]?.value === true, PATIENCE);
    go.resolve();
    expect((await asked).text).toBe("of after");
  });

  test("a page that fails to render is rendered again for the next visitor", async () => {
    let isBroken = false;
    const { cache, get } = await open(async () => new Response("page", { status: isBroken ? 500 : 200 }));
    await get("/about");
    isBroken = true;
    cache.forget();
    expect(await get("/about")).toMatchObject({ status: 200, text: "page" });
    expect((await get("/other")).status).toBe(500);
    isBroken = false;
    expect((await get("/other")).status).toBe(200);
  });
});

describe("under heavy load", () => {
  test("page requests get a 503, except for pages with a previous version", async () => {
    const go = Promise.withResolvers<void>();
    let isSlow = false;
    const { cache, get } = await open(async (key) => {
      if (isSlow) await go.promise;
      return numbered(key, true);
    });
    const before = await get("/about");
    cache.forget();
    isSlow = true;
    const waiting = Array.from({ length: 300 }, (_, i) => get(`/${i}`));
    await vi.waitUntil(async () => (await get("/one-more")).status === 503, PATIENCE);
    expect((await get("/about")).text).toBe(before.text);
    go.resolve();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(200);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await get("/one-more")).status).toBe(200);
  });
});
