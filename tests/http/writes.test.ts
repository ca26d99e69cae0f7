import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { storeCheapPassword } from "../support/cheap-password.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite({ TRUST_PROXY: "1" });
const FORM = "application/x-www-form-urlencoded";
const API = "/api/send-contact-email";

let senders = 0;
/** Each request comes from a new visitor by default. */
const newSender = () => ({ "X-Forwarded-For": `203.0.113.${++senders}` });

const post = (path: string, type: string | undefined, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: "POST",
    body,
    headers: { ...newSender(), ...(type !== undefined && { "Content-Type": type }), ...headers },
    redirect: "manual",
  });

/**
 * Announces a body without sending it.
 * @returns the head of the response
 */
function announce(path: string, lines: Record<string, string | number>, method = "POST"): Promise<string> {
  const { port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (part) => {
      answer += part;
      if (!answer.includes("\r\n\r\n")) return;
      resolve(answer);
      socket.destroy();
    });
    const head = Object.entries({ Host: "localhost", "Content-Type": FORM, ...newSender(), ...lines });
    socket.write(
      `${method} ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    );
  });
}

test("hundreds of stalled posts don't block forms, the API or sign-in", async () => {
  const { port } = new URL(site.url);
  const stall = (sender: number) =>
    new Promise<ReturnType<typeof connect>>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
      const head = `Host: localhost\r\nX-Forwarded-For: 198.51.100.${sender}\r\nContent-Type: ${FORM}\r\nContent-Length: 63000`;
      socket.write(`POST /contact HTTP/1.1\r\n${head}\r\n\r\n${"x".repeat(34_000)}`, () => resolve(socket));
    });
  const stalled = await Promise.all(Array.from({ length: 512 }, (_, i) => stall(i % 8)));
  onTestFinished(() => stalled.forEach((socket) => void socket.destroy()));

  const enquiry = { name: "Ada", email: "ada@example.com", message: "Please call me.", formType: "contact" };
  const asked = await post(API, "application/json", JSON.stringify({ ...enquiry, services: [] }));
  expect(asked.status).toBe(200);
  const sent = await post(
    "/contact",
    FORM,
    new URLSearchParams({ ...enquiry, formName: "contact" }).toString(),
  );
  expect(await sent.text()).toContain("Thank you for your message!");
  const login = await post(PANEL, FORM, new URLSearchParams({ password: ADMIN_PASSWORD }).toString());
  expect([login.status, login.headers.get("Location")]).toEqual([302, `${PANEL}/dashboard`]);
});

test("a network gets a 429 after 120 invalid posts in a minute", async () => {
  const sender = newSender();
  const wrong = async () => {
    const answer = await post("/contact", FORM, "formName=contact", sender);
    // A response isn't counted until it's complete.
    await answer.text();
    return answer;
  };
  for (let i = 0; i < 12; i++) {
    const answers = await Promise.all(Array.from({ length: 10 }, wrong));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  }
  const refused = await wrong();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await post("/contact", FORM, "formName=contact")).status).toBe(400);
});

describe("requests rejected before the body is read", () => {
  test("a request that announces too large a body gets a 413 (CONTRACT)", async () => {
    expect(await announce(PANEL, { "Content-Length": 16 * 1024 + 1 })).toMatch(/^HTTP\/1\.1 413 /);
    expect(await announce("/contact", { "Content-Length": 64 * 1024 + 1 })).toMatch(/^HTTP\/1\.1 413 /);
    const save = { "Content-Length": 2 * 1024 * 1024 + 1, ...site.session };
    expect(await announce(`${PANEL}/blog.data`, save)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a sign-in without a declared length gets a 413 once it's too large", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new TextEncoder().encode("x".repeat(1024)));
        controller.close();
      },
    });
    const init = { method: "POST", body, headers: { ...newSender(), "Content-Type": FORM }, duplex: "half" };
    expect((await fetch(site.url + PANEL, init as RequestInit)).status).toBe(413);
  });

  test("a save without a session is rejected before its body is read", async () => {
    for (const cookie of [undefined, "panel_session=Im1hZGUtdXAi"]) {
      const head = { "Content-Length": 1_000_000, ...(cookie && { Cookie: cookie }) };
      expect(await announce(`${PANEL}/blog`, head)).toMatch(/^HTTP\/1\.1 401 /);
      expect(await announce(`${PANEL}/blog.data`, head)).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  test("a save without a session or JavaScript gets a 401 page that says how to continue", async () => {
    const answer = await post(`${PANEL}/blog`, FORM, "intent=add");
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([401, "no-store"]);
    expect(answer.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    const page = await answer.text();
    expect(page).toContain("You're logged out, so nothing was changed.");
    expect(page).toContain("what you typed is still there");
  });

  test("a sign-in over 16 kB gets a 413, even with a session", async () => {
    expect((await post(PANEL, FORM, `password=${"x".repeat(20_000)}`)).status).toBe(413);
    const withSession = await post(PANEL, FORM, `password=${"x".repeat(20_000)}`, site.session);
    expect(withSession.status).toBe(413);
  });

  test.each([
    ["the login", PANEL, 15_000],
    ["a public form", "/contact", 60_000],
  ])("a form with thousands of fields is rejected: %s", async (_what, path, bytes) => {
    expect((await post(path, FORM, `password=x${"&a".repeat(bytes / 2)}`)).status).toBe(413);
    const parts = new FormData();
    for (let i = 0; i < 501 && i * 80 < bytes * 2; i++) parts.append("a", "");
    const status = (await post(path, undefined, parts)).status;
    expect(status).toBe(413);
  });

  test("after too many wrong passwords, an IP address gets a 429 before sending a body", async () => {
    await storeCheapPassword(site.query);
    const sender = newSender();
    const guess = () => post(PANEL, FORM, "password=wrong", sender);
    const answers = await Promise.all(Array.from({ length: 12 }, guess));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const cookies: Record<string, string>[] = [
      {},
      { Cookie: "panel_session=Im1hZGUtdXAi; panel_browser=Im1hZGUtdXAi" },
    ];
    for (const path of [PANEL, `${PANEL}.data`]) {
      for (const cookie of cookies) {
        const answer = await announce(path, { "Content-Length": 500, ...sender, ...cookie });
        expect(answer).toMatch(/^HTTP\/1\.1 429 /);
        expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/i);
      }
    }
    expect(await (await guess()).text()).toContain("Too many wrong passwords");
    // An owner who is signed in at the same IP address isn't affected.
    const owner = await post(PANEL, FORM, "password=", { ...sender, ...site.session });
    expect([owner.status, owner.headers.get("Location")]).toEqual([302, `${PANEL}/dashboard`]);
  });

  test("each rate-limited sign-in page has its own nonce, theme and remaining time", async () => {
    await storeCheapPassword(site.query);
    const sender = newSender();
    await Promise.all(Array.from({ length: 12 }, () => post(PANEL, FORM, "password=wrong", sender)));
    const themes = ["light", "dark", "dark", "light"];
    const answers = await Promise.all(
      themes.map(async (theme) => {
        const Cookie = `panel_theme=${theme}; panel_notice=${theme}`;
        const answer = await post(PANEL, FORM, "password=wrong", { ...sender, Cookie });
        const html = await answer.text();
        expect(answer.status).toBe(429);
        expect(html).toContain("before trying again");
        expect(html.includes('data-theme="dark"')).toBe(theme === "dark");
        expect(answer.headers.get("Set-Cookie")).toBeNull();
        const policy = /'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1];
        const nonces = new Set(Array.from(html.matchAll(/nonce="([^"]+)"/g), ([, nonce]) => nonce));
        expect([...nonces]).toEqual([policy]);
        return policy;
      }),
    );
    expect(new Set(answers).size).toBe(themes.length);

    const saves = ["/blog.data", "/settings.data", "/no-such-tab.data", "/dashboard.data?index"].map(
      async (path) => {
        const answer = await post(PANEL + path, FORM, "intent=save", newSender());
        expect(answer.status).toBe(401);
        return answer.text();
      },
    );
    expect(new Set(await Promise.all(saves)).size).toBe(1);
    expect(await saves[0]).toContain("You are logged out.");
  });

  test("after too many enquiries, an IP address gets a 429 before sending a body", async () => {
    const sender = newSender();
    const enquiry = { name: "Ada", email: "ada@example.com", message: "Hello", formType: "contact" };
    const send = () => post(API, "application/json", JSON.stringify(enquiry), sender);
    const answers = await Promise.all(Array.from({ length: 21 }, send));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const head = { "Content-Type": "application/json", "Content-Length": 500, ...sender };
    const answer = await announce(API, head);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect(answer).toContain("application/json");
  });

  test("the first ten rate-limited posts get the form back with everything typed", async () => {
    const sender = newSender();
    const fields = { formName: "contact", name: "Ada", email: "ada@example.com", message: "Typed by Ada" };
    const send = () => post("/contact", FORM, new URLSearchParams(fields).toString(), sender);
    const answers = await Promise.all(Array.from({ length: 30 }, send));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(10);
    for (const answer of limited) expect(await answer.text()).toMatch(/Too many messages.*Typed by Ada/s);
    await send();
    expect(await announce("/contact", { "Content-Length": 500, ...sender })).toMatch(/^HTTP\/1\.1 429 /);
    expect(await announce("/contact", { "Content-Length": 500 }, "HEAD")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("unreadable bodies", () => {
  const broken = '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\nhello';
  const bodies: [what: string, type: string | undefined, body: BodyInit, encoding?: string][] = [
    ["JSON", "application/json", '{"password":"x"}'],
    ["text", "text/plain", "password=x"],
    ["no content type", undefined, new Blob(["password=x"])],
    ["a made-up content type", "x/y; z=", "password=x"],
    ["multipart without a boundary", "multipart/form-data", broken],
    ["truncated multipart", "multipart/form-data; boundary=x", broken],
    ["multipart without parts", "multipart/form-data; boundary=x", "password=x"],
    ["another charset", `${FORM}; charset=utf-16`, "password=x"],
    ["compressed", FORM, "password=x", "gzip"],
  ];
  const paths = [PANEL, `${PANEL}.data`, `${PANEL}/blog`, `${PANEL}/settings.data`, `${PANEL}/autosaves`];

  test.each(bodies)(
    "%s: an unreadable body gets a 400 or 415 from every form",
    async (_what, type, body, encoding) => {
      const before = site.stderr().length;
      const headers: Record<string, string> = encoding ? { "Content-Encoding": encoding } : {};
      for (const path of [...paths, "/contact", "/?index", "/blog"]) {
        for (const session of [{}, path === PANEL ? {} : site.session]) {
          const { status } = await post(path, type, body, { ...headers, ...session });
          const isAtTheGate = path.startsWith(`${PANEL}/`) && session !== site.session;
          expect(isAtTheGate ? [401] : [400, 415], path).toContain(status);
        }
      }
      expect(site.stderr().slice(before)).not.toContain('"stack"');
    },
  );

  test("an empty body without a content type counts as an empty form", async () => {
    expect((await post(PANEL, undefined, new Blob([]))).status).toBe(401);
    expect((await post("/contact", undefined, new Blob([]))).status).toBe(400);
  });

  test("the correct password works in both form encodings", async () => {
    const parts = new FormData();
    parts.append("password", ADMIN_PASSWORD);
    expect((await post(PANEL, undefined, parts)).status).toBe(302);
    expect((await post(PANEL, `${FORM};charset=UTF-8`, `password=${ADMIN_PASSWORD}`)).status).toBe(302);
  });
});

describe("methods", () => {
  const paths = ["/", "/contact", "/no-such-page", "/healthz", "/favicon.ico", "/sitemap.xml", API, PANEL];

  test.each(["TRACE", "PROPFIND", "PURGE", "SEARCH", "FROB", "get"])(
    "%s gets a 405 that lists the allowed methods",
    async (method) => {
      const before = site.stderr().length;
      for (const path of [...paths, `${PANEL}/blog`]) {
        const answer = await announce(path, { "Content-Length": 0 }, method);
        expect(answer, path).toMatch(/^HTTP\/1\.1 405 /);
        expect(answer, path).toMatch(/\r\nAllow: [A-Z, ]+\r\n/);
      }
      expect(site.stderr().slice(before)).not.toContain('"stack"');
    },
  );

  test.each(["PUT", "PATCH", "DELETE"])(
    "%s gets a 405, but below the panel's URL, the session check comes first",
    async (method) => {
      for (const path of paths) {
        const answer = await announce(path, { "Content-Length": 0 }, method);
        expect(answer, path).toMatch(/^HTTP\/1\.1 405 /);
        expect(answer, path).toMatch(/\r\nAllow: [A-Z, ]+\r\n/);
      }
      expect(await announce(`${PANEL}/blog`, { "Content-Length": 0 }, method)).toMatch(/^HTTP\/1\.1 401 /);
      const owner = await announce(`${PANEL}/blog`, { "Content-Length": 0, ...site.session }, method);
      expect(owner).toMatch(/^HTTP\/1\.1 405 /);
    },
  );

  test("OPTIONS lists the allowed methods", async () => {
    for (const target of [...paths, "*"]) {
      const answer = await announce(target, { "Content-Length": 0 }, "OPTIONS");
      expect(answer, target).toMatch(/^HTTP\/1\.1 204 /);
      expect(answer, target).toMatch(/\r\nAllow: [A-Z, ]+\r\n/);
    }
  });

  test("a post to a page without a form gets a 405, and no stack trace is logged", async () => {
    const before = site.stderr().length;
    const answer = await post("/about", FORM, "x=1");
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(site.stderr().slice(before)).not.toContain('"stack"');
  });

  test("a request that names two hosts gets a 400 (RFC 9112, 3.2)", async () => {
    const twice = { "X-Any": "1\r\nHost: other.example" };
    for (const path of ["/", "/healthz", "/favicon.ico", "/media/none", API, PANEL]) {
      for (const method of ["GET", "HEAD", "POST"])
        expect(await announce(path, { ...twice, "Content-Length": 0 }, method), path).toMatch(
          /^HTTP\/1\.1 400 /,
        );
    }
    expect(await announce("/contact", { ...twice, "Content-Length": 500 })).toMatch(/^HTTP\/1\.1 400 /);
    expect(await announce("/contact", { "X-Any": "1\r\nx-host: other" }, "GET")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("an absolute URL as the request target works", async () => {
    expect(await announce("http://localhost/no-such-page", {}, "GET")).toMatch(/^HTTP\/1\.1 404 /);
    expect(await announce("http://localhost/contact", {}, "GET")).toMatch(/^HTTP\/1\.1 200 /);
  });
});
